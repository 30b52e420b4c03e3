import { afterAll, beforeAll, expect, it } from "vitest";
import { passkeys } from "../../../db/schema";
import { type AccountsFixture, CLIENT, openAccounts, PASSWORD } from "../../support/accounts-fixture";
import { openSessionOf } from "../../support/factor-helpers";

const DAY_MS = 86_400_000;
const NEW_PASSWORD = "Owner zebra 5!";
let fixture: AccountsFixture;
beforeAll(async () => {
  fixture = await openAccounts();
});
afterAll(() => fixture.close());

/** An account with an old API key of its owner's, and a passkey and a key that a thief added just now. */
async function addRobbedPerson(email: string) {
  const { accounts, clock, database } = fixture;
  const { userId } = await fixture.addPerson(email);
  const { key: ownKey } = await accounts.createApiKey((await openSessionOf(fixture, email)).person, "Website");
  clock.nowMs += 31 * DAY_MS;
  const { key: thiefsKey, apiKey } = await accounts.createApiKey(
    (await openSessionOf(fixture, email)).person,
    "Thief's",
  );
  const passkey = { id: `passkey ${email}`, userId, name: "Thief", publicKey: Buffer.from("p") };
  await database.insert(passkeys).values({ ...passkey, createdAtMs: clock.nowMs });
  await accounts.requestPasswordReset(email, CLIENT);
  await fixture.settle();
  fixture.events.length = 0;
  return { userId, ownKey, thiefsKey, thiefsKeyId: apiKey.apiKeyId, code: fixture.newestCode("resetPassword") };
}

/** Whose sockets were ended. */
const endedKeys = () => fixture.events.flatMap((event) => (event.type === "key_ended" ? [event.apiKeyId] : []));
const worksStill = async (key: string) => (await fixture.accounts.authenticateApiKey(key)) !== null;

it("shows by name and day what else gets in, and removes what was added lately where its owner wants that", async () => {
  const { accounts, clock, mails } = fixture;
  const { userId, ownKey, thiefsKey, thiefsKeyId, code } = await addRobbedPerson("robbed@example.com");
  const ways = (await accounts.findWaysAtReset(code, CLIENT))!;
  expect(ways.sinceMs).toBe(clock.nowMs - 30 * DAY_MS);
  expect(ways.removable.map(({ name }) => name).sort()).toEqual([
    expect.stringMatching(/^API key “Thief's” /),
    "Passkey “Thief”",
  ]);
  expect(ways.kept).toEqual([
    { kind: "api_key", name: expect.stringMatching(/^API key “Website” /), addedAtMs: clock.nowMs - 31 * DAY_MS },
  ]);
  // As long as the page may be read: what it shows is what goes.
  clock.nowMs += 3_000_000;
  const form = { code, password: NEW_PASSWORD, repeated: NEW_PASSWORD, removesAdded: true };
  expect(await accounts.resetPassword(form, CLIENT)).toEqual({ kind: "changed" });
  await fixture.settle();
  expect([await worksStill(thiefsKey), await worksStill(ownKey)]).toEqual([false, true]);
  expect(endedKeys()).toEqual([thiefsKeyId]);
  expect(await accounts.passkeys.listPasskeys(userId)).toEqual([]);
  expect(mails.at(-1)!.text).toMatch(/Removed: .*Passkey “Thief”[\s\S]*Gets in still: API key “Website”/);
  const kinds = (await accounts.security.listEvents(userId)).map(({ kind }) => kind);
  expect(kinds).toEqual(expect.arrayContaining(["password_changed", "passkey_removed", "api_key_deleted"]));
});

it("removes nothing where the owner knows all of it, and mails what still gets in", async () => {
  const { accounts, mails } = fixture;
  const { userId, ownKey, thiefsKey, code } = await addRobbedPerson("knows-all@example.com");
  const form = { code, password: NEW_PASSWORD, repeated: NEW_PASSWORD };
  expect(await accounts.resetPassword(form, CLIENT)).toEqual({ kind: "changed" });
  await fixture.settle();
  expect([await worksStill(thiefsKey), await worksStill(ownKey)]).toEqual([true, true]);
  expect(endedKeys()).toEqual([]);
  expect(await accounts.passkeys.listPasskeys(userId)).toHaveLength(1);
  expect(mails.at(-1)!.text).toMatch(/Gets in still: .*Passkey “Thief”/);
  expect(mails.at(-1)!.text).toContain("https://parlando.example/app/settings/security");
});

it("shows nothing for a link that is no good, or is somebody else's", async () => {
  const { code } = await addRobbedPerson("shown-to@example.com");
  expect(await fixture.accounts.findWaysAtReset("0".repeat(64), CLIENT)).toBeNull();
  expect(await fixture.accounts.findWaysAtReset(code, CLIENT, { userId: "user_else" })).toBeNull();
  const form = { code, password: PASSWORD, repeated: PASSWORD };
  await fixture.accounts.resetPassword(form, CLIENT);
  expect(await fixture.accounts.findWaysAtReset(code, CLIENT)).toBeNull();
});
