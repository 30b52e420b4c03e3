import { afterAll, beforeAll, expect, it } from "vitest";
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
