import { scryptSync } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { completeSignIn, openSession } from "../../../app/domains/accounts/sign-in-completion";
import { passkeys, pendingSignIns, sessions, users } from "../../../db/schema";
import { type AccountsFixture, CLIENT, openAccounts, PASSWORD } from "../../support/accounts-fixture";
import { addPersonWithTotp, openSessionOf, pendingSignInOf, totpCode } from "../../support/factor-helpers";
import { SoftwarePasskey } from "../../support/software-passkey";

const NEW_PASSWORD = "Owner again 10!";
let fixture: AccountsFixture;
beforeAll(async () => {
  // As in earnest: what happens meanwhile needs that a hash takes a while.
  fixture = await openAccounts({ passwordCost: 15 });
});
beforeEach(() => vi.restoreAllMocks());
afterAll(() => fixture.close());

const choice = { password: NEW_PASSWORD, repeated: NEW_PASSWORD };
const signIn = (email: string, password = PASSWORD) => fixture.accounts.signIn({ email, password }, CLIENT);
const liveSessionsOf = async (userId: string) =>
  (await fixture.database.select().from(sessions).where(eq(sessions.userId, userId))).filter(
    ({ revokedAtMs }) => revokedAtMs === null,
  );

/** Has something happen after all that a sign-in shows was found right, and before it opens a session. */
function beforeItOpens(happens: () => Promise<unknown>): void {
  const { workspaces } = fixture.dependencies;
  const { getFirstWorkspaceId } = workspaces;
  vi.spyOn(workspaces, "getFirstWorkspaceId").mockImplementationOnce(async (userId) => {
    await happens();
    return getFirstWorkspaceId(userId);
  });
}

async function resetCodeFor(email: string): Promise<string> {
  await fixture.accounts.requestPasswordReset(email, CLIENT);
  await fixture.settle();
  return fixture.newestCode("resetPassword");
}

/** The code that undoes a change of address, which was made in a session of the person's. */
async function moveAddress(from: string, to: string): Promise<string> {
  const { accounts, mails, settle } = fixture;
  const codeTo = (email: string) => {
    const mail = mails.findLast((sent) => sent.to === email && sent.text.includes("/app/email-change?"));
    return /verification_code=([0-9a-f]{64})/.exec(mail?.text ?? "")?.[1] ?? "";
  };
  const { person } = await openSessionOf(fixture, from);
  await accounts.emailChange.request(person, to, CLIENT);
  await settle();
  await accounts.emailChange.confirm(person, codeTo(to), CLIENT);
  await settle();
  return codeTo(from);
}

