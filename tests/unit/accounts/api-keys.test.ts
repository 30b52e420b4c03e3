import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { apiKeys, securityEvents, workspaceMembers } from "../../../db/schema";
import { type AccountsFixture, openAccounts } from "../../support/accounts-fixture";

let fixture: AccountsFixture;
let owner: { userId: string; workspaceId: string };
let stranger: { userId: string; workspaceId: string };
beforeAll(async () => {
  fixture = await openAccounts();
  owner = await fixture.addPerson("owner@example.com");
  stranger = await fixture.addPerson("stranger@example.com");
});
afterAll(() => fixture.close());

it("shows a key once and stores its hash and its last four characters", async () => {
  const { key, apiKey } = await fixture.accounts.createApiKey(owner, "  My robot ");
  expect(key).toMatch(/^sk_[0-9a-f]{48}$/);
  expect(apiKey).toMatchObject({ name: "My robot", preview: key.slice(-4), lastUsedAtMs: null });
  expect(await fixture.accounts.listApiKeys(owner)).toContainEqual(apiKey);
  const [row] = await fixture.database.select().from(apiKeys).where(eq(apiKeys.id, apiKey.apiKeyId));
  expect(JSON.stringify(row)).not.toContain(key);
  expect(row!.keyHash).toMatch(/^[0-9a-f]{64}$/);
});

it("tells who calls by it, as a key and as a bearer token", async () => {
  const { key, apiKey } = await fixture.accounts.createApiKey(owner, "Caller");
  const caller = { kind: "key", ...owner, role: "admin", apiKeyId: apiKey.apiKeyId };
  expect(await fixture.accounts.authenticateApiKey(key)).toEqual(caller);
  expect(await fixture.accounts.authenticateToken(key)).toEqual(caller);
  const wrong = key.slice(0, -1) + (key.endsWith("0") ? "1" : "0");
  for (const other of [wrong, key.toUpperCase(), `${key} `, "", "sk_"]) {
    expect(await fixture.accounts.authenticateApiKey(other)).toBeNull();
  }
});

it("notes when it was last used, at most every five minutes", async () => {
  const { accounts, clock, settle } = fixture;
  const { key, apiKey } = await accounts.createApiKey(owner, "Used");
  const lastUsed = async () =>
    (await accounts.listApiKeys(owner)).find((each) => each.apiKeyId === apiKey.apiKeyId)?.lastUsedAtMs;
  await accounts.authenticateApiKey(key);
  await settle();
  const first = await lastUsed();
  expect(first).toBe(clock.nowMs);
  clock.nowMs += 4 * 60_000;
  await accounts.authenticateApiKey(key);
  await settle();
  expect(await lastUsed()).toBe(first);
  clock.nowMs += 2 * 60_000;
  await accounts.authenticateApiKey(key);
  await settle();
  expect(await lastUsed()).toBe(clock.nowMs);
});

it("is told in the owner's list of what happened, made or deleted", async () => {
  const { accounts, database } = fixture;
  const browser = { userAgent: "Mozilla/5.0 Firefox/140.0", place: "NO" };
  const { apiKey } = await accounts.createApiKey(owner, "Left behind", {}, browser);
  await accounts.deleteApiKey(owner, apiKey.apiKeyId, browser);
  const told = await database.select().from(securityEvents).where(eq(securityEvents.detail, "Left behind"));
  expect(told.map(({ kind, userId, place }) => [kind, userId, place])).toEqual([
    ["api_key_made", owner.userId, "NO"],
    ["api_key_deleted", owner.userId, "NO"],
  ]);
});

