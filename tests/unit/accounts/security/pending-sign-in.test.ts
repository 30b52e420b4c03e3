import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { pendingSignIns } from "../../../../db/schema";
import { type AccountsFixture, CLIENT, openAccounts, PASSWORD } from "../../../support/accounts-fixture";
import {
  addPersonWithTotp,
  eventKindsOf,
  pendingSignInOf,
  signInByPassword,
  totpCode,
  wrongCode,
} from "../../../support/factor-helpers";

let fixture: AccountsFixture;
beforeAll(async () => {
  fixture = await openAccounts();
});
beforeEach(() => {
  fixture.taken.clear();
  fixture.usedUp.clear();
});
afterAll(() => fixture.close());

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
    expect(
      (await eventKindsOf(fixture, person.userId)).filter((kind) => kind === "second_factor_stopped"),
    ).toHaveLength(1);
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
    expect(await eventKindsOf(fixture, person.userId)).toContain("password_changed");
  });
});
