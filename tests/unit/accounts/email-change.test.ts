import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { actionCodes, passkeys } from "../../../db/schema";
import { type AccountsFixture, CLIENT, openAccounts, PASSWORD } from "../../support/accounts-fixture";

const HOUR_MS = 3_600_000;
const INVALID = { code: "invalid_action_code", status: 400 };
let fixture: AccountsFixture;
beforeAll(async () => {
  fixture = await openAccounts();
});
afterAll(() => fixture.close());

const codeTo = (email: string) => {
  const mail = fixture.mails.findLast(({ to, text }) => to === email && text.includes("/app/email-change?"));
  return /verification_code=([0-9a-f]{64})/.exec(mail?.text ?? "")?.[1] ?? "";
};

async function signIn(email: string, password = PASSWORD) {
  const outcome = await fixture.accounts.signIn({ email, password }, CLIENT);
  if (outcome.kind !== "signed_in") throw new Error(`sign-in of ${email}: ${outcome.kind}`);
  return { secret: outcome.sessionSecret, ...(await fixture.accounts.findSignedIn(outcome.sessionSecret))! };
}

/** Somebody who is signed in, and the code that the address they want has got. */
async function asked(from: string, to: string) {
  await fixture.addPerson(from);
  const person = await signIn(from);
  await fixture.accounts.emailChange.request(person, to, CLIENT);
  await fixture.settle();
  return { person, code: codeTo(to) };
}

async function changed(from: string, to: string) {
  const { person, code } = await asked(from, to);
  await fixture.accounts.emailChange.confirm(person, code, CLIENT);
  await fixture.settle();
  return { person, revertCode: codeTo(from) };
}

