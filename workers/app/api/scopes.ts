/** Which scope an API key needs for a row of the table: by family, and whether the row only reads. */
import { type ApiKeyScope, allowsScope } from "../../../app/domains/accounts/api-key-scopes";
import { AppError } from "../../../app/lib/app-error";
import type { Caller } from "./caller";
import type { Endpoint } from "./endpoint";

type Row = Pick<Endpoint, "scope" | "family" | "method"> & Partial<Pick<Endpoint, "findMade">>;

const SCOPES: Readonly<Record<string, { read: ApiKeyScope; write: ApiKeyScope }>> = {
  "text-to-speech": { read: "text_to_speech", write: "text_to_speech" },
  "text-to-dialogue": { read: "text_to_speech", write: "text_to_speech" },
  "audio-speech": { read: "text_to_speech", write: "text_to_speech" },
  "single-use-tokens": { read: "text_to_speech", write: "text_to_speech" },
  history: { read: "speech_history_read", write: "speech_history_write" },
  sharing: { read: "speech_history_read", write: "speech_history_write" },
  models: { read: "models_read", write: "models_read" },
  voices: { read: "voices_read", write: "voices_write" },
  user: { read: "user_read", write: "user_write" },
  realtime: { read: "user_read", write: "user_read" },
  workspace: { read: "workspace_read", write: "workspace_write" },
};

/** @throws Error for a family that has none yet: a row that needs an account names its scope, or its family does. */
export function scopeOf({ scope, family, method, findMade }: Row): ApiKeyScope {
  if (scope) return scope;
  const known = SCOPES[family];
  if (!known) throw new Error(`the family ${family} has no scope`);
  return method === "get" && !findMade ? known.read : known.write;
}

/** Refuses an API key that lacks the row's scope. @throws AppError missing_permissions (403). */
export function requireScope(caller: Caller, row: Row): void {
  // A session has all of them, also where a row names none.
  if (caller.scopes !== undefined) requireGranted(caller, scopeOf(row));
}

/** Refuses an API key that lacks a scope. @throws AppError missing_permissions (403). */
export function requireGranted(caller: Caller, scope: ApiKeyScope): void {
  if (allowsScope(caller, scope)) return;
  throw new AppError(
    "missing_permissions",
    403,
    `The API key you used is missing the permission ${scope} to execute this operation.`,
  );
}
