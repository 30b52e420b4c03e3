import { type ActionFunctionArgs, redirect } from "@remix-run/cloudflare";
import { clientOf } from "~/features/accounts/client-of-request";
import { finishPath } from "~/features/single-sign-on/finish-path";
import { step, toProblem } from "~/features/single-sign-on/refusal.server";
import { stepPage } from "~/features/single-sign-on/step-page.server";
import { readBoundedForm } from "~/lib/bounded-body";

const MAX_FORM_BYTES = 300_000;

/** Whoever opens the address gets the page from which a sign-in begins. */
export const loader = () => redirect("/app/sso");

/**
 * Takes what a SAML provider had the browser post: from another site, so without cookies and without a form token. It counts
 * by its signature, for a request of ours, and signs nobody in yet.
 */
export function action({ request, params, context }: ActionFunctionArgs) {
  return step(async () => {
    const form = await readBoundedForm(request, MAX_FORM_BYTES).catch(() => null);
    if (form === null) return toProblem("invalid");
    const field = (name: string) => String(form.get(name) ?? "");
    const answer = await context.services.accounts.singleSignOn.answerSaml(
      {
        providerKey: params.providerKey ?? "",
        response: field("SAMLResponse"),
        relayState: field("RelayState").slice(0, 200),
      },
      clientOf(request, context),
    );
    return answer.kind === "go_on" ? stepPage(finishPath(answer.ticket)) : toProblem(answer.problem);
  });
}
