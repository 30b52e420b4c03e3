/** For actions that must not be done by whoever happens to sit at an open browser. */
import type { RequestContext } from "../../../workers/app/context";
import { requireUser, type SignedIn } from "./session.server";

/**
 * The person, who has confirmed who they are within the last 15 minutes. In a route's action, after `readOwnForm` and
 * inside its `try`: `refusalOf` answers the refusal, and `<StepUp answer={useActionData()} />` on the page asks for the
 * confirmation and sends the form once more.
 * @throws AppError sensitive_action (403); Response a redirect for somebody who is not signed in.
 */
export async function requireConfirmedUser(request: Request, context: RequestContext): Promise<SignedIn> {
  const user = await requireUser(request, context);
  await context.services.accounts.stepUp.requireFresh(user);
  return user;
}
