import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type AccountsFixture, CLIENT, openAccounts } from "../../../support/accounts-fixture";
import { addPersonWithTotp, eventKindsOf, pendingSignInOf, signInByPassword } from "../../../support/factor-helpers";

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
    expect(await eventKindsOf(fixture, person.userId)).toContain("backup_code_used");
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
