/** Tokens that open one socket: a server with an API key makes one and hands it to a browser. */
import type { Authentication } from "./authentication";
import type { Caller } from "./caller";
import type { AccountsDependencies } from "./dependencies";
import { randomHex, sha256Hex } from "./secrets";
import { consumeSingleUseToken, insertSingleUseToken } from "./single-use-token-store";

const LIFETIME_MS = 15 * 60_000;
const TOKEN_BYTES = 32;

export interface SingleUseTokens {
  /** A token of a type (`tts_websocket` …) that works once, within 15 minutes, for the caller's workspace. */
  issueSingleUseToken(caller: Caller, type: string): Promise<string>;
  /** Uses a token up and answers who it was made by, as they are now; null also once their key or session of then has ended. */
  redeemSingleUseToken(token: string, type: string): Promise<Caller | null>;
}

export function createSingleUseTokens(
  { database, nowMs }: Pick<AccountsDependencies, "database" | "nowMs">,
  { renewCaller }: Pick<Authentication, "renewCaller">,
): SingleUseTokens {
  return {
    async issueSingleUseToken({ workspaceId, userId, apiKeyId, sessionId }, type) {
      const token = `sutkn_${randomHex(TOKEN_BYTES)}`;
      await insertSingleUseToken(database, {
        tokenHash: await sha256Hex(token),
        type,
        workspaceId,
        userId,
        apiKeyId: apiKeyId ?? null,
        sessionId: sessionId ?? null,
        expiresAtMs: nowMs() + LIFETIME_MS,
      });
      return token;
    },

    async redeemSingleUseToken(token, type) {
      const used = await consumeSingleUseToken(database, await sha256Hex(token), type, nowMs());
      if (!used) return null;
      const { userId, workspaceId, apiKeyId, sessionId } = used;
      return renewCaller({
        userId,
        workspaceId,
        apiKeyId: apiKeyId ?? undefined,
        sessionId: sessionId ?? undefined,
      });
    },
  };
}