it("can be renamed and deleted by its owner, and by nobody else", async () => {
  const { accounts } = fixture;
  const { key, apiKey } = await accounts.createApiKey(owner, "Before");
  const { apiKeyId } = apiKey;
  const gone = { code: "not_found", status: 404 };
  for (const other of [
    stranger,
    { ...stranger, workspaceId: owner.workspaceId },
    { ...owner, workspaceId: stranger.workspaceId },
  ]) {
    await expect(accounts.changeApiKey(other, apiKeyId, { name: "Mine" })).rejects.toMatchObject(gone);
    await expect(accounts.changeApiKey(other, apiKeyId, {})).rejects.toMatchObject(gone);
    await expect(accounts.deleteApiKey(other, apiKeyId)).rejects.toMatchObject(gone);
    expect((await accounts.listApiKeys(other)).some((each) => each.apiKeyId === apiKeyId)).toBe(false);
  }
  await accounts.changeApiKey(owner, apiKeyId, { name: "After" });
  expect(await accounts.listApiKeys(owner)).toContainEqual({ ...apiKey, name: "After" });
  await accounts.deleteApiKey(owner, apiKeyId);
  expect(await accounts.authenticateApiKey(key)).toBeNull();
  await expect(accounts.deleteApiKey(owner, apiKeyId)).rejects.toMatchObject(gone);
});

it("tells the sockets that it opened when it is gone or may do something else, and not when it gets another name", async () => {
  const { accounts, events, settle } = fixture;
  const { apiKey } = await accounts.createApiKey(owner, "Listens");
  const { apiKeyId } = apiKey;
  const toldOfKeys = async () => {
    await settle();
    return events.splice(0).filter(({ type }) => type.startsWith("key_"));
  };
  await toldOfKeys();
  await accounts.changeApiKey(owner, apiKeyId, { name: "Listens still", creditLimit: 5 });
  expect(await toldOfKeys()).toEqual([]);
  await accounts.changeApiKey(owner, apiKeyId, { scopes: ["user_read"] });
  expect(await toldOfKeys()).toEqual([{ type: "key_changed", apiKeyId }]);
  // Whoever sends all fields of a key, as forms do, may have meant its name alone.
  await accounts.changeApiKey(owner, apiKeyId, { name: "Listens on", scopes: ["user_read"] });
  expect(await toldOfKeys()).toEqual([]);
  for (const scopes of [null, null, ["voices_read", "user_read"], ["user_read", "voices_read"]])
    await accounts.changeApiKey(owner, apiKeyId, { scopes });
  expect(await toldOfKeys()).toHaveLength(2);
  await accounts.deleteApiKey(owner, apiKeyId);
  expect(await toldOfKeys()).toEqual([{ type: "key_ended", apiKeyId }]);
});

it("needs a name", async () => {
  await expect(fixture.accounts.createApiKey(owner, "  ")).rejects.toMatchObject({
    code: "invalid_request",
    options: { param: "name" },
  });
});

it("stops at one hundred keys a person", async () => {
  const person = await fixture.addPerson("collector@example.com");
  for (let i = 0; i < 100; i++) await fixture.accounts.createApiKey(person, `Key ${i}`);
  await expect(fixture.accounts.createApiKey(person, "One more")).rejects.toMatchObject({
    code: "conflict",
    status: 409,
  });
});

it("stops working when its owner leaves the workspace", async () => {
  const person = await fixture.addPerson("leaver@example.com");
  const { key } = await fixture.accounts.createApiKey(person, "Leaving");
  await fixture.database.delete(workspaceMembers).where(eq(workspaceMembers.userId, person.userId));
  expect(await fixture.accounts.authenticateApiKey(key)).toBeNull();
});

it("can make a token that works once, for one purpose, for a quarter of an hour", async () => {
  const { accounts, clock } = fixture;
  const { key } = await accounts.createApiKey(owner, "Issuer");
  const caller = (await accounts.authenticateApiKey(key))!;
  const token = await accounts.issueSingleUseToken(caller, "tts_websocket");
  expect(await accounts.redeemSingleUseToken(token, "realtime_scribe")).toBeNull();
  const redeemed = await Promise.all([1, 2].map(() => accounts.redeemSingleUseToken(token, "tts_websocket")));
  expect(redeemed.filter((each) => each !== null)).toEqual([caller]);
  const late = await accounts.issueSingleUseToken(caller, "tts_websocket");
  clock.nowMs += 15 * 60_000;
  expect(await accounts.redeemSingleUseToken(late, "tts_websocket")).toBeNull();
});
