import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { clientOf } from "~/features/accounts/client-of-request";
import { requireSameOrigin } from "~/features/accounts/csrf.server";
import { refuseAllButGet, scriptRefusal } from "~/features/accounts/script-refusal.server";

/** A puzzle for the browser of somebody who signs up. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  try {
    requireSameOrigin(request, context);
    const challenge = await context.services.accounts.signUpExtras.captchaChallenge(clientOf(request, context));
    return Response.json(challenge, { headers: { "cache-control": "no-store" } });
  } catch (error) {
    return scriptRefusal(error);
  }
}

export const action = refuseAllButGet;
