/**
 * How a client of a text socket shows who it is: the key as a header of the upgrade, a token in the address, or either in
 * its first message. Source: contract, `auth.websocketBrowser`.
 */
import { allowsScope } from "../../app/domains/accounts/api-key-scopes";
import type { Caller } from "../../app/domains/accounts/caller";
import type { AccountsService } from "../../app/domains/accounts/service";
import { requireGranted } from "../../workers/app/api/scopes";
import type { ClientMessage } from "./protocol";

const TOKEN_TYPE = "tts_websocket";
const SCOPE = "text_to_speech";

export type Credentials = { apiKey: string } | { token: string } | { singleUseToken: string };

export function credentialsOfRequest(request: Request): Credentials | null {
  const query = new URL(request.url).searchParams;
  return pick({
    apiKey: request.headers.get("xi-api-key") ?? undefined,
    authorization: request.headers.get("authorization") ?? query.get("authorization") ?? undefined,
    singleUseToken: query.get("single_use_token") ?? undefined,
  });
}

export function credentialsOfMessage(message: ClientMessage): Credentials | null {
  return pick(message);
}

function pick(given: { apiKey?: string; authorization?: string; singleUseToken?: string }): Credentials | null {
  const apiKey = given.apiKey?.trim();
  if (apiKey) return { apiKey };
  if (given.singleUseToken) return { singleUseToken: given.singleUseToken };
  const token = given.authorization?.replace(/^bearer\s+/i, "").trim();
  return token ? { token } : null;
}

type Authenticator = Pick<AccountsService, "authenticateApiKey" | "authenticateToken" | "redeemSingleUseToken">;

/**
 * Who it is, or null for credentials that are unknown, used up or expired, and for those of somebody from support.
 * @throws AppError missing_permissions (403) for a key that may not speak.
 */
export async function findSessionCaller(accounts: Authenticator, credentials: Credentials): Promise<Caller | null> {
  const caller = await findCaller(accounts, credentials);
  if (!caller || caller.supportAccessId !== undefined) return null;
  requireGranted(caller, SCOPE);
  return caller;
}

async function findCaller(accounts: Authenticator, credentials: Credentials): Promise<Caller | null> {
  if ("apiKey" in credentials) return accounts.authenticateApiKey(credentials.apiKey);
  if ("singleUseToken" in credentials) return accounts.redeemSingleUseToken(credentials.singleUseToken, TOKEN_TYPE);
  const redeemed = credentials.token.startsWith("sutkn_")
    ? await accounts.redeemSingleUseToken(credentials.token, TOKEN_TYPE)
    : null;
  return redeemed ?? accounts.authenticateToken(credentials.token);
}

/** Whether a caller may speak over a socket as they are now: a key may have lost its right to, and support has none here. */
export const maySpeak = (caller: Caller): boolean => caller.supportAccessId === undefined && allowsScope(caller, SCOPE);
