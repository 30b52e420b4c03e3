import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { requireSameOrigin } from "~/features/accounts/csrf.server";
import { findUser } from "~/features/accounts/session.server";
import { AppError } from "~/lib/app-error";

/**
 * A bearer token for the browser's own calls to the API. The header cannot be sent by another site without asking first,
 * and nobody is ever answered "yes".
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const headers = { "cache-control": "no-store" };
  const refuse = (status: number, code: string, message: string) =>
    Response.json({ detail: { status: code, message } }, { status, headers });
  try {
    requireSameOrigin(request, context);
  } catch (error) {
    if (error instanceof AppError) return refuse(error.status, error.code, error.userMessage);
    throw error;
  }
  if (request.headers.get("x-parlando-request") !== "identity-token") {
    return refuse(403, "forbidden", "This request came from another site, so it was refused.");
  }
  const user = await findUser(request, context);
  if (!user) return refuse(401, "needs_authorization", "You are signed out.");
  const { token, expiresAtUnix } = await context.services.accounts.mintToken(user);
  return Response.json({ token, expires_at_unix: expiresAtUnix }, { headers });
}
