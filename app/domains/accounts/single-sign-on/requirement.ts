/** Workspaces whose members have to sign in by the workspace's own provider. */
import type { AccountsDependencies } from "../dependencies";
import { findProviderOfEmail } from "./directory";

type RequirementDependencies = Pick<AccountsDependencies, "database" | "workspaces">;

/**
 * The id of the provider by which this account has to be signed in, or null. It is asked of members with an address at one
 * of the provider's verified domains; the workspace's owner keeps the other ways, so that a broken provider locks nobody out
 * for good.
 */
export async function requiredProviderOf(
  { database, workspaces }: RequirementDependencies,
  user: { id: string; email: string },
): Promise<string | null> {
  const provider = await findProviderOfEmail(database, user.email);
  if (!provider?.isRequired) return null;
  const membership = await workspaces.findMembership({ workspaceId: provider.workspaceId, userId: user.id });
  return membership && !membership.isOwner ? provider.id : null;
}

/** Whether somewhere asks its members at this address's domain to sign in by a provider. Tells nothing about accounts. */
export async function isProviderRequiredFor(
  { database }: Pick<AccountsDependencies, "database">,
  email: string,
): Promise<boolean> {
  return (await findProviderOfEmail(database, email))?.isRequired ?? false;
}
