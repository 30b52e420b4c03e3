import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { accountDeletions, actionCodes, users } from "../../../db/schema";
import { type AccountsFixture, CLIENT, openAccounts, PASSWORD } from "../../support/accounts-fixture";
import { openSessionOf } from "../../support/factor-helpers";

const DAY_MS = 86_400_000;
const OWNER = "owner@example.com";
const THIEF = "thief@example.com";
const NEW_PASSWORD = "Owner again 10!";
let fixture: AccountsFixture;
let userId: string;
/** The link that was mailed to the owner at the change. */
let undoCode: string;

const undoCodeTo = (email: string) => {
  const mail = fixture.mails.findLast(({ to, text }) => to === email && text.includes("/app/email-change?"));
  return /verification_code=([0-9a-f]{64})/.exec(mail?.text ?? "")?.[1] ?? "";
};

async function move(from: string, to: string): Promise<void> {
  const { person } = await openSessionOf(fixture, from);
  await fixture.accounts.emailChange.request(person, to, CLIENT);
  await fixture.settle();
  await fixture.accounts.emailChange.confirm(person, undoCodeTo(to), CLIENT);
  await fixture.settle();
}
async function close(): Promise<number> {
  const { eraseAtMs } = await fixture.accounts.departure.close({ userId }, CLIENT);
  await fixture.settle();
  return eraseAtMs;
}
async function undo(code: string): Promise<void> {
  const { resetCode } = await fixture.accounts.emailChange.revert(code, CLIENT);
  const form = { code: resetCode, password: NEW_PASSWORD, repeated: NEW_PASSWORD };
  expect(await fixture.accounts.resetPassword(form, CLIENT)).toEqual({ kind: "changed" });
  await fixture.settle();
}
async function signIn(email: string, password: string) {
  const outcome = await fixture.accounts.signIn({ email, password }, CLIENT);
  return outcome.kind === "signed_in" ? await fixture.accounts.findSignedIn(outcome.sessionSecret) : null;
}
const isThere = async () => (await fixture.database.select().from(users).where(eq(users.id, userId))).length === 1;

beforeEach(async () => {
  fixture = await openAccounts();
  ({ userId } = await fixture.addPerson(OWNER));
  await move(OWNER, THIEF);
  undoCode = undoCodeTo(OWNER);
});
afterEach(() => fixture.close());

