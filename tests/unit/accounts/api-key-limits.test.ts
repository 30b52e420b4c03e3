import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { KeyLimits } from "../../../app/domains/accounts/api-keys";
import { type AccountsFixture, openAccounts } from "../../support/accounts-fixture";

let fixture: AccountsFixture;
let owner: { userId: string; workspaceId: string };
beforeAll(async () => {
  fixture = await openAccounts();
  owner = await fixture.addPerson("limits@example.com");
});
afterAll(() => fixture.close());

it("gives a key what it may do and use, which its caller carries", async () => {
  const { accounts } = fixture;
  const { key, apiKey } = await accounts.createApiKey(owner, "Speaker", {
    scopes: ["text_to_speech"],
    creditLimit: 500,
  });
  expect(apiKey).toMatchObject({ scopes: ["text_to_speech"], creditLimit: 500, creditsUsed: 0 });
  expect(await accounts.authenticateApiKey(key)).toMatchObject({ scopes: ["text_to_speech"] });
  const { key: free } = await accounts.createApiKey(owner, "Free");
  expect(await accounts.authenticateApiKey(free)).not.toHaveProperty("scopes");
});

it("changes them for the next request, and leaves what is not named", async () => {
  const { accounts } = fixture;
  const { key, apiKey } = await accounts.createApiKey(owner, "Changing", { scopes: ["user_read"], creditLimit: 5 });
  await accounts.changeApiKey(owner, apiKey.apiKeyId, { scopes: ["text_to_speech", "models_read"] });
  expect(await accounts.authenticateApiKey(key)).toMatchObject({ scopes: ["text_to_speech", "models_read"] });
  await accounts.changeApiKey(owner, apiKey.apiKeyId, { creditLimit: null });
  await accounts.changeApiKey(owner, apiKey.apiKeyId, { scopes: null });
  await accounts.changeApiKey(owner, apiKey.apiKeyId, {});
  const changed = (await accounts.listApiKeys(owner)).find(({ apiKeyId }) => apiKeyId === apiKey.apiKeyId);
  expect(changed).toMatchObject({ name: "Changing", scopes: null, creditLimit: null });
});

it("refuses scopes and limits that are none", async () => {
  const { accounts } = fixture;
  const attempts = [
    { scopes: ["text_to_speech", "everything"] },
    { creditLimit: -1 },
    { creditLimit: 1.5 },
    { creditLimit: Number.NaN },
    { creditLimit: 1e12 },
  ];
  for (const limits of attempts)
    await expect(accounts.createApiKey(owner, "Wrong", limits)).rejects.toMatchObject({ code: "invalid_request" });
});

it("lets a key of few scopes give no more than it has, nor touch keys that may do more", async () => {
  const { accounts } = fixture;
  const { apiKey: strong } = await accounts.createApiKey(owner, "Strong");
  const { apiKey: equal } = await accounts.createApiKey(owner, "Equal", { scopes: ["user_write"] });
  const { key } = await accounts.createApiKey(owner, "Weak", { scopes: ["user_write", "user_read"] });
  const weak = (await accounts.authenticateApiKey(key))!;
  const refused = { code: "missing_permissions", status: 403 };
  await expect(accounts.createApiKey(weak, "More")).rejects.toMatchObject(refused);
  await expect(accounts.createApiKey(weak, "More", { scopes: ["text_to_speech"] })).rejects.toMatchObject(refused);
  await expect(accounts.changeApiKey(weak, strong.apiKeyId, { creditLimit: null })).rejects.toMatchObject(refused);
  await expect(accounts.changeApiKey(weak, equal.apiKeyId, { scopes: null })).rejects.toMatchObject(refused);
  await accounts.changeApiKey(weak, equal.apiKeyId, { scopes: ["user_read"] });
  expect((await accounts.createApiKey(weak, "Less", { scopes: ["user_read"] })).apiKey.scopes).toEqual(["user_read"]);
});