describe("a sign-in by the password of before that is under way", () => {
  it("opens nothing once another password was chosen by a mailed link", async () => {
    const { userId } = await fixture.addPerson("reset@example.com");
    const code = await resetCodeFor("reset@example.com");
    beforeItOpens(() => fixture.accounts.resetPassword({ code, ...choice }, CLIENT));
    expect(await signIn("reset@example.com")).toEqual({ kind: "refused" });
    expect(await liveSessionsOf(userId)).toEqual([]);
    expect(await fixture.accounts.security.listEvents(userId)).toMatchObject([{ kind: "password_changed" }]);
    expect((await signIn("reset@example.com", NEW_PASSWORD)).kind).toBe("signed_in");
  });

  it("opens nothing once the password was changed in the settings", async () => {
    const { userId } = await fixture.addPerson("change@example.com");
    const { person } = await openSessionOf(fixture, "change@example.com");
    beforeItOpens(() => fixture.accounts.security.changePassword(person, { oldPassword: PASSWORD, ...choice }, CLIENT));
    expect(await signIn("change@example.com")).toEqual({ kind: "refused" });
    expect((await liveSessionsOf(userId)).map(({ id }) => id)).toEqual([person.sessionId]);
  });

  it("opens nothing once the old address was given back", async () => {
    const { userId } = await fixture.addPerson("undo@example.com");
    const code = await moveAddress("undo@example.com", "undo-thief@example.com");
    beforeItOpens(() => fixture.accounts.emailChange.revert(code, CLIENT));
    expect(await signIn("undo-thief@example.com")).toEqual({ kind: "refused" });
    expect(await liveSessionsOf(userId)).toEqual([]);
  });

  it("leaves none of many at once, wherever the reset comes between them", async () => {
    const { userId } = await fixture.addPerson("storm@example.com");
    const code = await resetCodeFor("storm@example.com");
    const reset = fixture.accounts.resetPassword({ code, ...choice }, CLIENT);
    await Promise.all([reset, ...Array.from({ length: 6 }, () => signIn("storm@example.com"))]);
    expect(await reset).toEqual({ kind: "changed" });
    expect(await liveSessionsOf(userId)).toEqual([]);
  });

  it("begins no wait for a second factor, and what waits for one opens nothing", async () => {
    const { accounts, clock, database, dependencies } = fixture;
    const { seed, person } = await addPersonWithTotp(fixture, "factor@example.com");
    const { userId } = person;
    const [before] = await database.select().from(users).where(eq(users.id, userId));
    const pending = await pendingSignInOf(fixture, "factor@example.com");
    const code = await resetCodeFor("factor@example.com");
    beforeItOpens(() => accounts.resetPassword({ code, ...choice }, CLIENT));
    const right = totpCode(seed, clock.nowMs);
    const outcome = await accounts.secondFactorSignIn.completeWithCode(pending, "totp", right, CLIENT);
    expect(outcome).toEqual({ kind: "ended" });
    expect(await liveSessionsOf(userId)).toEqual([]);
    // This one had found the password right before the reset, and goes on after it.
    const shown = { kind: "password", passwordHash: before!.passwordHash } as const;
    expect(await completeSignIn(dependencies, before!, shown, CLIENT)).toEqual({ kind: "refused" });
    const waiting = await database.select().from(pendingSignIns).where(eq(pendingSignIns.userId, userId));
    expect(waiting.filter(({ usedAtMs }) => usedAtMs === null)).toEqual([]);
  });
});

it("a sign-in by a passkey opens nothing once the passkey was removed", async () => {
  const { accounts, database } = fixture;
  await fixture.addPerson("passkey@example.com");
  const { person } = await openSessionOf(fixture, "passkey@example.com");
  const passkey = new SoftwarePasskey(fixture.dependencies.origin);
  const made = passkey.make(await accounts.passkeys.startAdding(person));
  await accounts.passkeys.finishAdding(person, { name: "Thief's", response: made }, CLIENT);
  const use = async () =>
    accounts.passkeys.finishSignIn(passkey.use(await accounts.passkeys.startSignIn(CLIENT)), CLIENT);
  expect((await use()).kind).toBe("signed_in");
  const before = (await liveSessionsOf(person.userId)).length;
  beforeItOpens(() => accounts.passkeys.removePasskey(person, passkey.id, CLIENT));
  expect(await use()).toEqual({ kind: "refused" });
  expect(await database.select().from(passkeys).where(eq(passkeys.userId, person.userId))).toEqual([]);
  expect(await liveSessionsOf(person.userId)).toHaveLength(before);
});

it("a pending sign-in whose second factor is shown twice at once becomes one session", async () => {
  const { accounts, database } = fixture;
  const { seed, person } = await addPersonWithTotp(fixture, "twice@example.com");
  const pending = await pendingSignInOf(fixture, "twice@example.com");
  const before = (await liveSessionsOf(person.userId)).length;
  const right = totpCode(seed, fixture.clock.nowMs);
  beforeItOpens(async () => {
    // Another worker has found its code right as well, and is faster.
    const [row] = await database.select().from(pendingSignIns).where(eq(pendingSignIns.userId, person.userId));
    const basis = { kind: "pending", pendingId: row!.id, nowMs: fixture.clock.nowMs } as const;
    const shown = { firstFactor: { kind: "password", providerKey: null }, secondFactor: true, basis } as const;
    const user = { id: person.userId, email: "twice@example.com" };
    expect((await openSession(fixture.dependencies, user, shown, CLIENT)).kind).toBe("signed_in");
  });
  const outcome = await accounts.secondFactorSignIn.completeWithCode(pending, "totp", right, CLIENT);
  expect(outcome).toEqual({ kind: "ended" });
  expect(await liveSessionsOf(person.userId)).toHaveLength(before + 1);
});

