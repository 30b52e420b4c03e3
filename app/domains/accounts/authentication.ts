/** Who is calling? Answers for API keys and for the identity tokens of signed-in browsers. */
import { findApiKeyByHash, findApiKeyById, touchApiKey } from "./api-key-store";
import type { Caller } from "./caller";
import type { AccountsDependencies } from "./dependencies";
import { type Identity, verifyIdentityToken } from "./identity-tokens";
import { isApiKeyShaped } from "./rules";
import { sha256Hex } from "./secrets";
import { endOfSessionMs, findLiveSession, isUseToNote, touchSession } from "./session-store";

const USE_IS_NOTED_EVERY_MS = 5 * 60_000;

type AuthenticationDependencies = Pick<
  AccountsDependencies,
  "database" | "identityTokenSecret" | "nowMs" | "staffDomains" | "waitUntil"
>;

/** Somebody who was let in before: by a key, or in a session. */
export type FormerCaller = Pick<Caller, "userId" | "workspaceId" | "apiKeyId" | "sessionId">;

export interface Authentication {
  /** The caller behind an API key (`sk_…`), or null. When it was last used is noted at most every five minutes. */
  authenticateApiKey(key: string): Promise<Caller | null>;
  /**
   * The caller behind a bearer token: an API key or an identity token, or null. A session that was signed out is
   * refused at once, whatever time its tokens have left. What pages do by themselves is no use of the session.
   */
  authenticateToken(bearer: string, how?: { countsAsUse?: boolean }): Promise<Caller | null>;
  /**
   * Somebody of before as they are now, or null once their key or session, their membership or their account has ended. For
   * what goes on after it was let in: by one query.
   */
  renewCaller(caller: FormerCaller, how?: { countsAsUse?: boolean }): Promise<Caller | null>;
}

export function createAuthentication({
  database,
  identityTokenSecret,
  nowMs,
  staffDomains,
  waitUntil,
}: AuthenticationDependencies): Authentication {
  async function authenticateApiKey(key: string): Promise<Caller | null> {
    if (!isApiKeyShaped(key)) return null;
    return callerOfKey(await findApiKeyByHash(database, await sha256Hex(key)));
  }

  function callerOfKey(found: Awaited<ReturnType<typeof findApiKeyByHash>>): Caller | null {
    if (!found) return null;
    const now = nowMs();
    if ((found.key.lastUsedAtMs ?? 0) < now - USE_IS_NOTED_EVERY_MS) {
      waitUntil(touchApiKey(database, found.key.id, now, now - USE_IS_NOTED_EVERY_MS));
    }
    const { id: apiKeyId, userId, workspaceId, scopes } = found.key;
    const limits = scopes === null ? {} : { scopes };
    return { kind: "key", userId, workspaceId, role: found.role, apiKeyId, ...limits };
  }

  async function authenticateToken(bearer: string, { countsAsUse = true } = {}): Promise<Caller | null> {
    if (isApiKeyShaped(bearer)) return authenticateApiKey(bearer);
    const identity = await verifyIdentityToken(bearer, await identityTokenSecret(), nowMs());
    return identity && callerOfSession(identity, countsAsUse);
  }

  async function callerOfSession(identity: Identity, countsAsUse: boolean): Promise<Caller | null> {
    const now = nowMs();
    const live = await findLiveSession({ database, staffDomains }, identity.sessionId, now);
    if (
      !live ||
      live.eraseAtMs !== null ||
      live.user.id !== identity.userId ||
      live.session.workspaceId !== identity.workspaceId
    )
      return null;
    if (countsAsUse && isUseToNote(live.session, live.inactivityTimeoutSeconds, now))
      waitUntil(touchSession(database, live.session.id, { lastSeenAtMs: now }));
    const { supportAccessId } = live.session;
    return {
      kind: "session",
      ...identity,
      role: live.role,
      sessionExpiresAtMs: endOfSessionMs(live.session, live.inactivityTimeoutSeconds),
      ...(supportAccessId === null ? {} : { supportAccessId }),
    };
  }

  async function renewCaller(
    { userId, workspaceId, sessionId, apiKeyId }: FormerCaller,
    { countsAsUse = true } = {},
  ): Promise<Caller | null> {
    if (apiKeyId !== undefined) return callerOfKey(await findApiKeyById(database, apiKeyId));
    return sessionId === undefined ? null : callerOfSession({ userId, workspaceId, sessionId }, countsAsUse);
  }

  return { authenticateApiKey, authenticateToken, renewCaller };
}
