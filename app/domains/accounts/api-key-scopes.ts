/**
 * What a key may be allowed to do, by the names that clients of this API know (contract, `permissions`), as far as there is
 * something here to allow. Pure.
 */
export const API_KEY_SCOPES = [
  "text_to_speech",
  "speech_history_read",
  "speech_history_write",
  "voices_read",
  "voices_write",
  "models_read",
  "user_read",
  "user_write",
  "workspace_read",
  "workspace_write",
] as const;
export type ApiKeyScope = (typeof API_KEY_SCOPES)[number];

export const isApiKeyScope = (text: string): text is ApiKeyScope =>
  (API_KEY_SCOPES as readonly string[]).includes(text);

/**
 * Scopes as they are stored: in one order, each once. Null (all, also those to come) stays null.
 * Undefined where one of them is none.
 */
export function scopesOf(input: readonly string[] | null): ApiKeyScope[] | null | undefined {
  if (input === null) return null;
  return input.every(isApiKeyScope) ? API_KEY_SCOPES.filter((scope) => input.includes(scope)) : undefined;
}

/** Whether a caller with these scopes may do what needs `scope`. Sessions and older keys have none named: all. */
export function allowsScope(caller: { scopes?: readonly string[] }, scope: ApiKeyScope): boolean {
  return caller.scopes === undefined || caller.scopes.includes(scope);
}

/**
 * Whether a caller may give somebody a key with these scopes: nobody gives more than they have. `api-key-rights.ts` asks the
 * same of credits.
 */
export function mayGrant(caller: { scopes?: readonly string[] | null }, scopes: readonly string[] | null): boolean {
  const own = caller.scopes ?? null;
  return own === null || (scopes?.every((scope) => own.includes(scope)) ?? false);
}
