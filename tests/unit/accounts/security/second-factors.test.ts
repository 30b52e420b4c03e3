import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { factorCodes, pendingSignIns, securityEvents, smsFactors, totpFactors } from "../../../../db/schema";
import { type AccountsFixture, CLIENT, openAccounts, PASSWORD } from "../../../support/accounts-fixture";
import {
  addPersonWithTotp,
  newestTextCode,
  openSessionOf,
  pendingSignInOf,
  signInByPassword,
  totpCode,
  wrongCode,
} from "../../../support/factor-helpers";

const PHONE = "+15550100123";
let fixture: AccountsFixture;
beforeAll(async () => {
  fixture = await openAccounts();
});
beforeEach(() => {
  fixture.taken.clear();
  fixture.usedUp.clear();
  fixture.mails.length = 0;
  fixture.texts.length = 0;
});
afterAll(() => fixture.close());

const eventsOf = async (userId: string) => (await fixture.accounts.security.listEvents(userId)).map(({ kind }) => kind);

describe("an authenticator app", () => {
  it("is a factor only once a first code was right, and is asked for from then on", async () => {
    const { accounts, clock, mails, settle } = fixture;
    await fixture.addPerson("set-up@example.com");
    const { person } = await openSessionOf(fixture, "set-up@example.com");
    const { secret, uri } = await accounts.secondFactors.startTotp(person);
    expect(uri).toMatch(/^otpauth:\/\/totp\/Parlando:set-up%40example\.com\?issuer=Parlando&secret=[A-Z2-7]{32}&/);
    expect((await signInByPassword(fixture, "set-up@example.com")).kind).toBe("signed_in");
    const right = totpCode(secret, clock.nowMs);
    await expect(accounts.secondFactors.confirmTotp(person, wrongCode(right), CLIENT)).rejects.toMatchObject({
      status: 400,
      options: { param: "code" },
    });
    expect((await accounts.secondFactors.listFactors(person.userId)).totp).toBeNull();
    await accounts.secondFactors.confirmTotp(person, right, CLIENT);
    await settle();
    expect(mails.map(({ subject, text }) => [subject, text.includes("Authenticator app")])).toContainEqual([
      "A way to sign in was added",
      true,
    ]);
    expect((await signInByPassword(fixture, "set-up@example.com")).kind).toBe("second_factor");
    expect(await eventsOf(person.userId)).toContain("totp_added");
  });

  it("has its seed sealed at rest", async () => {
    const { seed, person } = await addPersonWithTotp(fixture, "sealed@example.com");
    const rows = await fixture.database.select().from(totpFactors).where(eq(totpFactors.userId, person.userId));
    expect(JSON.stringify(rows)).not.toContain(seed);
    // Somebody who can write the table cannot make their own seed another person's.
    const { person: other } = await addPersonWithTotp(fixture, "sealed-other@example.com");
    await fixture.database
      .update(totpFactors)
      .set({ sealedSecret: rows[0]!.sealedSecret })
      .where(eq(totpFactors.userId, other.userId));
    const pending = await pendingSignInOf(fixture, "sealed-other@example.com");
    const code = totpCode(seed, fixture.clock.nowMs);
    expect(await fixture.accounts.secondFactorSignIn.completeWithCode(pending, "totp", code, CLIENT)).toEqual({
      kind: "wrong_code",
    });
  });

  it("signs in with the code of now, the one before and the one after, and no other", async () => {
    const { seed } = await addPersonWithTotp(fixture, "window@example.com");
    const { secondFactorSignIn } = fixture.accounts;
    for (const [seconds, kind] of [
      [-60, "wrong_code"],
      [60, "wrong_code"],
      [-30, "signed_in"],
      [0, "signed_in"],
      [30, "signed_in"],
    ] as const) {
      const pending = await pendingSignInOf(fixture, "window@example.com");
      const code = totpCode(seed, fixture.clock.nowMs + seconds * 1000);
      expect([
        seconds,
        (await secondFactorSignIn.completeWithCode(pending, "totp", `${code.slice(0, 3)} ${code.slice(3)}`, CLIENT))
          .kind,
      ]).toEqual([seconds, kind]);
    }
  });

  it("takes no code twice, nor one from before a code that was taken", async () => {
    const { seed } = await addPersonWithTotp(fixture, "replay@example.com");
    const { secondFactorSignIn } = fixture.accounts;
    const [first, second] = [
      await pendingSignInOf(fixture, "replay@example.com"),
      await pendingSignInOf(fixture, "replay@example.com"),
    ];
    const code = totpCode(seed, fixture.clock.nowMs);
    const both = await Promise.all(
      [first, second].map((pending) => secondFactorSignIn.completeWithCode(pending, "totp", code, CLIENT)),
    );
    expect(both.map(({ kind }) => kind).toSorted()).toEqual(["signed_in", "wrong_code"]);
    const third = await pendingSignInOf(fixture, "replay@example.com");
    const before = totpCode(seed, fixture.clock.nowMs - 30_000);
    expect((await secondFactorSignIn.completeWithCode(third, "totp", before, CLIENT)).kind).toBe("wrong_code");
  });

  it("is not set up a second time, and is removed with its backup code", async () => {
    const { accounts } = fixture;
    const { person } = await addPersonWithTotp(fixture, "removed@example.com");
    await expect(accounts.secondFactors.startTotp(person)).rejects.toMatchObject({ status: 409 });
    await accounts.secondFactors.makeBackupCode(person, CLIENT);
    await accounts.secondFactors.removeFactor(person, "totp", CLIENT);
    expect(await accounts.secondFactors.listFactors(person.userId)).toEqual({
      totp: null,
      sms: null,
      backupCode: null,
    });
    expect((await signInByPassword(fixture, "removed@example.com")).kind).toBe("signed_in");
    await expect(accounts.secondFactors.removeFactor(person, "totp", CLIENT)).rejects.toMatchObject({ status: 404 });
    await expect(accounts.secondFactors.makeBackupCode(person, CLIENT)).rejects.toMatchObject({ status: 400 });
  });
});

