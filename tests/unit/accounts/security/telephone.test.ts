import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { factorCodes, smsFactors } from "../../../../db/schema";
import { type AccountsFixture, CLIENT, openAccounts } from "../../../support/accounts-fixture";
import { newestTextCode, openSessionOf, pendingSignInOf } from "../../../support/factor-helpers";

const PHONE = "+15550100123";
let fixture: AccountsFixture;
beforeAll(async () => {
  fixture = await openAccounts();
});
beforeEach(() => {
  fixture.texts.length = 0;
});
afterAll(() => fixture.close());

describe("a telephone", () => {
  async function addPersonWithPhone(email: string) {
    await fixture.addPerson(email);
    const session = await openSessionOf(fixture, email);
    await fixture.accounts.secondFactors.startSms(session.person, "+1 (555) 010-0123", CLIENT);
    await fixture.accounts.secondFactors.confirmSms(session.person, newestTextCode(fixture.texts), CLIENT);
    return session;
  }

  it("is a factor once its code came back, and is shown by its last digits", async () => {
    const { accounts, texts } = fixture;
    const { person } = await addPersonWithPhone("phone@example.com");
    expect(texts).toEqual([
      { to: PHONE, text: expect.stringMatching(/^\d{6} is your .*\n\n@parlando\.example #\d{6}$/s) },
    ]);
    const { sms } = await accounts.secondFactors.listFactors(person.userId);
    expect(sms?.phonePreview).toBe("+•••••••••23");
    const pending = await pendingSignInOf(fixture, "phone@example.com");
    expect(await accounts.secondFactorSignIn.findPending(pending)).toEqual({
      totp: false,
      smsPhonePreview: "+•••••••••23",
      backupCode: false,
    });
    await accounts.secondFactorSignIn.sendCode(pending, CLIENT);
    const code = newestTextCode(texts);
    expect((await accounts.secondFactorSignIn.completeWithCode(pending, "sms", code, CLIENT)).kind).toBe("signed_in");
  });

  it("gets codes that are not kept, work once, for one sign-in, and ten minutes", async () => {
    const { accounts, database, texts, clock } = fixture;
    await addPersonWithPhone("codes@example.com");
    const { secondFactorSignIn } = accounts;
    const [one, other] = [
      await pendingSignInOf(fixture, "codes@example.com"),
      await pendingSignInOf(fixture, "codes@example.com"),
    ];
    await secondFactorSignIn.sendCode(one, CLIENT);
    const code = newestTextCode(texts);
    const stored = await database.select().from(factorCodes);
    expect(JSON.stringify(stored.map(({ codeHash }) => codeHash))).not.toContain(code);
    expect((await secondFactorSignIn.completeWithCode(other, "sms", code, CLIENT)).kind).toBe("wrong_code");
    await secondFactorSignIn.sendCode(one, CLIENT);
    const newer = newestTextCode(texts);
    if (newer !== code)
      expect((await secondFactorSignIn.completeWithCode(one, "sms", code, CLIENT)).kind).toBe("wrong_code");
    clock.nowMs += 9 * 60_000;
    expect((await secondFactorSignIn.completeWithCode(one, "sms", newer, CLIENT)).kind).toBe("signed_in");
    expect((await secondFactorSignIn.completeWithCode(one, "sms", newer, CLIENT)).kind).toBe("ended");
  });

  it("does not take the code that was sent to another number", async () => {
    const { accounts, texts, database } = fixture;
    await fixture.addPerson("numbers@example.com");
    const { person } = await openSessionOf(fixture, "numbers@example.com");
    await accounts.secondFactors.startSms(person, PHONE, CLIENT);
    const first = newestTextCode(texts);
    await accounts.secondFactors.startSms(person, "+15550100999", CLIENT);
    if (newestTextCode(texts) !== first)
      await expect(accounts.secondFactors.confirmSms(person, first, CLIENT)).rejects.toMatchObject({ status: 400 });
    await accounts.secondFactors.confirmSms(person, newestTextCode(texts), CLIENT);
    const rows = await database.select().from(smsFactors).where(eq(smsFactors.userId, person.userId));
    expect(rows[0]?.phone).toBe("+15550100999");
  });

  it.each(["", "12345", "+0123456789", "+1234567890123456", "+1555x0100"])("is not %j", async (phone) => {
    const email = `no-phone-${phone.length}@example.com`;
    await fixture.addPerson(email);
    const { person } = await openSessionOf(fixture, email);
    await expect(fixture.accounts.secondFactors.startSms(person, phone, CLIENT)).rejects.toMatchObject({
      options: { param: "phone" },
    });
  });
});
