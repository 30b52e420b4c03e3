import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { partWays, undoneSince } from "~/domains/accounts/email-change/rules";
import { identities, knownDevices, passkeys, smsFactors, supportAccess, totpFactors } from "../../../db/schema";
import { type AccountsFixture, CLIENT, openAccounts } from "../../support/accounts-fixture";
import { openSessionOf, signInByPassword, totpCode } from "../../support/factor-helpers";

const DAY_MS = 86_400_000;
const NEW_PASSWORD = "Owner again 10!";
let fixture: AccountsFixture;
beforeAll(async () => {
  fixture = await openAccounts();
});
afterAll(() => fixture.close());

const linkTo = (email: string) => {
  const mail = fixture.mails.findLast(({ to, text }) => to === email && text.includes("/app/email-change?"));
  return /verification_code=([0-9a-f]{64})/.exec(mail?.text ?? "")?.[1] ?? "";
};
type Person = Awaited<ReturnType<typeof openSessionOf>>["person"];

async function move(person: Person, from: string, to: string): Promise<string> {
  await fixture.accounts.emailChange.request(person, to, CLIENT);
  await fixture.settle();
  await fixture.accounts.emailChange.confirm(person, linkTo(to), CLIENT);
  await fixture.settle();
  return linkTo(from);
}
async function addTotp(person: Person): Promise<string> {
  const { secret } = await fixture.accounts.secondFactors.startTotp(person);
  await fixture.accounts.secondFactors.confirmTotp(person, totpCode(secret, fixture.clock.nowMs), CLIENT);
  fixture.clock.nowMs += 60_000;
  return secret;
}
async function undo(code: string) {
  const { resetCode } = await fixture.accounts.emailChange.revert(code, CLIENT);
  const form = { code: resetCode, password: NEW_PASSWORD, repeated: NEW_PASSWORD };
  expect(await fixture.accounts.resetPassword(form, CLIENT)).toEqual({ kind: "changed" });
  await fixture.settle();
}
const signIn = (email: string) => fixture.accounts.signIn({ email, password: NEW_PASSWORD }, CLIENT);

describe("a thief who adds their own ways in first, and changes the address then", () => {
  it("loses all of them by the undo, and its owner signs in with the new password alone", async () => {
    const { accounts, database, clock } = fixture;
    const { userId } = await fixture.addPerson("owner@example.com");
    const { person } = await openSessionOf(fixture, "owner@example.com", { ...CLIENT, deviceId: "thief" });
    const { key, apiKey } = await accounts.createApiKey(person, "Go to https://evil.example now");
    const passkey = { id: "thief", userId, name: "Mine", publicKey: Buffer.from("p"), createdAtMs: clock.nowMs };
    await database.insert(passkeys).values(passkey);
    await addTotp(person);
    const phone = { userId, phone: "+15550142", createdAtMs: clock.nowMs, confirmedAtMs: clock.nowMs };
    await database.insert(smsFactors).values(phone);
    const grant = { staffUserId: "user_staff", staffEmail: "s@staff.example", requestedAtMs: clock.nowMs };
    const times = { grantedAtMs: clock.nowMs, expiresAtMs: clock.nowMs + DAY_MS };
    await database.insert(supportAccess).values({ id: "sup_1", userId, ...grant, ...times });
    const socketToken = await accounts.issueSingleUseToken(
      { ...person, kind: "session", supportAccessId: undefined },
      "tts_websocket",
    );
    const code = await move(person, "owner@example.com", "thief@example.com");

    const { removed, kept } = (await accounts.emailChange.peekRevert(code, CLIENT))!;
    expect(removed.map(({ name }) => name).sort()).toEqual([
      expect.stringMatching(/^API key “Go to /),
      "Authenticator app",
      "Passkey “Mine”",
      "Telephone +••••••42",
    ]);
    expect(kept).toEqual([]);

    await undo(code);
    expect((await signIn("owner@example.com")).kind).toBe("signed_in");
    expect(await accounts.authenticateApiKey(key)).toBeNull();
    expect(fixture.events).toContainEqual({ type: "key_ended", apiKeyId: apiKey.apiKeyId });
    expect(await accounts.passkeys.listPasskeys(userId)).toEqual([]);
    expect(await accounts.supportAccess.listOpen(userId)).toEqual([]);
    expect(await accounts.redeemSingleUseToken(socketToken, "tts_websocket")).toBeNull();
    expect(await database.select().from(knownDevices).where(eq(knownDevices.userId, userId))).toEqual([]);
    const told = fixture.mails.find(({ subject }) => subject === "Your account has its address back");
    expect(told?.to).toBe("owner@example.com");
    expect(told?.text).toMatch(/Removed: .*Authenticator app/);
    expect(told?.text).toContain("Still there: Nothing");
    expect(`${told?.text}${told?.html}`).not.toContain("evil.example");
  });

  it("gains nothing by adding them in an earlier sign-in, nor by beginning to set them up long before", async () => {
    const { database, clock } = fixture;
    const { userId } = await fixture.addPerson("patient@example.com");
    const long = clock.nowMs;
    const first = await openSessionOf(fixture, "patient@example.com");
    const { secret: seed } = await fixture.accounts.secondFactors.startTotp(first.person);
    clock.nowMs += 50 * DAY_MS;
    const earlier = await openSessionOf(fixture, "patient@example.com");
    await fixture.accounts.secondFactors.confirmTotp(earlier.person, totpCode(seed, clock.nowMs), CLIENT);
    const [stored] = await database.select().from(totpFactors).where(eq(totpFactors.userId, userId));
    expect(stored?.createdAtMs).toBe(long);
    clock.nowMs += 20 * DAY_MS;
    const pending = await signInByPassword(fixture, "patient@example.com");
    if (pending.kind !== "second_factor") throw new Error(pending.kind);
    const done = await fixture.accounts.secondFactorSignIn.completeWithCode(
      pending.pendingSecret,
      "totp",
      totpCode(seed, clock.nowMs),
      CLIENT,
    );
    if (done.kind !== "signed_in") throw new Error(done.kind);
    const later = (await fixture.accounts.findSignedIn(done.sessionSecret))!;
    await undo(await move(later, "patient@example.com", "patient-thief@example.com"));
    expect((await signIn("patient@example.com")).kind).toBe("signed_in");
  });
});