describe("a pending sign-in", () => {
  it("is kept by its hash, works once, and gives no session by itself", async () => {
    const { accounts, database, clock } = fixture;
    const { seed } = await addPersonWithTotp(fixture, "pending@example.com");
    const pending = await pendingSignInOf(fixture, "pending@example.com");
    expect(JSON.stringify(await database.select().from(pendingSignIns))).not.toContain(pending);
    expect(await accounts.findSignedIn(pending)).toBeNull();
    const code = totpCode(seed, clock.nowMs);
    const done = await accounts.secondFactorSignIn.completeWithCode(pending, "totp", code, CLIENT);
    if (done.kind !== "signed_in") throw new Error(done.kind);
    expect(done.sessionSecret).not.toBe(pending);
    expect(await accounts.findSignedIn(done.sessionSecret)).toMatchObject({ email: "pending@example.com" });
    expect(await accounts.secondFactorSignIn.findPending(pending)).toBeNull();
    clock.nowMs += 30_000;
    const again = await accounts.secondFactorSignIn.completeWithCode(
      pending,
      "totp",
      totpCode(seed, clock.nowMs),
      CLIENT,
    );
    expect(again).toEqual({ kind: "ended" });
  });

  it("ends after five wrong codes, however many come at once, and after ten minutes", async () => {
    const { accounts, clock } = fixture;
    const { seed } = await addPersonWithTotp(fixture, "guessed@example.com");
    const pending = await pendingSignInOf(fixture, "guessed@example.com");
    const wrong = wrongCode(totpCode(seed, clock.nowMs));
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, () => accounts.secondFactorSignIn.completeWithCode(pending, "totp", wrong, CLIENT)),
    );
    expect(outcomes.filter(({ kind }) => kind === "wrong_code")).toHaveLength(4);
    const right = totpCode(seed, clock.nowMs);
    expect((await accounts.secondFactorSignIn.completeWithCode(pending, "totp", right, CLIENT)).kind).toBe("ended");

    const late = await pendingSignInOf(fixture, "guessed@example.com");
    clock.nowMs += 10 * 60_000;
    expect(await accounts.secondFactorSignIn.findPending(late)).toBeNull();
    const code = totpCode(seed, clock.nowMs);
    expect((await accounts.secondFactorSignIn.completeWithCode(late, "totp", code, CLIENT)).kind).toBe("ended");
  });

  it("is stopped over all sign-ins of a person once there were too many wrong codes, which its owner can see", async () => {
    const { accounts, clock, taken, usedUp, settle } = fixture;
    const { seed, person } = await addPersonWithTotp(fixture, "stopped@example.com");
    const pending = await pendingSignInOf(fixture, "stopped@example.com");
    const right = totpCode(seed, clock.nowMs);
    await accounts.secondFactorSignIn.completeWithCode(pending, "totp", wrongCode(right), CLIENT);
    expect(taken.get(`second_factor_failure_user ${person.userId}`)).toBe(1);
    expect(taken.get(`sign_in_failure_client ${CLIENT.address}`)).toBe(1);
    usedUp.add("second_factor_failure_user");
    for (let i = 0; i < 2; i++)
      await expect(accounts.secondFactorSignIn.completeWithCode(pending, "totp", right, CLIENT)).rejects.toMatchObject({
        status: 429,
      });
    await settle();
    expect((await eventsOf(person.userId)).filter((kind) => kind === "second_factor_stopped")).toHaveLength(1);
    const line = { event: "guesses_stopped", kind: "second_factor_stopped", userId: person.userId };
    expect(fixture.warnings.filter(({ userId }) => userId === person.userId)).toEqual([line, line]);
  });

  it("ends when the password changes", async () => {
    const { accounts, clock } = fixture;
    const { seed, person } = await addPersonWithTotp(fixture, "changed@example.com");
    const pending = await pendingSignInOf(fixture, "changed@example.com");
    const form = { oldPassword: PASSWORD, password: "Another horse 8!", repeated: "Another horse 8!" };
    await accounts.security.changePassword(person, form, CLIENT);
    const code = totpCode(seed, clock.nowMs);
    expect((await accounts.secondFactorSignIn.completeWithCode(pending, "totp", code, CLIENT)).kind).toBe("ended");
  });

  it("ends when the password is reset by mail, which leaves the second factor and is noted", async () => {
    const { accounts, clock, settle } = fixture;
    const { seed, person } = await addPersonWithTotp(fixture, "reset@example.com");
    const pending = await pendingSignInOf(fixture, "reset@example.com");
    await accounts.requestPasswordReset("reset@example.com", CLIENT);
    await settle();
    const form = { password: "Another horse 8!", repeated: "Another horse 8!" };
    const outcome = await accounts.resetPassword({ code: fixture.newestCode("resetPassword"), ...form }, CLIENT);
    expect(outcome).toEqual({ kind: "changed" });
    const code = totpCode(seed, clock.nowMs);
    expect((await accounts.secondFactorSignIn.completeWithCode(pending, "totp", code, CLIENT)).kind).toBe("ended");
    expect((await signInByPassword(fixture, "reset@example.com")).kind).toBe("second_factor");
    expect(await eventsOf(person.userId)).toContain("password_changed");
  });
});

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

