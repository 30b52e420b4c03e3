import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { clientOf } from "~/features/accounts/client-of-request";
import { readBrowserId } from "~/features/accounts/csrf.server";
import { finishSignIn } from "~/features/accounts/finish-sign-in.server";
import { step, toProblem } from "~/features/single-sign-on/refusal.server";

/** Signs the browser in that set out. It comes from our own page, so its strict cookies say which one it is. */
export function loader({ request, context }: LoaderFunctionArgs) {
  return step(async () => {
    const ticket = new URL(request.url).searchParams.get("ticket") ?? "";
    const browserId = await readBrowserId(request, context);
    if (!browserId) return toProblem("expired");
    const { singleSignOn } = context.services.accounts;
    const end = await singleSignOn.finish({ ticket, browserId }, clientOf(request, context));
    if (end.kind === "refused") return toProblem(end.problem);
    return finishSignIn(end.outcome, end.redirectTo, request, context);
  });
}
