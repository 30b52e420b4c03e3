import { findUser } from "~/features/accounts/session.server";
import type { RequestContext } from "../../../workers/app/context";

/** What the API page knows of its reader: null for visitors; `key` is null where they have made none yet. */
export interface Reader {
  key: { name: string; shown: string } | null;
}

/** Keys are stored hashed, so that only the end of one can be shown. Visitors cost no look-up. */
export async function findReader(request: Request, context: RequestContext): Promise<Reader | null> {
  if (!request.headers.has("cookie")) return null;
  const user = await findUser(request, context);
  if (!user) return null;
  const [newest] = await context.services.accounts.listApiKeys(user);
  return { key: newest ? { name: newest.name, shown: `sk_…${newest.preview.slice(-4)}` } : null };
}
