/** What every way of signing in ends with: a session. */
import type { AccountsDependencies, Client } from "./dependencies";
import { randomHex, sha256Hex } from "./secrets";
import { insertSession } from "./session-store";
import type { User } from "./user-store";

export const SESSION_LIFETIME_MS = 30 * 86_400_000;
const SESSION_SECRET_BYTES = 32;
const USER_AGENT_MAX_LENGTH = 256;

/** What first proved who somebody is. */
export type FirstFactor = "password" | "passkey" | "oidc" | "saml";

export type SignInOutcome =
  | { kind: "signed_in"; sessionSecret: string }
  /** The first factor was right, a second one is asked for: the browser keeps the secret and goes to that screen. */
  | { kind: "second_factor"; pendingSecret: string }
  | { kind: "refused" };

/** Opens a session for somebody whose first factor was right. The secret is new each time, so none can be fixed beforehand. */
export async function completeSignIn(
  { database, workspaces, nowMs }: Pick<AccountsDependencies, "database" | "workspaces" | "nowMs">,
  user: Pick<User, "id">,
  firstFactor: FirstFactor,
  client: Client,
): Promise<SignInOutcome> {
  const sessionSecret = randomHex(SESSION_SECRET_BYTES);
  const now = nowMs();
  await insertSession(database, {
    id: await sha256Hex(sessionSecret),
    userId: user.id,
    workspaceId: await workspaces.getFirstWorkspaceId(user.id),
    userAgent: client.userAgent.slice(0, USER_AGENT_MAX_LENGTH),
    place: client.place ?? "",
    firstFactor,
    createdAtMs: now,
    lastSeenAtMs: now,
    expiresAtMs: now + SESSION_LIFETIME_MS,
    confirmedAtMs: now,
  });
  return { kind: "signed_in", sessionSecret };
}
