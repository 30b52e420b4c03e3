/** Workspaces whose members have to sign in by the workspace's own provider. */
import type { AccountsDependencies } from "../dependencies";
import { publishUserChanged } from "../document-changes";
import { sha256Hex } from "../secrets";
import { announceEnded } from "../security/ended-sessions";
import { securityEvent } from "../security/security-events";
import { findProviderOfEmail, type SignOnProvider, signOnProvider } from "./directory";
import { selectVerifiedDomains } from "./provider-store";
import { findEndedSession, retirePendingSignInsOfOtherWays, revokeSessionsOfOtherWays } from "./requirement-store";

type RequirementDependencies = Pick<AccountsDependencies, "database" | "workspaces">;

/**
 * The id of the provider by which this account has to be signed in, or null. It is asked of members with an address at one
 * of the provider's verified domains; the workspace's owner keeps the other ways, so that a broken provider locks nobody out
 * for good.
 */
export async function requiredProviderOf(
  dependencies: RequirementDependencies,
  user: { id: string; email: string },
): Promise<string | null> {
  return (await findRequiredProvider(dependencies, user))?.id ?? null;
}

async function findRequiredProvider(
  { database, workspaces }: RequirementDependencies,
  user: { id: string; email: string },
) {
  const provider = await findProviderOfEmail(database, user.email);
  if (!provider?.isRequired) return null;
  const membership = await workspaces.findMembership({ workspaceId: provider.workspaceId, userId: user.id });
  return membership && !membership.isOwner ? provider : null;
}

/** Whether somewhere asks its members at this address's domain to sign in by a provider. Tells nothing about accounts. */
export async function isProviderRequiredFor(
  { database }: Pick<AccountsDependencies, "database">,
  email: string,
): Promise<boolean> {
  return (await findProviderOfEmail(database, email))?.isRequired ?? false;
}

/**
 * To be called once a requirement holds, and whenever it comes to hold for more members: what they opened another way ends
 * at once, pages, tokens and sockets alike, and they see it in the list of what happened. Only the session goes on in which
 * the admin works who has just asked for it.
 */
export async function endOtherWays(
  dependencies: Pick<AccountsDependencies, "database" | "events" | "waitUntil" | "nowMs" | "workspaces">,
  { workspaceId, providerId }: { workspaceId: string; providerId: string },
  keptSessionId: string,
): Promise<void> {
  const { database, nowMs } = dependencies;
  const domains = await selectVerifiedDomains(database, providerId);
  if (domains.length === 0) return;
  const requirement = { workspaceId, providerId, domains };
  const [ended] = await database.batch([
    revokeSessionsOfOtherWays(database, { ...requirement, keptSessionId }, nowMs()),
    retirePendingSignInsOfOtherWays(database, requirement, nowMs()),
  ]);
  announceEnded(dependencies, ended);
  for (const userId of new Set(ended.map((session) => session.userId))) {
    // Whose browser it was that an admin works in is nothing for members to know.
    await securityEvent(dependencies, userId, "ended_by_single_sign_on", { userAgent: "" });
    publishUserChanged(dependencies, userId, ["sessions"]);
  }
}

/**
 * The provider by which the person of an ended session has to come from now on, where they came another way before; null in
 * all other cases. `sessionSecret` is what their browser still holds, so it tells nobody else.
 */
export async function findNewlyRequired(
  dependencies: RequirementDependencies,
  sessionSecret: string,
): Promise<SignOnProvider | null> {
  const ended = await findEndedSession(dependencies.database, await sha256Hex(sessionSecret));
  const provider = ended && (await findRequiredProvider(dependencies, { id: ended.userId, email: ended.email }));
  return provider && provider.id !== ended.providerKey ? signOnProvider(provider) : null;
}
