import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { securityEvents, totpFactors } from "../../../../db/schema";
import { type AccountsFixture, CLIENT, openAccounts } from "../../../support/accounts-fixture";
import {
  addPersonWithTotp,
  eventKindsOf,
  openSessionOf,
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
  fixture.mails.length = 0;
});
afterAll(() => fixture.close());

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
    expect(await eventKindsOf(fixture, person.userId)).toContain("totp_added");
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
