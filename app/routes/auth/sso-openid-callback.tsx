import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { clientOf } from "~/features/accounts/client-of-request";
import { finishPath } from "~/features/single-sign-on/finish-path";
import { step, toProblem } from "~/features/single-sign-on/refusal.server";
import { stepPage } from "~/features/single-sign-on/step-page.server";

/** Where an OpenID Connect provider sends the browser back to. */
export function loader({ request, params, context }: LoaderFunctionArgs) {
  return step(async () => {
    const answer = await context.services.accounts.singleSignOn.answerOpenId(
      { providerKey: params.providerKey ?? "", callbackUrl: new URL(request.url) },
      clientOf(request, context),
    );
    return answer.kind === "go_on" ? stepPage(finishPath(answer.ticket)) : toProblem(answer.problem);
  });
}