describe("the backup code", () => {
  it("signs in once, takes every second factor away, ends all other sessions, and is told by mail", async () => {
    const { accounts, mails, settle, events } = fixture;
    const { person, secret } = await addPersonWithTotp(fixture, "backup@example.com");
    const code = await accounts.secondFactors.makeBackupCode(person, CLIENT);
    expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{5}-){4}[0-9A-HJKMNP-TV-Z]{5}$/);
    const pending = await pendingSignInOf(fixture, "backup@example.com");
    const typed = code.toLowerCase().replaceAll("-", " ").replaceAll("0", "o").replaceAll("1", "l");
    const done = await accounts.secondFactorSignIn.completeWithBackupCode(pending, typed, CLIENT);
    expect(done.kind).toBe("signed_in");
    await settle();
    expect(mails.map(({ subject }) => subject)).toContain("Your backup code was used");
    expect(await accounts.findSignedIn(secret)).toBeNull();
    expect(events).toContainEqual({ type: "session_ended", sessionId: person.sessionId });
    expect(await accounts.secondFactors.listFactors(person.userId)).toEqual({
      totp: null,
      sms: null,
      backupCode: null,
    });
    expect(await eventsOf(person.userId)).toContain("backup_code_used");
    expect((await signInByPassword(fixture, "backup@example.com")).kind).toBe("signed_in");
  });

  it("is worth nothing without the first factor, to another person, or after a newer one was made", async () => {
    const { accounts } = fixture;
    const { person } = await addPersonWithTotp(fixture, "backup-old@example.com");
    await addPersonWithTotp(fixture, "backup-other@example.com");
    const older = await accounts.secondFactors.makeBackupCode(person, CLIENT);
    const newer = await accounts.secondFactors.makeBackupCode(person, CLIENT);
    const { secondFactorSignIn } = accounts;
    expect((await secondFactorSignIn.completeWithBackupCode("0".repeat(64), newer, CLIENT)).kind).toBe("ended");
    const others = await pendingSignInOf(fixture, "backup-other@example.com");
    expect((await secondFactorSignIn.completeWithBackupCode(others, newer, CLIENT)).kind).toBe("wrong_code");
    const own = await pendingSignInOf(fixture, "backup-old@example.com");
    expect((await secondFactorSignIn.completeWithBackupCode(own, older, CLIENT)).kind).toBe("wrong_code");
    expect(fixture.taken.get(`backup_code_failure_user ${person.userId}`)).toBe(1);
    fixture.usedUp.add("backup_code_failure_user");
    await expect(secondFactorSignIn.completeWithBackupCode(own, newer, CLIENT)).rejects.toMatchObject({ status: 429 });
    fixture.usedUp.clear();
    // Guesses at codes do not bar the way back in.
    fixture.usedUp.add("second_factor_failure_user");
    expect((await secondFactorSignIn.completeWithBackupCode(own, newer, CLIENT)).kind).toBe("signed_in");
  });

  it("removes the factors of somebody who is still signed in", async () => {
    const { accounts } = fixture;
    const { person, secret } = await addPersonWithTotp(fixture, "backup-in@example.com");
    const code = await accounts.secondFactors.makeBackupCode(person, CLIENT);
    await expect(
      accounts.secondFactors.removeFactorsByBackupCode(person, "AAAAA-AAAAA-AAAAA-AAAAA-AAAAA", CLIENT),
    ).rejects.toMatchObject({ status: 400 });
    await accounts.secondFactors.removeFactorsByBackupCode(person, code, CLIENT);
    expect((await accounts.secondFactors.listFactors(person.userId)).totp).toBeNull();
    expect(await accounts.findSignedIn(secret)).not.toBeNull();
  });
});

it("writes down what happened, with the browser it happened in", async () => {
  const { person } = await addPersonWithTotp(fixture, "events@example.com");
  const rows = await fixture.database.select().from(securityEvents).where(eq(securityEvents.userId, person.userId));
  expect(rows.map(({ kind, userAgent }) => [kind, userAgent])).toEqual(
    expect.arrayContaining([
      ["signed_in", "Test browser"],
      ["totp_added", "Test browser"],
    ]),
  );
});
