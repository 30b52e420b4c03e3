import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { requireSameOrigin } from "~/features/accounts/csrf.server";
import { refuseAllButGet, scriptRefusal } from "~/features/accounts/script-refusal.server";
import { findUser } from "~/features/accounts/session.server";
import { AppError } from "~/lib/app-error";

/**
 * A bearer token for the browser's own calls to the API. The header cannot be sent by another site without asking first,
 * and nobody is ever answered "yes".
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  try {
    requireSameOrigin(request, context);
    if (request.headers.get("x-parlando-request") !== "identity-token")
      throw new AppError("forbidden", 403, "This request came from another site, so it was refused.");
    const user = await findUser(request, context);
    if (!user) throw new AppError("needs_authorization", 401, "You are signed out.");
    const { token, expiresAtUnix } = await context.services.accounts.mintToken(user);
    return Response.json({ token, expires_at_unix: expiresAtUnix }, { headers: { "cache-control": "no-store" } });
  } catch (error) {
    return scriptRefusal(error);
  }
}

export const action = refuseAllButGet;
