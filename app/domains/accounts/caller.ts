/** A workspace role. An admin can do everything an editor can. Source: spec 001, section 6. */
export type WorkspaceRole = "admin" | "editor";

/** Who makes a call: a person's API key, or a signed-in browser. Every query of a call is scoped to `workspaceId`. */
export interface Caller {
  kind: "key" | "session";
  userId: string;
  workspaceId: string;
  role: WorkspaceRole;
  /** Present when `kind` is `key`. */
  apiKeyId?: string;
  /** What that key may do; absent where it may do all. */
  scopes?: readonly string[];
  /** Present when `kind` is `session`. */
  sessionId?: string;
  /** When that session ends unless it is used again. */
  sessionExpiresAtMs?: number;
  /** Present where somebody from support is in the account by its owner's grant: they may look and use, not change. */
  supportAccessId?: string;
}