describe("an account whose address a thief has changed, and which they close then", () => {
  it("is taken back by the owner's link, which takes the closing back as well", async () => {
    await close();
    expect(await fixture.accounts.emailChange.peekRevert(undoCode, CLIENT)).toMatchObject({ email: OWNER });
    await undo(undoCode);
    expect(await fixture.database.select().from(accountDeletions)).toEqual([]);
    expect(await signIn(OWNER, NEW_PASSWORD)).toMatchObject({ userId, closing: null });
    expect(await signIn(THIEF, PASSWORD)).toBeNull();
    const told = fixture.mails.find(({ subject }) => subject === "Your account has its address back");
    expect(told?.to).toBe(OWNER);
    expect(told?.text).toContain("It will not be deleted.");
    await expect(
      fixture.accounts.departure.keepByCode(fixture.newestCode("keepAccount"), CLIENT),
    ).rejects.toMatchObject({ code: "invalid_action_code" });
    fixture.clock.nowMs += 60 * DAY_MS;
    await fixture.accounts.departure.eraseDue();
    expect(await isThere()).toBe(true);
  });

  it("is taken back by it also after the thief has kept it, by the mailed link or by signing in", async () => {
    await close();
    await fixture.accounts.departure.keepByCode(fixture.newestCode("keepAccount"), CLIENT);
    await close();
    await fixture.accounts.departure.keep({ userId }, CLIENT);
    await undo(undoCode);
    expect(await signIn(OWNER, NEW_PASSWORD)).toMatchObject({ userId, closing: null });
    expect(await signIn(THIEF, PASSWORD)).toBeNull();
  });

  it("is told of at the owner's address, with a link of its own that takes it back, once", async () => {
    fixture.clock.nowMs += 3 * DAY_MS;
    fixture.mails.length = 0;
    await close();
    const told = fixture.mails.map(({ to, subject }) => [to, subject]).sort();
    expect(told).toEqual([
      [OWNER, "Your account will be deleted"],
      [THIEF, "Your account will be deleted"],
    ]);
    const mailed = undoCodeTo(OWNER);
    expect(mailed).not.toBe(undoCode);
    const { text } = fixture.mails.find(({ to }) => to === OWNER)!;
    expect(text).toContain("The link works once, until February 14, 2026.");
    // The link to keep the account is for whoever has the account's address.
    expect(text).not.toContain("/app/keep-account");
    await undo(mailed);
    expect(await signIn(OWNER, NEW_PASSWORD)).toMatchObject({ userId, closing: null });
    expect(await fixture.accounts.emailChange.peekRevert(undoCode, CLIENT)).toBeNull();
  });

  it("is not erased while the owner's link is good, and is when it has run out", async () => {
    fixture.clock.nowMs += DAY_MS;
    const eraseAtMs = await close();
    expect(eraseAtMs).toBe(fixture.clock.nowMs + 29 * DAY_MS);
    fixture.clock.nowMs = eraseAtMs - 1;
    await fixture.accounts.departure.eraseDue();
    expect(await fixture.accounts.emailChange.peekRevert(undoCode, CLIENT)).not.toBeNull();
    fixture.clock.nowMs = eraseAtMs;
    expect(await fixture.accounts.emailChange.peekRevert(undoCode, CLIENT)).toBeNull();
    await fixture.accounts.departure.eraseDue();
    expect(await isThere()).toBe(false);
  });

  it("is not erased either where the day is over and the link is good yet, or is just being followed", async () => {
    await close();
    await fixture.database.update(accountDeletions).set({ eraseAtMs: fixture.clock.nowMs });
    await fixture.accounts.departure.eraseDue();
    expect(await isThere()).toBe(true);
    await fixture.database.update(actionCodes).set({ usedAtMs: fixture.clock.nowMs });
    await fixture.accounts.departure.eraseDue();
    expect(await isThere()).toBe(true);
    fixture.clock.nowMs += 31 * 60_000;
    await fixture.accounts.departure.eraseDue();
    expect(await isThere()).toBe(false);
  });

  it("gives the owner the first of their links again where the thief has moved it on, and each former address its own", async () => {
    await move(THIEF, "further@example.com");
    fixture.mails.length = 0;
    await close();
    expect(fixture.mails.map(({ to }) => to).sort()).toEqual(["further@example.com", OWNER, THIEF].sort());
    const ofThief = undoCodeTo(THIEF);
    await undo(undoCodeTo(OWNER));
    expect(await signIn(OWNER, NEW_PASSWORD)).toMatchObject({ userId });
    expect(await fixture.accounts.emailChange.peekRevert(ofThief, CLIENT)).toBeNull();
  });
});

