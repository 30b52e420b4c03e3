import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { clientOf } from "~/features/accounts/client-of-request";
import { requireSameOrigin } from "~/features/accounts/csrf.server";
import { AppError } from "~/lib/app-error";

/** A puzzle for the browser of somebody who signs up. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const headers = { "cache-control": "no-store" };
  try {
    requireSameOrigin(request, context);
    const challenge = await context.services.accounts.signUpExtras.captchaChallenge(clientOf(request, context));
    return Response.json(challenge, { headers });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return Response.json(
      { detail: { status: error.code, message: error.userMessage } },
      { status: error.status, headers },
    );
  }
}
