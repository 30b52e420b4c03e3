/** A person's keys for the API. */
import { AppError } from "../../lib/app-error";
import { newId } from "../../lib/ids";
import { mayGrant, scopesOf } from "./api-key-scopes";
import { changeApiKey, deleteApiKey, insertApiKeyWhile, isApiKey, listApiKeys } from "./api-key-store";
import type { AccountsDependencies, Client } from "./dependencies";
import { publishUserChanged } from "./document-changes";
import { MESSAGES } from "./messages";
import { apiKeyName, apiKeyPreview } from "./rules";
import { randomHex, sha256Hex } from "./secrets";
import type { Acting } from "./security/conditional-rows-store";
import { announceKeysEnded } from "./security/ended-keys";
import { endedMeanwhile } from "./security/ended-meanwhile";
import { securityEvent, securityEventWhile } from "./security/security-events";

/** A key as it can be shown again: never the key itself. */
export interface ApiKey {
  apiKeyId: string;
  name: string;
  /** The last four characters of the key. */
  preview: string;
  createdAtMs: number;
  lastUsedAtMs: number | null;
  /** What it may do; null: all, also what is to come. */
  scopes: readonly string[] | null;
  /** Most credits it may use in a period of the workspace's plan; null: as many as the workspace has. */
  creditLimit: number | null;
  /** Credits it has used, with what running requests hold, in the period that began at `creditPeriodStartMs`. */
  creditsUsed: number;
  creditPeriodStartMs: number;
}

/**
 * Whose keys, and in which session or with which key they are asked for: what that gives ends with it, also at the same
 * moment. A caller that comes with a key of fewer scopes can give no more than that.
 */
export interface KeyOwner extends Acting {
  workspaceId: string;
  scopes?: readonly string[];
}

/** What a key may do and use; what is absent stays, or is without limit for a new key. */
export interface KeyLimits {
  scopes?: readonly string[] | null | undefined;
  creditLimit?: number | null | undefined;
}

export interface ApiKeys {
  /** Newest first. */
  listApiKeys(owner: KeyOwner): Promise<ApiKey[]>;
  /**
   * Makes a key. `key` is answered here and never again.
   * @throws AppError invalid_request (400) for a name that is empty or too long, and for limits that are none;
   * missing_permissions (403) for more than the caller has; conflict (409) at 100 keys; needs_authorization (401) where
   * the session, the key or the account has just ended from which that was asked.
   */
  createApiKey(
    owner: KeyOwner,
    name: string,
    limits?: KeyLimits,
    client?: KeyClient,
  ): Promise<{ key: string; apiKey: ApiKey }>;
  /**
   * Takes effect with the next request; where it is about scopes, the key's sockets have to open again.
   * @throws AppError not_found (404); otherwise as `createApiKey`.
   */
  changeApiKey(owner: KeyOwner, apiKeyId: string, changes: KeyLimits & { name?: string | undefined }): Promise<void>;
  /** The key stops working at once, and its sockets end. @throws AppError not_found (404). */
  deleteApiKey(owner: KeyOwner, apiKeyId: string, client?: KeyClient): Promise<void>;
}

/** Who asked, for the owner's list of what happened: a thief of a session would leave a key behind. */
type KeyClient = Pick<Client, "userAgent" | "place">;
const NO_BROWSER: KeyClient = { userAgent: "" };

const KEY_BYTES = 24;
const MAX_KEYS = 100;

/** Beyond any plan; a number of credits that still adds up exactly. */
const MAX_CREDIT_LIMIT = 1_000_000_000;