describe("what the owner added long before the change", () => {
  it("stays and still protects the account, and the page and the mail say that it is there", async () => {
    const { accounts, database, clock } = fixture;
    const { userId } = await fixture.addPerson("careful@example.com");
    const { person, secret } = await openSessionOf(fixture, "careful@example.com");
    const seed = await addTotp(person);
    const { key, apiKey } = await accounts.createApiKey(person, "Server");
    const identity = { providerKey: "house", subject: "7", userId, email: "careful@example.com" };
    clock.nowMs += 20 * DAY_MS;
    expect(await accounts.findSignedIn(secret)).not.toBeNull();
    await fixture.settle();
    clock.nowMs += 20 * DAY_MS;
    // Lately, but by the address that is given back.
    await database.insert(identities).values({ ...identity, createdAtMs: clock.nowMs, lastUsedAtMs: clock.nowMs });
    clock.nowMs += 60_000;
    await accounts.stepUp.confirmByCode(person, "totp", totpCode(seed, clock.nowMs), CLIENT);
    const code = await move(person, "careful@example.com", "careful-new@example.com");
    const { removed, kept } = (await accounts.emailChange.peekRevert(code, CLIENT))!;
    expect(removed).toEqual([]);
    expect(kept.map(({ name }) => name).sort()).toEqual([
      expect.stringMatching(/^API key “Server” \(…[0-9a-f]{4}\)$/),
      "Authenticator app",
      "Sign-in by house",
    ]);
    await undo(code);
    expect((await signIn("careful@example.com")).kind).toBe("second_factor");
    expect(await accounts.authenticateApiKey(key)).not.toBeNull();
    expect(fixture.events).not.toContainEqual({ type: "key_ended", apiKeyId: apiKey.apiKeyId });
    const told = fixture.mails.findLast(({ subject }) => subject === "Your account has its address back");
    expect(told?.text).toMatch(/Still there: .*Authenticator app/);
  });
});

it("an undo reaches back 30 days before the change was asked for, however late within a day it was confirmed", () => {
  const changedAtMs = 100 * DAY_MS;
  expect(undoneSince(changedAtMs)).toEqual({ sinceMs: 69 * DAY_MS, identitiesSinceMs: changedAtMs });
  const way = (kind: string, day: number) => ({ kind, addedAtMs: day * DAY_MS });
  const ways = [way("totp", 69), way("api_key", 68.99), way("identity", 99), way("identity", 100)];
  expect(partWays(ways, changedAtMs)).toEqual({ removed: [ways[0], ways[3]], kept: [ways[1], ways[2]] });
});
