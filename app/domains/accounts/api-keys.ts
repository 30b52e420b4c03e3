/** A person's keys for the API. */
import { AppError } from "../../lib/app-error";
import { newId } from "../../lib/ids";
import { deleteApiKey, insertApiKey, listApiKeys, renameApiKey } from "./api-key-store";
import type { AccountsDependencies } from "./dependencies";
import { MESSAGES } from "./messages";
import { apiKeyName, apiKeyPreview } from "./rules";
import { randomHex, sha256Hex } from "./secrets";

/** A key as it can be shown again: never the key itself. */
export interface ApiKey {
  apiKeyId: string;
  name: string;
  /** The last four characters of the key. */
  preview: string;
  createdAtMs: number;
  lastUsedAtMs: number | null;
}

export interface KeyOwner {
  workspaceId: string;
  userId: string;
}

export interface ApiKeys {
  /** Newest first. */
  listApiKeys(owner: KeyOwner): Promise<ApiKey[]>;
  /**
   * Makes a key. `key` is answered here and never again.
   * @throws AppError invalid_request (400) for a name that is empty or too long; conflict (409) at 100 keys.
   */
  createApiKey(owner: KeyOwner, name: string): Promise<{ key: string; apiKey: ApiKey }>;
  /** @throws AppError not_found (404); invalid_request (400) for the name. */
  renameApiKey(owner: KeyOwner, apiKeyId: string, name: string): Promise<void>;
  /** The key stops working at once. @throws AppError not_found (404). */
  deleteApiKey(owner: KeyOwner, apiKeyId: string): Promise<void>;
}

const KEY_BYTES = 24;
const MAX_KEYS = 100;

export function createApiKeys({ database, nowMs }: Pick<AccountsDependencies, "database" | "nowMs">): ApiKeys {
  return {
    async listApiKeys(owner) {
      return (await listApiKeys(database, owner)).map(({ id, name, preview, createdAtMs, lastUsedAtMs }) => ({
        apiKeyId: id,
        name,
        preview,
        createdAtMs,
        lastUsedAtMs,
      }));
    },

    async createApiKey(owner, input) {
      const name = requireName(input);
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
      };
      const { apiKeyId, ...shown } = apiKey;
      await insertApiKey(database, { id: apiKeyId, ...owner, ...shown, keyHash: await sha256Hex(key) });
      return { key, apiKey };
    },

    async renameApiKey(owner, apiKeyId, input) {
      if (!(await renameApiKey(database, owner, apiKeyId, requireName(input)))) throw noSuchKey();
    },

    async deleteApiKey(owner, apiKeyId) {
      if (!(await deleteApiKey(database, owner, apiKeyId))) throw noSuchKey();
    },
  };
}

function requireName(input: string): string {
  const name = apiKeyName(input);
  if (name === null) throw new AppError("invalid_request", 400, MESSAGES.apiKeyNameInvalid, { param: "name" });
  return name;
}

const noSuchKey = () => new AppError("not_found", 404, MESSAGES.apiKeyNotFound);
