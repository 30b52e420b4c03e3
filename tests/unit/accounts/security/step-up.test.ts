import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sessions } from "../../../../db/schema";
import { type AccountsFixture, CLIENT, openAccounts, PASSWORD } from "../../../support/accounts-fixture";
import { addPersonWithTotp, openSessionOf, totpCode, wrongCode } from "../../../support/factor-helpers";

const MINUTE_MS = 60_000;
const REFUSED = { code: "sensitive_action", status: 403 };
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

let people = 0;
/** Somebody whose sign-in was a while ago. */
async function addTiredPerson() {
  const email = `tired-${++people}@example.com`;
  await fixture.addPerson(email);
  const session = await openSessionOf(fixture, email);
  fixture.clock.nowMs += 15 * MINUTE_MS;
  return { ...session, email };
}
const isFresh = ({ userId, sessionId }: { userId: string; sessionId: string }) =>
  fixture.accounts.stepUp.requireFresh({ userId, sessionId }).then(
    () => true,
    () => false,
  );
const mailedCode = () =>
  /sensitiveActionVerificationCode=([0-9a-f]+)/.exec(fixture.mails.at(-1)?.text ?? "")?.[1] ?? "";

describe("a sensitive action", () => {
  it("is open for 15 minutes after signing in, and then refused", async () => {
    const { stepUp } = fixture.accounts;
    await fixture.addPerson("fresh@example.com");
    const { person } = await openSessionOf(fixture, "fresh@example.com");
    await stepUp.requireFresh(person);
    fixture.clock.nowMs += 15 * MINUTE_MS - 1;
    await stepUp.requireFresh(person);
    fixture.clock.nowMs += 1;
    await expect(stepUp.requireFresh(person)).rejects.toMatchObject(REFUSED);
  });

  it("is refused to API keys, to another person's session, to an ended one and to support", async () => {
    const { stepUp, signOut } = fixture.accounts;
    await fixture.addPerson("mine@example.com");
    const mine = await openSessionOf(fixture, "mine@example.com");
    await expect(stepUp.requireFresh({ userId: mine.person.userId })).rejects.toMatchObject(REFUSED);
    await expect(stepUp.requireFresh({ userId: "user_else", sessionId: mine.person.sessionId })).rejects.toMatchObject(
      REFUSED,
    );
    await fixture.database
      .update(sessions)
      .set({ supportAccessId: "sup_1" })
      .where(eq(sessions.id, mine.person.sessionId));
    await expect(stepUp.requireFresh(mine.person)).rejects.toMatchObject(REFUSED);
    const other = await openSessionOf(fixture, "mine@example.com");
    await signOut(other.secret);
    await expect(stepUp.requireFresh(other.person)).rejects.toMatchObject(REFUSED);
  });

  it.each([
    ["totp", (person: { userId: string; sessionId: string }) => fixture.accounts.secondFactors.startTotp(person)],
    ["sms", (person) => fixture.accounts.secondFactors.startSms(person, "+15550100123", CLIENT)],
    ["backup code", (person) => fixture.accounts.secondFactors.makeBackupCode(person, CLIENT)],
    ["removal", (person) => fixture.accounts.secondFactors.removeFactor(person, "totp", CLIENT)],
    ["passkey", (person) => fixture.accounts.passkeys.startAdding(person)],
    ["passkey's removal", (person) => fixture.accounts.passkeys.removePasskey(person, "x", CLIENT)],
  ] satisfies [string, (person: { userId: string; sessionId: string }) => Promise<unknown>][])(
    "is each of these: %s",
    async (_, act) => {
      const { person } = await addTiredPerson();
      await expect(act(person)).rejects.toMatchObject(REFUSED);
    },
  );
});