describe("a change of address", () => {
  it("moves the account, ends all other sessions, and tells the old address how to undo it", async () => {
    const { accounts, mails, settle, events } = fixture;
    const { person, code } = await asked("old@example.com", "New@Example.com");
    const elsewhere = await signIn("old@example.com");
    expect(await accounts.emailChange.confirm(person, code || codeTo("new@example.com"), CLIENT)).toBe(
      "new@example.com",
    );
    await settle();
    expect(await accounts.findSignedIn(person.secret)).toMatchObject({ email: "new@example.com" });
    expect(await accounts.findSignedIn(elsewhere.secret)).toBeNull();
    expect(events).toContainEqual({ type: "session_ended", sessionId: elsewhere.sessionId });
    expect((await accounts.signIn({ email: "old@example.com", password: PASSWORD }, CLIENT)).kind).toBe("refused");
    await signIn("new@example.com");
    const told = mails.findLast(({ to }) => to === "old@example.com");
    expect(told?.subject).toBe("Your e-mail address was changed");
    expect(told?.text).toContain("isReverting=true");
  });

  it("is asked for only by somebody who has just confirmed who they are", async () => {
    const { accounts, clock } = fixture;
    await fixture.addPerson("stale@example.com");
    const person = await signIn("stale@example.com");
    clock.nowMs += HOUR_MS;
    const attempt = accounts.emailChange.request(person, "x@example.com", CLIENT);
    await expect(attempt).rejects.toMatchObject({ code: "sensitive_action", status: 403 });
    const byKey = accounts.emailChange.request({ userId: person.userId }, "x@example.com", CLIENT);
    await expect(byKey).rejects.toMatchObject({ code: "sensitive_action" });
  });

  it("is refused for what is no address, or is theirs already", async () => {
    await fixture.addPerson("same@example.com");
    const person = await signIn("same@example.com");
    for (const email of ["nothing", "", "SAME@example.com"])
      await expect(fixture.accounts.emailChange.request(person, email, CLIENT)).rejects.toMatchObject({
        code: "invalid_request",
        options: { param: "email" },
      });
  });

  it("is confirmed once, by the one who asked, within a day", async () => {
    const { accounts, clock } = fixture;
    const { person, code } = await asked("once-old@example.com", "once-new@example.com");
    await fixture.addPerson("other@example.com");
    const other = await signIn("other@example.com");
    await expect(accounts.emailChange.confirm(other, code, CLIENT)).rejects.toMatchObject(INVALID);
    await expect(accounts.emailChange.confirm(person, "0".repeat(64), CLIENT)).rejects.toMatchObject(INVALID);
    const twice = await Promise.allSettled([1, 2].map(() => accounts.emailChange.confirm(person, code, CLIENT)));
    expect(twice.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    await expect(accounts.emailChange.confirm(person, code, CLIENT)).rejects.toMatchObject(INVALID);

    const late = await asked("late-old@example.com", "late-new@example.com");
    clock.nowMs += 24 * HOUR_MS;
    await expect(accounts.emailChange.confirm(late.person, late.code, CLIENT)).rejects.toMatchObject(INVALID);
  });

  it("asked for again, for another address, makes the first link useless", async () => {
    const { accounts } = fixture;
    const { person, code } = await asked("again-old@example.com", "again-1@example.com");
    await accounts.emailChange.request(person, "again-2@example.com", CLIENT);
    await fixture.settle();
    await expect(accounts.emailChange.confirm(person, code, CLIENT)).rejects.toMatchObject(INVALID);
    expect(await accounts.emailChange.confirm(person, codeTo("again-2@example.com"), CLIENT)).toBe(
      "again-2@example.com",
    );
  });

  it("to somebody's address tells its owner, and whoever asked nothing", async () => {
    const { mails } = fixture;
    await fixture.addPerson("owner@example.com");
    const { code } = await asked("curious@example.com", "owner@example.com");
    expect(code).toBe("");
    expect(mails.at(-1)).toMatchObject({ to: "owner@example.com", subject: "This address has an account already" });
  });

  it("to an address that somebody else gets meanwhile is refused, and one of two at once", async () => {
    const { accounts } = fixture;
    const { person, code } = await asked("slow@example.com", "wanted@example.com");
    const rival = await asked("rival@example.com", "wanted@example.com");
    const outcomes = await Promise.allSettled([
      accounts.emailChange.confirm(person, code, CLIENT),
      accounts.emailChange.confirm(rival.person, rival.code, CLIENT),
    ]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const refused = outcomes.find((outcome) => outcome.status === "rejected");
    expect(refused?.reason).toMatchObject({ code: "conflict", status: 409 });
  });

  it("to an address that nobody has verified takes it from whoever only typed it", async () => {
    const { accounts } = fixture;
    const { person, code } = await asked("mover@example.com", "squatted@example.com");
    const form = {
      email: "squatted@example.com",
      password: "Somebody else 9!",
      firstName: "",
      agreesToProductUpdates: false,
    };
    await accounts.signUp(form, CLIENT);
    const squatterCode = fixture.newestCode("verifyEmail");
    expect(await accounts.emailChange.confirm(person, code, CLIENT)).toBe("squatted@example.com");
    await expect(accounts.verifyEmail(squatterCode, CLIENT)).rejects.toMatchObject(INVALID);
    expect((await accounts.signIn({ email: form.email, password: form.password }, CLIENT)).kind).toBe("refused");
  });

  it("ends the links that the old address got before", async () => {
    const { accounts, settle } = fixture;
    const { person, code } = await asked("mailed-old@example.com", "mailed-new@example.com");
    await accounts.requestPasswordReset("mailed-old@example.com", CLIENT);
    await settle();
    const resetCode = fixture.newestCode("resetPassword");
    await accounts.emailChange.confirm(person, code, CLIENT);
    expect(await accounts.isResetCodeOpen(resetCode, CLIENT)).toBe(false);
  });
});

describe("undoing it from the old address", () => {
  it("gives the address back, signs everybody out, and lets the owner choose a new password", async () => {
    const { accounts } = fixture;
    const { person, revertCode } = await changed("victim@example.com", "thief@example.com");
    expect(await accounts.emailChange.peekRevert(revertCode, CLIENT)).toEqual({
      email: "victim@example.com",
      removed: [],
      kept: [],
    });
    const { resetCode, email } = await accounts.emailChange.revert(revertCode, CLIENT);
    expect(email).toBe("victim@example.com");
    expect(await accounts.findSignedIn(person.secret)).toBeNull();
    for (const address of ["thief@example.com", "victim@example.com"])
      expect((await accounts.signIn({ email: address, password: PASSWORD }, CLIENT)).kind).toBe("refused");
    const form = { code: resetCode, password: "Owner again 10!", repeated: "Owner again 10!" };
    expect(await accounts.resetPassword(form, CLIENT)).toEqual({ kind: "changed" });
    await signIn("victim@example.com", "Owner again 10!");
  });

  it("takes away the ways in that were added since, and leaves the older ones", async () => {
    const { accounts, database, clock } = fixture;
    const owner = await fixture.addPerson("robbed@example.com");
    const { key: oldKey } = await accounts.createApiKey(owner, "old");
    const passkey = { userId: owner.userId, name: "p", publicKey: Buffer.from("p") };
    await database.insert(passkeys).values({ ...passkey, id: "old-passkey", createdAtMs: clock.nowMs });
    clock.nowMs += 40 * 24 * HOUR_MS;
    const person = await signIn("robbed@example.com");
    await accounts.emailChange.request(person, "robber@example.com", CLIENT);
    await fixture.settle();
    const code = codeTo("robber@example.com");
    await accounts.emailChange.confirm(person, code, CLIENT);
    await fixture.settle();
    const { key: newKey } = await accounts.createApiKey(person, "new");
    await database.insert(passkeys).values({ ...passkey, id: "new-passkey", createdAtMs: clock.nowMs });
    await accounts.emailChange.revert(codeTo("robbed@example.com"), CLIENT);
    expect(await accounts.authenticateApiKey(oldKey)).not.toBeNull();
    expect(await accounts.authenticateApiKey(newKey)).toBeNull();
    const left = await database.select({ id: passkeys.id }).from(passkeys).where(eq(passkeys.userId, person.userId));
    expect(left).toEqual([{ id: "old-passkey" }]);
  });

  it("works once, and for 30 days", async () => {
    const { accounts, clock } = fixture;
    const { revertCode } = await changed("keen@example.com", "keen-new@example.com");
    const twice = await Promise.allSettled([1, 2].map(() => accounts.emailChange.revert(revertCode, CLIENT)));
    expect(twice.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    await expect(accounts.emailChange.revert(revertCode, CLIENT)).rejects.toMatchObject(INVALID);

    const late = await changed("late@example.com", "later@example.com");
    clock.nowMs += 30 * 24 * HOUR_MS;
    expect(await accounts.emailChange.peekRevert(late.revertCode, CLIENT)).toBeNull();
    await expect(accounts.emailChange.revert(late.revertCode, CLIENT)).rejects.toMatchObject(INVALID);
  });

  it("works for the first owner whatever came after, and ends the later links", async () => {
    const { accounts, clock } = fixture;
    const { person, revertCode: first } = await changed("first@example.com", "second@example.com");
    clock.nowMs += 1000;
    await accounts.emailChange.request(person, "third@example.com", CLIENT);
    await fixture.settle();
    await accounts.emailChange.confirm(person, codeTo("third@example.com"), CLIENT);
    await fixture.settle();
    const second = codeTo("second@example.com");
    await accounts.emailChange.revert(first, CLIENT);
    await expect(accounts.emailChange.revert(second, CLIENT)).rejects.toMatchObject(INVALID);
    const person1 = await fixture.database.query.users.findFirst({ where: (u, { eq: is }) => is(u.id, person.userId) });
    expect(person1?.email).toBe("first@example.com");
  });

  it("is refused where the address belongs to a verified account by now, and stays possible", async () => {
    const { accounts, database } = fixture;
    const { revertCode } = await changed("gone@example.com", "moved@example.com");
    await fixture.addPerson("gone@example.com");
    await expect(accounts.emailChange.revert(revertCode, CLIENT)).rejects.toMatchObject({ code: "conflict" });
    const open = await database
      .select()
      .from(actionCodes)
      .where(and(eq(actionCodes.mode, "revertEmail"), eq(actionCodes.email, "gone@example.com")));
    expect(open[0]?.usedAtMs).toBeNull();
  });

  it("cannot be kept from its owner by a sign-up with the address, unverified as it is", async () => {
    const { accounts } = fixture;
    const { revertCode } = await changed("blocked@example.com", "blocker@example.com");
    const form = {
      email: "blocked@example.com",
      password: "Blocking 11 it!",
      firstName: "",
      agreesToProductUpdates: false,
    };
    await accounts.signUp(form, CLIENT);
    expect((await accounts.emailChange.revert(revertCode, CLIENT)).email).toBe("blocked@example.com");
  });
});
