import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { passkeyChallenges, passkeys as passkeyTable } from "../../../../db/schema";
import { type AccountsFixture, CLIENT, openAccounts } from "../../../support/accounts-fixture";
import { addPersonWithTotp, openSessionOf } from "../../../support/factor-helpers";
import { SoftwarePasskey } from "../../../support/software-passkey";

const ORIGIN = "https://parlando.example";
let fixture: AccountsFixture;
beforeAll(async () => {
  fixture = await openAccounts();
});
beforeEach(() => {
  fixture.taken.clear();
  fixture.usedUp.clear();
  fixture.mails.length = 0;
});
afterAll(() => fixture.close());

/** Somebody with a passkey, in a session of theirs. */
async function addPersonWithPasskey(email: string) {
  await fixture.addPerson(email);
  const session = await openSessionOf(fixture, email);
  const passkey = new SoftwarePasskey(ORIGIN);
  const { passkeys } = fixture.accounts;
  const options = await passkeys.startAdding(session.person);
  await passkeys.finishAdding(session.person, { name: " My  laptop ", response: passkey.make(options) }, CLIENT);
  return { ...session, passkey };
}

const signInWith = async (passkey: SoftwarePasskey, how = {}) => {
  const { passkeys } = fixture.accounts;
  return passkeys.finishSignIn(passkey.use(await passkeys.startSignIn(CLIENT), how), CLIENT);
};

it("is made, listed and told by mail, and signs in as both factors", async () => {
  const { accounts, mails, settle } = fixture;
  const { person, passkey } = await addPersonWithPasskey("made@example.com");
  await settle();
  expect(mails.map(({ subject, text }) => [subject, text.includes("Passkey “My laptop”")])).toEqual([
    ["A way to sign in was added", true],
  ]);
  const outcome = await signInWith(passkey);
  if (outcome.kind !== "signed_in") throw new Error(outcome.kind);
  const signedIn = await accounts.findSignedIn(outcome.sessionSecret);
  expect(signedIn?.userId).toBe(person.userId);
  const [listed] = await accounts.passkeys.listPasskeys(person.userId);
  expect(listed).toEqual({
    passkeyId: passkey.id,
    name: "My laptop",
    isBackedUp: false,
    createdAtMs: fixture.clock.nowMs,
    lastUsedAtMs: fixture.clock.nowMs,
  });
  const sessions = await accounts.security.listSessions(signedIn!);
  expect(sessions[0]).toMatchObject({ isCurrent: true, usedSecondFactor: true });
});

it("asks somebody who has an authenticator app for nothing more", async () => {
  const { person } = await addPersonWithTotp(fixture, "both@example.com");
  const passkey = new SoftwarePasskey(ORIGIN);
  const { passkeys } = fixture.accounts;
  const made = passkey.make(await passkeys.startAdding(person));
  await passkeys.finishAdding(person, { name: "Key", response: made }, CLIENT);
  expect((await signInWith(passkey)).kind).toBe("signed_in");
});

it("takes a challenge once, stored by its hash, and ten minutes", async () => {
  const { accounts, database, clock, taken } = fixture;
  const { passkey } = await addPersonWithPasskey("challenge@example.com");
  const options = await accounts.passkeys.startSignIn(CLIENT);
  expect(JSON.stringify(await database.select().from(passkeyChallenges))).not.toContain(options.challenge);
  const answer = passkey.use(options);
  const both = await Promise.all([
    accounts.passkeys.finishSignIn(answer, CLIENT),
    accounts.passkeys.finishSignIn(answer, CLIENT),
  ]);
  expect(both.map(({ kind }) => kind).toSorted()).toEqual(["refused", "signed_in"]);
  expect(taken.get(`sign_in_failure_client ${CLIENT.address}`)).toBe(1);
  const old = await accounts.passkeys.startSignIn(CLIENT);
  clock.nowMs += 10 * 60_000;
  expect((await accounts.passkeys.finishSignIn(passkey.use(old), CLIENT)).kind).toBe("refused");
});