describe("confirming", () => {
  it("by the password opens it, in this session alone; wrong ones are counted and stopped", async () => {
    const { stepUp, security } = fixture.accounts;
    const { person, email } = await addTiredPerson();
    const other = await openSessionOf(fixture, email);
    fixture.clock.nowMs += 15 * MINUTE_MS;
    await expect(stepUp.confirmByPassword(person, "Wrong horse 7!", CLIENT)).rejects.toMatchObject({
      options: { param: "password" },
    });
    expect(fixture.taken.get(`confirmation_failure_user ${person.userId}`)).toBe(1);
    await stepUp.confirmByPassword(person, PASSWORD, CLIENT);
    expect([await isFresh(person), await isFresh(other.person)]).toEqual([true, false]);
    fixture.usedUp.add("confirmation_failure_user");
    await expect(stepUp.confirmByPassword(person, PASSWORD, CLIENT)).rejects.toMatchObject({ status: 429 });
    await fixture.settle();
    expect((await security.listEvents(person.userId)).map(({ kind }) => kind)).toContain("confirmation_stopped");
  });

  it("by a mailed link opens it, once, and only in the session it was asked for in", async () => {
    const { stepUp } = fixture.accounts;
    const { person, email } = await addTiredPerson();
    const other = await openSessionOf(fixture, email);
    fixture.clock.nowMs += 15 * MINUTE_MS;
    await stepUp.mailConfirmation(person, "https://evil.example/", CLIENT);
    expect(fixture.mails.at(-1)?.text).toContain("https://parlando.example/app/settings/security?sensitiveAction");
    const code = mailedCode();
    const invalid = { code: "invalid_action_code", status: 400 };
    await expect(stepUp.confirmByMailedCode(other.person, code, CLIENT)).rejects.toMatchObject(invalid);
    await stepUp.confirmByMailedCode(person, code, CLIENT);
    expect([await isFresh(person), await isFresh(other.person)]).toEqual([true, false]);
    await expect(stepUp.confirmByMailedCode(person, code, CLIENT)).rejects.toMatchObject(invalid);
  });

  it("by a mailed link works for 15 minutes, and for the newest link", async () => {
    const { stepUp } = fixture.accounts;
    const { person } = await addTiredPerson();
    await stepUp.mailConfirmation(person, "/app/usage", CLIENT);
    const first = mailedCode();
    await stepUp.mailConfirmation(person, "/app/usage", CLIENT);
    await expect(stepUp.confirmByMailedCode(person, first, CLIENT)).rejects.toMatchObject({ status: 400 });
    const second = mailedCode();
    fixture.clock.nowMs += 15 * MINUTE_MS;
    await expect(stepUp.confirmByMailedCode(person, second, CLIENT)).rejects.toMatchObject({ status: 400 });
  });

  it("of somebody who works for the installation has a code of its own, bound to their address", async () => {
    const { stepUp } = fixture.accounts;
    await fixture.addPerson("grace@staff.example");
    const { person } = await openSessionOf(fixture, "grace@staff.example");
    fixture.clock.nowMs += 15 * MINUTE_MS;
    await stepUp.mailConfirmation(person, "/app/usage", CLIENT);
    const code = /\/app\/usage\?internalCode=([0-9a-f]+)/.exec(fixture.mails.at(-1)?.text ?? "")?.[1] ?? "";
    await expect(stepUp.confirmByMailedCode(person, code, CLIENT)).rejects.toMatchObject({ status: 400 });
    await expect(
      stepUp.confirmInternally(person, { email: "other@staff.example", code }, CLIENT),
    ).rejects.toMatchObject({ status: 400 });
    await stepUp.confirmInternally(person, { email: "Grace@staff.example", code }, CLIENT);
    expect(await isFresh(person)).toBe(true);
  });

  it("takes no password and no mail where there is a second factor, but its code, once", async () => {
    const { stepUp } = fixture.accounts;
    const { person, seed } = await addPersonWithTotp(fixture, "strong@example.com");
    fixture.clock.nowMs += 15 * MINUTE_MS;
    expect(await stepUp.listConfirmationWays(person)).toEqual({
      password: false,
      mailedCode: false,
      totp: true,
      smsPhonePreview: null,
      passkey: false,
    });
    await expect(stepUp.confirmByPassword(person, PASSWORD, CLIENT)).rejects.toMatchObject({ status: 400 });
    await expect(stepUp.mailConfirmation(person, "", CLIENT)).rejects.toMatchObject({ status: 400 });
    const code = totpCode(seed, fixture.clock.nowMs);
    await expect(stepUp.confirmByCode(person, "totp", wrongCode(code), CLIENT)).rejects.toMatchObject({ status: 400 });
    await stepUp.confirmByCode(person, "totp", code, CLIENT);
    expect(await isFresh(person)).toBe(true);
    await expect(stepUp.confirmByCode(person, "totp", code, CLIENT)).rejects.toMatchObject({ status: 400 });
  });
});
