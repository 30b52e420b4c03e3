import { describe, expect, it } from "vitest";
import { API_KEY_SCOPES, allowsScope, mayGrant, scopesOf } from "~/domains/accounts/api-key-scopes";
import { endpoints } from "../../../workers/app/api/endpoint-table";
import { requireScope, scopeOf } from "../../../workers/app/api/scopes";

const byKey = endpoints.filter(({ auth }) => auth === "account");
const key = (scopes?: string[]) => ({
  kind: "key" as const,
  userId: "user",
  workspaceId: "ws",
  role: "admin" as const,
  apiKeyId: "key",
  ...(scopes ? { scopes } : {}),
});

describe("each operation that needs an account", () => {
  it.each(byKey.map((row) => [`${row.method} ${row.path}`, row] as const))("%s has a scope", (_name, row) => {
    expect(API_KEY_SCOPES).toContain(scopeOf(row));
  });

  it("is refused to a key without it, and allowed to one that has nothing else, to one of all scopes, and to sessions", () => {
    for (const row of byKey) {
      const needed = scopeOf(row);
      const others = API_KEY_SCOPES.filter((scope) => scope !== needed);
      const refusal = { code: "missing_permissions", status: 403, userMessage: expect.stringContaining(needed) };
      expect(() => requireScope(key(others), row)).toThrow(expect.objectContaining(refusal));
      expect(() => requireScope(key([]), row)).toThrow(expect.objectContaining(refusal));
      expect(() => requireScope(key([needed]), row)).not.toThrow();
      expect(() => requireScope(key(), row)).not.toThrow();
    }
  });

  it("that changes something is no matter of reading", () => {
    const reading = ["speech_history_read", "voices_read", "models_read", "user_read", "workspace_read"];
    const changing = byKey.filter(
      ({ method, scope, findMade }) => (method !== "get" || findMade) && scope === undefined,
    );
    for (const row of changing) expect(reading).not.toContain(scopeOf(row));
  });

  it("of a family that is not known yet is found out", () => {
    expect(() => scopeOf({ family: "unheard-of", method: "get" })).toThrow("unheard-of");
  });
});

describe("scopes", () => {
  it("are kept once each and in one order; all of them stay all", () => {
    expect(scopesOf(["user_read", "text_to_speech", "user_read"])).toEqual(["text_to_speech", "user_read"]);
    expect(scopesOf([])).toEqual([]);
    expect(scopesOf(null)).toBeNull();
    expect(scopesOf(["text_to_speech", "everything"])).toBeUndefined();
  });

  it("are given away by nobody who lacks them", () => {
    expect(mayGrant({}, null)).toBe(true);
    expect(mayGrant({ scopes: ["user_write"] }, null)).toBe(false);
    expect(mayGrant({ scopes: ["user_write"] }, ["user_write"])).toBe(true);
    expect(mayGrant({ scopes: ["user_write"] }, ["user_write", "text_to_speech"])).toBe(false);
    expect(allowsScope({ scopes: [] }, "text_to_speech")).toBe(false);
  });
});