describe("a hash of lesser cost that is replaced", () => {
  const outdated = () => {
    const salt = Buffer.alloc(16, 7);
    const hash = scryptSync(PASSWORD, salt, 32, { N: 2 ** 12, r: 8, p: 1 });
    return `scrypt$12$8$1$${salt.toString("base64url")}$${hash.toString("base64url")}`;
  };
  const setHash = (userId: string, passwordHash: string) =>
    fixture.database.update(users).set({ passwordHash }).where(eq(users.id, userId));
  const hashOf = async (userId: string) =>
    (await fixture.database.select().from(users).where(eq(users.id, userId)))[0]!.passwordHash;

  it("stands in the way of no other sign-in by the same password that is under way", async () => {
    const { userId } = await fixture.addPerson("rehash@example.com");
    await setHash(userId, outdated());
    beforeItOpens(async () => {
      expect((await signIn("rehash@example.com")).kind).toBe("signed_in");
      await fixture.settle();
      expect(await hashOf(userId)).toMatch(/^scrypt\$15\$/);
    });
    expect((await signIn("rehash@example.com")).kind).toBe("signed_in");
  });

  it("does not bring the old password back where another one is chosen meanwhile", async () => {
    const { userId } = await fixture.addPerson("rehash-late@example.com");
    await setHash(userId, outdated());
    expect((await signIn("rehash-late@example.com")).kind).toBe("signed_in");
    // The hash is being made by now, which takes longer than this.
    await setHash(userId, "");
    await fixture.settle();
    expect(await hashOf(userId)).toBe("");
  });
});

describe("a change of the password that is under way", () => {
  it("fails in a session that was ended meanwhile, and leaves the password and the links of those who ended it", async () => {
    const { accounts, mails, settle } = fixture;
    const { userId } = await fixture.addPerson("taken@example.com");
    const code = await moveAddress("taken@example.com", "taker@example.com");
    const thief = (await openSessionOf(fixture, "taker@example.com")).person;
    const form = { oldPassword: PASSWORD, password: "Thief for ever 9!", repeated: "Thief for ever 9!" };
    let undone: Promise<{ resetCode: string }> | undefined;
    // The old password is right, and what it was counted by is given back before the new one is hashed.
    const { giveBack } = fixture.dependencies.rateLimits;
    vi.spyOn(fixture.dependencies.rateLimits, "giveBack").mockImplementationOnce(async (...use) => {
      undone = accounts.emailChange.revert(code, CLIENT);
      await undone;
      await giveBack(...use);
    });
    await expect(accounts.security.changePassword(thief, form, CLIENT)).rejects.toMatchObject({ status: 400 });
    const { resetCode } = await undone!;
    expect((await signIn("taken@example.com", form.password)).kind).toBe("refused");
    expect(await accounts.resetPassword({ code: resetCode, ...choice }, CLIENT)).toEqual({ kind: "changed" });
    await settle();
    expect((await signIn("taken@example.com", NEW_PASSWORD)).kind).toBe("signed_in");
    expect((await accounts.security.listEvents(userId)).filter(({ kind }) => kind === "password_changed")).toHaveLength(
      1,
    );
    expect(
      mails.some(({ to, subject }) => to === "taken@example.com" && subject === "Your account has its address back"),
    ).toBe(true);
  });
});

it("a passkey that is being made in a session that ends meanwhile comes to nothing", async () => {
  const { accounts, database, dependencies } = fixture;
  await fixture.addPerson("making@example.com");
  const { person, secret } = await openSessionOf(fixture, "making@example.com");
  const passkey = new SoftwarePasskey(dependencies.origin);
  const made = passkey.make(await accounts.passkeys.startAdding(person));
  // The request was let in before; its session ends before the passkey is kept.
  await accounts.signOut(secret);
  await expect(accounts.passkeys.finishAdding(person, { name: "Late", response: made }, CLIENT)).rejects.toMatchObject({
    code: "invalid_request",
  });
  expect(await database.select().from(passkeys).where(eq(passkeys.userId, person.userId))).toEqual([]);
});
