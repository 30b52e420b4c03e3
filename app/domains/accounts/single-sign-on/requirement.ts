/** Workspaces whose members have to sign in by the workspace's own provider. */
import type { AccountsDependencies } from "../dependencies";
import { publishUserChanged } from "../document-changes";
import { sha256Hex } from "../secrets";
import { announceEnded } from "../security/ended-sessions";
import { securityEvent } from "../security/security-events";
import { findProviderOfEmail, isConnected, type SignOnProvider, signOnProvider } from "./directory";
import { selectVerifiedDomains } from "./provider-store";
import {
  findEndedSession,
  retirePendingSignInsOfOtherWays,
  revokeSessionsOfOtherWays,
  selectRequiredProvidersOf,
} from "./requirement-store";
import { domainOfEmail } from "./rules";

type RequirementDependencies = Pick<AccountsDependencies, "database" | "workspaces">;

/**
 * The id of the provider by which this account has to be signed in, or null. It is asked of members with an address at one
 * of the provider's verified domains, and of those who have been signed in by it, whatever their address is by now; the
 * workspace's owner keeps the other ways, so that a broken provider locks nobody out for good.
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
  const [ofAddress, known] = await Promise.all([
    findProviderOfEmail(database, user.email),
    selectRequiredProvidersOf(database, user.id),
  ]);
  for (const provider of [ofAddress, ...known]) {
    if (!provider?.isRequired || !isConnected(provider)) continue;
    const membership = await workspaces.findMembership({ workspaceId: provider.workspaceId, userId: user.id });
    if (membership && !membership.isOwner) return provider;
  }
  return null;
}

/**
 * Whether a person's account may get another address. Where they have to come by a provider, it has to stay at one of that
 * provider's domains: outside of them the provider says no more when somebody leaves.
 */
export async function mayHaveAddress(
  dependencies: RequirementDependencies,
  user: { id: string; email: string },
  newEmail: string,
): Promise<boolean> {
  const provider = await findRequiredProvider(dependencies, user);
  if (!provider) return true;
  const domain = domainOfEmail(newEmail);
  return domain !== null && (await selectVerifiedDomains(dependencies.database, provider.id)).includes(domain);
}

/** Whether somewhere asks its members at this address's domain to sign in by a provider. Tells nothing about accounts. */
export async function isProviderRequiredFor(
  { database }: Pick<AccountsDependencies, "database">,
  email: string,
): Promise<boolean> {
  return (await findProviderOfEmail(database, email))?.isRequired ?? false;
}

type EndingDependencies = Pick<AccountsDependencies, "database" | "events" | "waitUntil" | "nowMs" | "workspaces">;

/** To be called once a person has another address: by that a requirement may have come to hold for them. */
export async function endOtherWaysOf(
  dependencies: EndingDependencies,
  user: { id: string; email: string },
): Promise<void> {
  const provider = await findRequiredProvider(dependencies, user);
  if (!provider) return;
  const { id: providerId, workspaceId } = provider;
  await endOtherWays(dependencies, { workspaceId, providerId, userId: user.id }, "");
}

/**
 * To be called once a requirement holds, and whenever it comes to hold for more members: what they opened another way ends
 * at once, pages, tokens and sockets alike, and they see it in the list of what happened. Only the session goes on in which
 * the admin works who has just asked for it.
 */
export async function endOtherWays(
  dependencies: EndingDependencies,
  { workspaceId, providerId, userId: onlyUserId }: { workspaceId: string; providerId: string; userId?: string },
  keptSessionId: string,
): Promise<void> {
  const { database, nowMs } = dependencies;
  const domains = await selectVerifiedDomains(database, providerId);
  if (domains.length === 0) return;
  const requirement = { workspaceId, providerId, domains, userId: onlyUserId };
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
