/**
 * Which account a provider's answer belongs to: a known one, one with the same address, or a new one, which takes the address
 * from an account that never was verified.
 */
import type { AccountsDependencies } from "../dependencies";
import { normalizeEmail } from "../rules";
import type { SignUp } from "../sign-up";
import { findUser, findUserByEmail, type User } from "../user-store";
import type { ReachableProvider } from "./directory";
import type { ProvidedIdentity } from "./ports";
import { selectVerifiedDomains } from "./provider-store";
import { findUserOfSubject, insertIdentityWhile, touchIdentity } from "./request-store";
import { isProviderRequiredFor, requiredProviderOf } from "./requirement";
import { type AccountInQuestion, type Authority, decideSignOn, type SignOnDecision, type SignOnProblem } from "./rules";

type PersonDependencies = Pick<AccountsDependencies, "database" | "workspaces" | "nowMs">;
type Provider = Pick<ReachableProvider, "key" | "workspaceId">;

/** The account, linked to the provider's subject from now on; or why there is none. */
export async function personOfIdentity(
  dependencies: PersonDependencies,
  createVerifiedPerson: SignUp["createVerifiedPerson"],
  provider: Provider,
  identity: ProvidedIdentity,
): Promise<{ kind: "person"; user: User } | { kind: "refused"; problem: SignOnProblem }> {
  const { database, nowMs } = dependencies;
  const decision = await decide(dependencies, provider, identity);
  if (decision.kind === "refused") return decision;
  // An account by another way would stand in the way of the one that the organisation's provider opens.
  const isOthers =
    decision.kind === "create" &&
    provider.workspaceId === null &&
    (await isProviderRequiredFor(dependencies, decision.email));
  if (isOthers) return { kind: "refused", problem: "provider_required" };
  const userId = decision.kind === "create" ? await create(decision.email) : decision.userId;
  const user = userId === null ? undefined : await findUser(database, userId);
  // Another sign-up took the address at the same moment: the next try finds its account.
  if (!user) return { kind: "refused", problem: "changed_meanwhile" };
  const required = await requiredProviderOf(dependencies, user);
  if (required !== null && required !== provider.key) return { kind: "refused", problem: "provider_required" };
  const now = nowMs();
  if (decision.kind === "sign_in") await touchIdentity(database, provider.key, identity.subject, now);
  else {
    // Where the account has another address by now, no link comes of it, and without one no session opens.
    await insertIdentityWhile(database, {
      providerKey: provider.key,
      subject: identity.subject,
      userId: user.id,
      email: decision.email,
      createdAtMs: now,
      lastUsedAtMs: now,
    });
  }
  return { kind: "person", user };

  async function create(email: string): Promise<string | null> {
    const form = {
      email,
      // Whoever wants one chooses it in the settings or by mail.
      password: "",
      firstName: identity.firstName,
      agreesToProductUpdates: false,
    };
    const made = await createVerifiedPerson(form, provider.workspaceId ?? undefined);
    return made?.userId ?? null;
  }
}

async function decide(
  dependencies: PersonDependencies,
  provider: Provider,
  identity: ProvidedIdentity,
): Promise<SignOnDecision> {
  const { database, workspaces } = dependencies;
  const { workspaceId } = provider;
  const authority: Authority =
    workspaceId === null
      ? { kind: "installation" }
      : { kind: "workspace", workspaceId, verifiedDomains: await selectVerifiedDomains(database, provider.key) };
  const email = normalizeEmail(identity.email ?? "");
  const known = await findUserOfSubject(database, provider.key, identity.subject);
  const sameAddress = known || !email ? undefined : await findUserByEmail(database, email);
  return decideSignOn(authority, identity, await inQuestion(known), await inQuestion(sameAddress));

  async function inQuestion(user: User | undefined): Promise<AccountInQuestion | null> {
    if (!user) return null;
    const role = workspaceId === null ? null : await workspaces.findRole({ workspaceId, userId: user.id });
    const { id: userId, email, emailVerifiedAtMs } = user;
    const hasToComeByIt = workspaceId !== null && (await requiredProviderOf(dependencies, user)) === provider.key;
    return { userId, email, isEmailVerified: emailVerifiedAtMs !== null, isMember: role !== null, hasToComeByIt };
  }
}
