import { requireUser, type SignedIn } from "~/features/accounts/session.server";
import type { RequestContext } from "../../../workers/app/context";

/**
 * The person of this request's session, if they administer their workspace. For others the page does not exist.
 * @throws Response a redirect for visitors, 404 for members who are no admins.
 */
export async function requireAdmin(request: Request, context: RequestContext): Promise<SignedIn> {
  const user = await requireUser(request, context);
  if (user.role !== "admin") throw new Response(null, { status: 404 });
  return user;
}
