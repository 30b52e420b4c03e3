/** A person's keys for the API. */
import { AppError } from "../../lib/app-error";
import { newId } from "../../lib/ids";
import { ALL_RIGHTS, isLimitWithin, isWithin, type KeyRights, mostToGive } from "./api-key-rights";
import { mayGrant, scopesOf } from "./api-key-scopes";
import {
  changeApiKeyWhile,
  deleteApiKeyWhile,
  haveRightsStill,
  insertApiKeyWhile,
  isApiKey,
  listApiKeys,
  type StoredApiKey,
} from "./api-key-store";
import type { AccountsDependencies, Client } from "./dependencies";
import { publishUserChanged } from "./document-changes";
import { MESSAGES } from "./messages";
import { apiKeyName, apiKeyPreview } from "./rules";
import { randomHex, sha256Hex } from "./secrets";
import type { Acting } from "./security/conditional-rows-store";
import { announceKeysEnded } from "./security/ended-keys";
import { endedMeanwhile } from "./security/ended-meanwhile";
import { securityEventWhile } from "./security/security-events";

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
 * moment. A caller that comes with a key of few scopes or with a limit can give no more than that, see `api-key-rights.ts`.
 */
export interface KeyOwner extends Acting {
  workspaceId: string;
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
   * Takes effect with the next request; where its scopes become others, the key's sockets have to open again.
   * @throws AppError not_found (404); otherwise as `createApiKey`.
   */
  changeApiKey(owner: KeyOwner, apiKeyId: string, changes: KeyLimits & { name?: string | undefined }): Promise<void>;
  /**
   * The key stops working at once, and its sockets end.
   * @throws AppError not_found (404); missing_permissions (403) for a key that may do more than the caller's.
   */
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
      const { scopes = null, creditLimit = null } = requireLimits(limits);
      const { keys, own } = await requireMayMake(owner, scopes);
      if (keys.length >= MAX_KEYS) {
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
        insertApiKeyWhile(database, { ...row, scopes: scopes === null ? null : [...scopes] }, owner, own),
        securityEventWhile(dependencies, isApiKey(database, apiKeyId), userId, "api_key_made", client, name),
      ]);
      if (made.length === 0) {
        await requireMayMake(owner, scopes);
        throw endedMeanwhile();
      }
      announce(owner);
      return { key, apiKey };
    },

    async changeApiKey(owner, apiKeyId, { name, ...limits }) {
      const changes = { ...(name === undefined ? {} : { name: requireName(name) }), ...requireLimits(limits) };
      const { mayStill } = await requireMayChange(owner, apiKeyId, changes);
      if (Object.keys(changes).length === 0) return;
      const before = await changeApiKeyWhile(database, owner, apiKeyId, changes, mayStill);
      if (!before) {
        await requireMayChange(owner, apiKeyId, changes);
        // Those who shut somebody out must not find their keys able to do more a moment later.
        throw endedMeanwhile();
      }
      // What a socket may hear was settled when it was opened.
      if (changes.scopes !== undefined && !areSameScopes(changes.scopes, before.scopes))
        waitUntil(events.publish(owner.workspaceId, [{ type: "key_changed", apiKeyId }]));
      announce(owner);
    },

    async deleteApiKey(owner, apiKeyId, client = NO_BROWSER) {
      const { key, mayStill } = await requireMayChange(owner, apiKeyId);
      const isThere = isApiKey(database, apiKeyId, mayStill);
      const [, gone] = await database.batch([
        securityEventWhile(dependencies, isThere, owner.userId, "api_key_deleted", client, key.name),
        deleteApiKeyWhile(database, owner, apiKeyId, mayStill),
      ]);
      if (gone.length === 0) {
        await requireMayChange(owner, apiKeyId);
        throw endedMeanwhile();
      }
      announceKeysEnded(dependencies, [{ apiKeyId, workspaceId: owner.workspaceId }]);
      announce(owner);
    },
  };

  /** All keys, and the caller's own where they come with one, as they are now: it may have got less to say meanwhile. */
  async function readKeys(owner: KeyOwner): Promise<{ keys: StoredApiKey[]; own: StoredApiKey | undefined }> {
    const keys = await listApiKeys(database, owner);
    const own = keys.find(({ id }) => id === owner.apiKeyId);
    if (owner.apiKeyId !== undefined && !own) throw endedMeanwhile();
    return { keys, own };
  }

  async function requireMayMake(owner: KeyOwner, scopes: KeyRights["scopes"]) {
    const { keys, own } = await readKeys(owner);
    if (own && own.creditLimit !== null) throw mayNotLimit(MESSAGES.apiKeyMayNotMake);
    if (own && !mayGrant(own, scopes)) throw mayNotGrant();
    return { keys, own };
  }

  /**
   * A key leaves those alone that may do more, and gives no more than it has. `mayStill`: the condition that all of that is
   * as it was found.
   */
  async function requireMayChange(owner: KeyOwner, apiKeyId: string, changes: Partial<KeyRights> = {}) {
    const { keys, own } = await readKeys(owner);
    const key = keys.find(({ id }) => id === apiKeyId);
    if (!key) throw noSuchKey();
    const rights = own ?? ALL_RIGHTS;
    if (!isWithin(key, rights)) throw mayNotTouch();
    const most = mostToGive(rights, key);
    const { scopes, creditLimit } = { ...key, ...changes };
    if (!mayGrant(most, scopes)) throw mayNotGrant();
    if (!isLimitWithin(creditLimit, most.creditLimit)) throw mayNotLimit(MESSAGES.apiKeyMayNotRaise);
    return { key, mayStill: haveRightsStill(database, own ? [own, key] : []) };
  }
}

function requireLimits({ scopes, creditLimit }: KeyLimits): Partial<KeyRights> & { scopes?: string[] | null } {
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
const mayNot = (message: string, param: string) => new AppError("missing_permissions", 403, message, { param });
const mayNotGrant = () => mayNot(MESSAGES.apiKeyMayNotGrant, "permissions");
const mayNotTouch = () => mayNot(MESSAGES.apiKeyMayNotTouch, "key_id");
const mayNotLimit = (message: string) => mayNot(message, "character_limit");

/** Of scopes in the one order in which they are stored. */
const areSameScopes = (some: KeyRights["scopes"], others: KeyRights["scopes"]) =>
  some === null || others === null ? some === others : some.join() === others.join();