describe("a key with a limit of credits", () => {
  const REFUSED = { code: "missing_permissions", status: 403 };
  async function keyOf(name: string, limits: KeyLimits = {}) {
    const { key, apiKey } = await fixture.accounts.createApiKey(owner, name, limits);
    return { caller: (await fixture.accounts.authenticateApiKey(key))!, ...apiKey };
  }
  const stored = async (apiKeyId: string) =>
    (await fixture.accounts.listApiKeys(owner)).find((key) => key.apiKeyId === apiKeyId);

  it("neither lifts nor raises it, and may lower it", async () => {
    const { accounts } = fixture;
    const { caller, apiKeyId } = await keyOf("Ten", { creditLimit: 10 });
    for (const creditLimit of [null, 11])
      await expect(accounts.changeApiKey(caller, apiKeyId, { creditLimit })).rejects.toMatchObject({
        ...REFUSED,
        options: { param: "character_limit" },
      });
    await accounts.changeApiKey(caller, apiKeyId, { name: "Ten still", creditLimit: 10 });
    expect(await stored(apiKeyId)).toMatchObject({ name: "Ten still", creditLimit: 10 });
    await accounts.changeApiKey(caller, apiKeyId, { creditLimit: 4 });
    await expect(accounts.changeApiKey(caller, apiKeyId, { creditLimit: 10 })).rejects.toMatchObject(REFUSED);
    expect(await stored(apiKeyId)).toMatchObject({ creditLimit: 4 });
  });

  it("makes no other key, whose credits would come on top of its own", async () => {
    const { accounts } = fixture;
    const { caller } = await keyOf("Childless", { creditLimit: 10 });
    const before = (await accounts.listApiKeys(owner)).length;
    for (const creditLimit of [undefined, null, 11, 10, 0])
      await expect(accounts.createApiKey(caller, "Child", { creditLimit })).rejects.toMatchObject({
        ...REFUSED,
        userMessage: "A key with a limit of credits can make no other key.",
      });
    expect(await accounts.listApiKeys(owner)).toHaveLength(before);
  });

  it("adds nothing to another key, by whose credits it would go on, and may take from one that has no more", async () => {
    const { accounts } = fixture;
    const { caller } = await keyOf("Pusher", { creditLimit: 10 });
    const other = await keyOf("Reader", { scopes: ["user_read", "voices_read"], creditLimit: 5 });
    for (const more of [{ scopes: ["user_read", "text_to_speech"] }, { scopes: null }, { creditLimit: 6 }])
      await expect(accounts.changeApiKey(caller, other.apiKeyId, more)).rejects.toMatchObject(REFUSED);
    await accounts.changeApiKey(caller, other.apiKeyId, { scopes: ["user_read"], creditLimit: 3 });
    expect(await stored(other.apiKeyId)).toMatchObject({ scopes: ["user_read"], creditLimit: 3 });
    const higher = await keyOf("Higher", { scopes: ["user_read"], creditLimit: 11 });
    const unlimited = await keyOf("Unlimited", { scopes: ["user_read"] });
    for (const { apiKeyId } of [higher, unlimited]) {
      await expect(accounts.changeApiKey(caller, apiKeyId, { name: "Mine" })).rejects.toMatchObject(REFUSED);
      await expect(accounts.deleteApiKey(caller, apiKeyId)).rejects.toMatchObject(REFUSED);
    }
  });

  it("that gets its limit, or fewer scopes, at the moment it makes a key or widens one, does neither", async () => {
    const { accounts } = fixture;
    const maker = await keyOf("Maker");
    beforeItIsWritten(() => accounts.changeApiKey(owner, maker.apiKeyId, { creditLimit: 10 }));
    await expect(accounts.createApiKey(maker.caller, "Late child")).rejects.toMatchObject(REFUSED);
    expect((await accounts.listApiKeys(owner)).map(({ name }) => name)).not.toContain("Late child");
    const widener = await keyOf("Widener", { scopes: ["user_write", "text_to_speech"] });
    const narrow = await keyOf("Narrow", { scopes: ["user_write"] });
    beforeItIsWritten(() => accounts.changeApiKey(owner, widener.apiKeyId, { scopes: ["user_write"] }));
    const wider = accounts.changeApiKey(widener.caller, narrow.apiKeyId, { scopes: ["text_to_speech"] });
    await expect(wider).rejects.toMatchObject(REFUSED);
    expect(await stored(narrow.apiKeyId)).toMatchObject({ scopes: ["user_write"] });
  });
});

it("lets a key delete itself, and no key that may do more, also where that gets more at the same moment", async () => {
  const { accounts } = fixture;
  const { apiKey: full } = await accounts.createApiKey(owner, "Full");
  const { apiKey: equal } = await accounts.createApiKey(owner, "Equal one", { scopes: ["user_write"] });
  const { apiKey: rising } = await accounts.createApiKey(owner, "Rising", { scopes: ["user_write"] });
  const { key, apiKey } = await accounts.createApiKey(owner, "Deleting", { scopes: ["user_write"] });
  const weak = (await accounts.authenticateApiKey(key))!;
  const refused = {
    code: "missing_permissions",
    userMessage: "A key can change and delete only keys that may do no more than it.",
  };
  await expect(accounts.deleteApiKey(weak, full.apiKeyId)).rejects.toMatchObject(refused);
  beforeItIsWritten(() => accounts.changeApiKey(owner, rising.apiKeyId, { scopes: null }));
  await expect(accounts.deleteApiKey(weak, rising.apiKeyId)).rejects.toMatchObject(refused);
  await accounts.deleteApiKey(weak, equal.apiKeyId);
  await accounts.deleteApiKey(weak, apiKey.apiKeyId);
  const left = (await accounts.listApiKeys(owner)).map(({ name }) => name);
  expect(left).toEqual(expect.arrayContaining(["Full", "Rising"]));
  expect(left).not.toEqual(expect.arrayContaining(["Equal one"]));
  expect(left).not.toEqual(expect.arrayContaining(["Deleting"]));
  expect(await accounts.authenticateApiKey(key)).toBeNull();
});

/** Has something happen between the last look at what is stored and the writing of it. */
function beforeItIsWritten(happens: () => Promise<unknown>): void {
  const { database } = fixture;
  const batch = database.batch.bind(database);
  vi.spyOn(database, "batch").mockImplementationOnce(async (statements) => {
    await happens();
    return batch(statements);
  });
}