export function createApiKeys(
  dependencies: Pick<AccountsDependencies, "database" | "workspaces" | "events" | "waitUntil" | "nowMs">,
): ApiKeys {
  const { database, events, nowMs, waitUntil } = dependencies;
  const announce = ({ userId }: KeyOwner) => publishUserChanged(dependencies, userId, ["api_keys"]);

  return {
    async listApiKeys(owner) {
      return (await listApiKeys(database, owner)).map(
        ({ id, workspaceId: _workspace, userId: _user, keyHash: _hash, ...shown }) => ({
          apiKeyId: id,
          ...shown,
        }),
      );
    },

    async createApiKey(owner, input, limits = {}, client = NO_BROWSER) {
      const name = requireName(input);
      const { scopes = null, creditLimit = null } = requireLimits(owner, limits, null);
      if ((await listApiKeys(database, owner)).length >= MAX_KEYS) {
        throw new AppError("conflict", 409, MESSAGES.tooManyApiKeys);
      }
      const key = `sk_${randomHex(KEY_BYTES)}`;
      const now = nowMs();
      const apiKey: ApiKey = {
        apiKeyId: newId("key", now),
        name,
        preview: apiKeyPreview(key),
        createdAtMs: now,
        lastUsedAtMs: null,
        scopes,
        creditLimit,
        creditsUsed: 0,
        creditPeriodStartMs: 0,
      };
      const { apiKeyId, ...shown } = apiKey;
      const { workspaceId, userId } = owner;
      const row = { id: apiKeyId, workspaceId, userId, ...shown, keyHash: await sha256Hex(key) };
      const [made] = await database.batch([
        // Whoever ends a session looks at the keys there are, and not for one that comes a moment later.
        insertApiKeyWhile(database, { ...row, scopes: scopes === null ? null : [...scopes] }, owner),
        securityEventWhile(dependencies, isApiKey(database, apiKeyId), userId, "api_key_made", client, name),
      ]);
      if (made.length === 0) throw endedMeanwhile();
      announce(owner);
      return { key, apiKey };
    },

    async changeApiKey(owner, apiKeyId, { name, ...limits }) {
      const changes = {
        ...(name === undefined ? {} : { name: requireName(name) }),
        ...requireLimits(owner, limits, undefined),
      };
      if (Object.keys(changes).length === 0) {
        if (!(await listApiKeys(database, owner)).some(({ id }) => id === apiKeyId)) throw noSuchKey();
        return;
      }
      if (owner.scopes !== undefined) await requireWithin(owner, apiKeyId);
      if (!(await changeApiKey(database, owner, apiKeyId, changes))) {
        // Those who shut somebody out must not find their keys able to do more a moment later.
        throw (await listApiKeys(database, owner)).some(({ id }) => id === apiKeyId) ? endedMeanwhile() : noSuchKey();
      }
      // What a socket may hear was settled when it was opened.
      if (changes.scopes !== undefined)
        waitUntil(events.publish(owner.workspaceId, [{ type: "key_changed", apiKeyId }]));
      announce(owner);
    },

    async deleteApiKey(owner, apiKeyId, client = NO_BROWSER) {
      const name = await deleteApiKey(database, owner, apiKeyId);
      if (name === undefined) throw noSuchKey();
      announceKeysEnded(dependencies, [{ apiKeyId, workspaceId: owner.workspaceId }]);
      await securityEvent(dependencies, owner.userId, "api_key_deleted", client, name);
      announce(owner);
    },
  };

  /** A key of fewer scopes leaves those alone that may do more: it could lift their limits. */
  async function requireWithin(owner: KeyOwner, apiKeyId: string): Promise<void> {
    const key = (await listApiKeys(database, owner)).find(({ id }) => id === apiKeyId);
    if (key && !mayGrant(owner, key.scopes)) throw mayNotGrant();
  }
}

/** `absent`: what stands for scopes that are not given, as far as the caller's right to give them goes. */
function requireLimits(owner: KeyOwner, { scopes, creditLimit }: KeyLimits, absent: null | undefined) {
  const chosen = scopes === undefined ? absent : scopes;
  if (chosen !== undefined && !mayGrant(owner, chosen)) throw mayNotGrant();
  const known = scopes === undefined ? undefined : scopesOf(scopes);
  if (scopes !== undefined && known === undefined)
    throw new AppError("invalid_request", 400, MESSAGES.apiKeyScopesInvalid, { param: "permissions" });
  const isLimit =
    creditLimit == null || (Number.isSafeInteger(creditLimit) && creditLimit >= 0 && creditLimit <= MAX_CREDIT_LIMIT);
  if (!isLimit) throw new AppError("invalid_request", 400, MESSAGES.apiKeyLimitInvalid, { param: "character_limit" });
  return {
    ...(known === undefined ? {} : { scopes: known }),
    ...(creditLimit === undefined ? {} : { creditLimit }),
  };
}

function requireName(input: string): string {
  const name = apiKeyName(input);
  if (name === null) throw new AppError("invalid_request", 400, MESSAGES.apiKeyNameInvalid, { param: "name" });
  return name;
}

const noSuchKey = () => new AppError("not_found", 404, MESSAGES.apiKeyNotFound);
const mayNotGrant = () =>
  new AppError("missing_permissions", 403, MESSAGES.apiKeyMayNotGrant, { param: "permissions" });