it.each([
  ["another site", { origin: "https://parlando.example.evil.example" }],
  ["no finger or PIN", { isVerified: false }],
])("is refused with %s, when made and when used", async (what, how) => {
  const email = `refused-${what.length}@example.com`;
  const { passkey } = await addPersonWithPasskey(email);
  expect((await signInWith(passkey, how)).kind).toBe("refused");
  const { person } = await openSessionOf(fixture, email);
  const another = new SoftwarePasskey(ORIGIN);
  const response = another.make(await fixture.accounts.passkeys.startAdding(person), how);
  await expect(
    fixture.accounts.passkeys.finishAdding(person, { name: "Another", response }, CLIENT),
  ).rejects.toMatchObject({ status: 400 });
});

it("is refused when its counter does not move on, as a copy's does not", async () => {
  const { passkey } = await addPersonWithPasskey("counter@example.com");
  expect((await signInWith(passkey, { counter: 7 })).kind).toBe("signed_in");
  expect((await signInWith(passkey, { counter: 7 })).kind).toBe("refused");
  expect((await signInWith(passkey, { counter: 3 })).kind).toBe("refused");
  expect((await signInWith(passkey, { counter: 8 })).kind).toBe("signed_in");
});

it("answers a challenge only for what it was asked for, by whom", async () => {
  const { accounts } = fixture;
  const ada = await addPersonWithPasskey("ada@example.com");
  const bob = await addPersonWithPasskey("bob@example.com");
  const forSignIn = ada.passkey.use(await accounts.passkeys.startSignIn(CLIENT));
  await expect(accounts.stepUp.confirmByPasskey(ada.person, forSignIn, CLIENT)).rejects.toMatchObject({ status: 400 });
  const forAda = await accounts.stepUp.startPasskey(ada.person);
  await expect(accounts.stepUp.confirmByPasskey(bob.person, bob.passkey.use(forAda), CLIENT)).rejects.toMatchObject({
    status: 400,
  });
  expect((await accounts.passkeys.finishSignIn(ada.passkey.use(forAda), CLIENT)).kind).toBe("refused");
  // What was made for Ada does not become Bob's.
  const made = new SoftwarePasskey(ORIGIN).make(await accounts.passkeys.startAdding(ada.person));
  await expect(
    accounts.passkeys.finishAdding(bob.person, { name: "Stolen", response: made }, CLIENT),
  ).rejects.toMatchObject({ status: 400 });
});

it("is refused with another key behind the same id, and with another person's handle", async () => {
  const { accounts } = fixture;
  const ada = await addPersonWithPasskey("ada-key@example.com");
  const stranger = new SoftwarePasskey(ORIGIN);
  const forged = {
    ...stranger.use(await accounts.passkeys.startSignIn(CLIENT)),
    id: ada.passkey.id,
    rawId: ada.passkey.id,
  };
  expect((await accounts.passkeys.finishSignIn(forged, CLIENT)).kind).toBe("refused");
  const answer = ada.passkey.use(await accounts.passkeys.startSignIn(CLIENT));
  answer.response.userHandle = Buffer.from("user_somebody_else").toString("base64url");
  expect((await accounts.passkeys.finishSignIn(answer, CLIENT)).kind).toBe("refused");
  expect(
    (await accounts.passkeys.finishSignIn(stranger.use(await accounts.passkeys.startSignIn(CLIENT)), CLIENT)).kind,
  ).toBe("refused");
});

it("is renamed and removed by its owner alone, and signs in no more", async () => {
  const { accounts, database } = fixture;
  const ada = await addPersonWithPasskey("ada-owner@example.com");
  const bob = await addPersonWithPasskey("bob-owner@example.com");
  const { passkeys } = accounts;
  await expect(passkeys.renamePasskey(bob.person.userId, ada.passkey.id, "Bob's")).rejects.toMatchObject({
    status: 404,
  });
  await expect(passkeys.removePasskey(bob.person, ada.passkey.id, CLIENT)).rejects.toMatchObject({ status: 404 });
  await expect(passkeys.renamePasskey(ada.person.userId, ada.passkey.id, " ")).rejects.toMatchObject({ status: 400 });
  await passkeys.renamePasskey(ada.person.userId, ada.passkey.id, "Desk");
  expect((await passkeys.listPasskeys(ada.person.userId)).map(({ name }) => name)).toEqual(["Desk"]);
  await passkeys.removePasskey(ada.person, ada.passkey.id, CLIENT);
  expect(await database.select().from(passkeyTable).where(eq(passkeyTable.userId, ada.person.userId))).toEqual([]);
  expect((await signInWith(ada.passkey)).kind).toBe("refused");
});