describe("an undo that comes at the same moment as what a thief does", () => {
  const FURTHER = "further@example.com";
  const noticesOfClosing = () => fixture.mails.filter(({ subject }) => subject === "Your account will be deleted");
  const isOpen = async (code: string) => (await fixture.accounts.emailChange.peekRevert(code, CLIENT)) !== null;
  /** Has something happen before what a call writes in its nth transaction, after all that it has looked at. */
  function beforeTransaction(nth: number, happens: () => Promise<unknown>): void {
    const { database } = fixture;
    const batch = database.batch.bind(database);
    const write = vi.spyOn(database, "batch");
    for (let passed = 1; passed < nth; passed++) write.mockImplementationOnce(batch);
    write.mockImplementationOnce(async (statements) => {
      await happens();
      return batch(statements);
    });
  }

  it("lets the thief's closing come to nothing, which mails nobody a link", async () => {
    const { accounts, database, settle } = fixture;
    await move(THIEF, FURTHER);
    const { person: thief } = await openSessionOf(fixture, FURTHER);
    beforeTransaction(2, () => undo(undoCode));
    await expect(accounts.departure.close(thief, CLIENT)).rejects.toMatchObject({ code: "needs_authorization" });
    await settle();
    expect(await database.select().from(accountDeletions)).toEqual([]);
    expect(noticesOfClosing()).toEqual([]);
    expect(await isOpen(undoCodeTo(THIEF))).toBe(false);
    expect(await signIn(OWNER, NEW_PASSWORD)).toMatchObject({ userId, closing: null });
  });

  it("copies no link that has been followed since the closing looked, whoever closes", async () => {
    const { database, settle, mails } = fixture;
    await move(THIEF, FURTHER);
    beforeTransaction(2, () => undo(undoCode));
    // Without a session to end, as the installation itself.
    await close();
    await settle();
    const open = await database.select().from(actionCodes).where(eq(actionCodes.mode, "revertEmail"));
    expect(open.filter(({ usedAtMs }) => usedAtMs === null)).toEqual([]);
    expect(mails.filter(({ text }) => text.includes("isReverting")).map(({ subject }) => subject)).not.toContain(
      "Your account will be deleted",
    );
  });

  it("keeps the account where the closing is written while the undo is under way", async () => {
    await move(THIEF, FURTHER);
    const { person: thief } = await openSessionOf(fixture, FURTHER);
    beforeTransaction(2, () => fixture.accounts.departure.close(thief, CLIENT));
    const { resetCode } = await fixture.accounts.emailChange.revert(undoCode, CLIENT);
    await fixture.settle();
    expect(await fixture.database.select().from(accountDeletions)).toEqual([]);
    const form = { code: resetCode, password: NEW_PASSWORD, repeated: NEW_PASSWORD };
    expect(await fixture.accounts.resetPassword(form, CLIENT)).toEqual({ kind: "changed" });
    for (const { text } of noticesOfClosing()) {
      const code = /verification_code=([0-9a-f]{64})/.exec(text)?.[1];
      if (code) expect(await isOpen(code)).toBe(false);
    }
  });

  it("is not undone itself by a later change's link, which the thief follows meanwhile", async () => {
    const { accounts, database } = fixture;
    await move(THIEF, FURTHER);
    beforeTransaction(2, () => undo(undoCode));
    await expect(accounts.emailChange.revert(undoCodeTo(THIEF), CLIENT)).rejects.toMatchObject({
      code: "invalid_action_code",
    });
    const [user] = await database.select().from(users).where(eq(users.id, userId));
    expect(user?.email).toBe(OWNER);
    expect(await signIn(OWNER, NEW_PASSWORD)).toMatchObject({ userId });
  });

  it("leaves no later change's link good where that could not be followed after all", async () => {
    const { accounts } = fixture;
    await move(THIEF, FURTHER);
    const ofThief = undoCodeTo(THIEF);
    beforeTransaction(2, async () => {
      await undo(undoCode);
      // Somebody has the thief's former address by now.
      await fixture.addPerson(THIEF);
    });
    await expect(accounts.emailChange.revert(ofThief, CLIENT)).rejects.toMatchObject({ code: "invalid_action_code" });
    expect(await isOpen(ofThief)).toBe(false);
  });

  it("lets a closed account be kept neither in a session that has ended nor by a link that a new closing ended", async () => {
    const { accounts, newestCode, settle, database } = fixture;
    const { person: thief } = await openSessionOf(fixture, THIEF);
    await close();
    const thiefsLink = newestCode("keepAccount");
    beforeTransaction(1, async () => {
      await undo(undoCode);
      await close();
    });
    await expect(accounts.departure.keepByCode(thiefsLink, CLIENT)).rejects.toMatchObject({
      code: "invalid_action_code",
    });
    await expect(accounts.departure.keep(thief, CLIENT)).rejects.toMatchObject({ code: "needs_authorization" });
    expect(await database.select().from(accountDeletions)).toHaveLength(1);
    const { person: owner } = await openSessionOf(fixture, OWNER);
    await accounts.departure.keep(owner, CLIENT);
    await settle();
    expect(await database.select().from(accountDeletions)).toEqual([]);
  });
});

it("a change of address that an undo overtakes leaves no link that a closing would mail", async () => {
  const { accounts, database, mails, settle } = fixture;
  const { person } = await openSessionOf(fixture, THIEF);
  await accounts.emailChange.request(person, "further@example.com", CLIENT);
  await settle();
  const code = undoCodeTo("further@example.com");
  const batch = database.batch.bind(database);
  const write = vi.spyOn(database, "batch").mockImplementationOnce(async (statements) => {
    await undo(undoCode);
    return batch(statements);
  });
  await expect(accounts.emailChange.confirm(person, code, CLIENT)).rejects.toMatchObject({
    code: "invalid_action_code",
  });
  write.mockRestore();
  mails.length = 0;
  await close();
  expect(mails.map(({ to }) => to)).toEqual([OWNER]);
});
