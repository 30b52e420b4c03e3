import { z } from "zod";
import { API_KEY_SCOPES } from "../../../../app/domains/accounts/api-key-scopes";
import type { ApiKey } from "../../../../app/domains/accounts/api-keys";
import { clientOfCall } from "../client-of-call";
import { type Endpoint, endpoint } from "../endpoint";

const shared = { auth: "account", family: "user" } as const;
const done = () => z.object({ status: z.literal("ok") });
const ok = { status: "ok" } as const;

const name = () => z.string().trim().min(1).max(100);
/** `all` and null: everything, also what is to come. */
const permissions = () => z.union([z.array(z.enum(API_KEY_SCOPES)), z.literal("all")]).nullish();
const characterLimit = () => z.int().min(0).max(1_000_000_000).nullish();

const apiKeySchema = () =>
  z.object({
    key_id: z.string(),
    name: z.string(),
    hint: z.string(),
    created_at_unix: z.int(),
    last_used_at_unix: z.int().nullable(),
    is_disabled: z.boolean(),
    permissions: z.array(z.string()).nullable(),
    character_limit: z.int().nullable(),
    character_count: z.int(),
  });

/** A person's own keys. Source: spec 000, section 7 ("API keys"); names of fields as in the contract's service accounts. */
export const userApiKeyEndpoints: Endpoint[] = [
  endpoint({
    ...shared,
    method: "get",
    path: "/v1/user/api-keys",
    summary: "List the caller's API keys",
    io: () => ({ response: z.object({ api_keys: z.array(apiKeySchema()) }) }),
    run: async ({ caller, services }) => {
      const [keys, { periodStartMs }] = await Promise.all([
        services.accounts.listApiKeys(caller),
        services.billing.getSubscription(caller.workspaceId),
      ]);
      return { api_keys: keys.map((key) => apiKeyToWire(key, periodStartMs)) };
    },
  }),

  endpoint({
    ...shared,
    method: "post",
    path: "/v1/user/create-api-key",
    summary: "Make an API key, which is answered this once",
    io: () => ({
      body: z.object({ name: name(), permissions: permissions(), character_limit: characterLimit() }),
      response: apiKeySchema().extend({ xi_api_key: z.string() }),
    }),
    run: async ({ caller, services, body, request, context }) => {
      const limits = { scopes: scopesOf(body.permissions), creditLimit: body.character_limit ?? null };
      const { key, apiKey } = await services.accounts.createApiKey(
        caller,
        body.name,
        limits,
        clientOfCall(request, context),
      );
      return { ...apiKeyToWire(apiKey, 0), xi_api_key: key };
    },
  }),

  endpoint({
    ...shared,
    method: "post",
    path: "/v1/user/edit-api-key",
    summary: "Change an API key's name, what it may do, or how many credits it may use in a period",
    io: () => ({
      body: z.object({
        key_id: z.string().min(1),
        name: name().optional(),
        permissions: permissions(),
        character_limit: characterLimit(),
      }),
      response: done(),
    }),
    run: async ({ caller, services, body }) => {
      await services.accounts.changeApiKey(caller, body.key_id, {
        name: body.name,
        // Absent stays; null and `all` lift the limit.
        ...(body.permissions === undefined ? {} : { scopes: scopesOf(body.permissions) }),
        ...(body.character_limit === undefined ? {} : { creditLimit: body.character_limit }),
      });
      return ok;
    },
  }),

  endpoint({
    ...shared,
    method: "delete",
    path: "/v1/user/delete-api-key",
    summary: "Delete an API key, which stops working at once",
    io: () => ({ body: z.object({ key_id: z.string().min(1) }), response: done() }),
    run: async ({ caller, services, body, request, context }) => {
      await services.accounts.deleteApiKey(caller, body.key_id, clientOfCall(request, context));
      return ok;
    },
  }),
];

const scopesOf = (given: string[] | "all" | null | undefined) => (given === "all" ? null : (given ?? null));

function apiKeyToWire(key: ApiKey, periodStartMs: number) {
  return {
    key_id: key.apiKeyId,
    name: key.name,
    hint: key.preview,
    created_at_unix: Math.floor(key.createdAtMs / 1000),
    last_used_at_unix: key.lastUsedAtMs === null ? null : Math.floor(key.lastUsedAtMs / 1000),
    is_disabled: false,
    permissions: key.scopes === null ? null : [...key.scopes],
    character_limit: key.creditLimit,
    character_count: key.creditPeriodStartMs === periodStartMs ? key.creditsUsed : 0,
  };
}
