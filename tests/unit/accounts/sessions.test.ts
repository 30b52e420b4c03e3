import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { sessions, users, workspaceMembers } from "../../../db/schema";
import { type AccountsFixture, CLIENT, openAccounts, PASSWORD } from "../../support/accounts-fixture";

const DAY_MS = 86_400_000;
let fixture: AccountsFixture;
beforeAll(async () => {
  fixture = await openAccounts();
  await fixture.addPerson("ada@example.com");
});
beforeEach(() => {
  fixture.taken.clear();
  fixture.usedUp.clear();
});
afterAll(() => fixture.close());

async function signIn(email = "ada@example.com"): Promise<string> {
  const outcome = await fixture.accounts.signIn({ email, password: PASSWORD }, CLIENT);
  if (outcome.kind !== "signed_in") throw new Error("the sign-in was refused");
  return outcome.sessionSecret;
}

it("opens a session that is stored by its hash, with the person's workspace and role", async () => {
  const secret = await signIn(" ADA@example.com ");
  expect(secret).toMatch(/^[0-9a-f]{64}$/);
  const person = await fixture.accounts.findSignedIn(secret);
  expect(person).toMatchObject({ email: "ada@example.com", firstName: "Ada", role: "admin" });
  expect(JSON.stringify(await fixture.database.select().from(sessions))).not.toContain(secret);
  expect(await fixture.accounts.findSignedIn("0".repeat(64))).toBeNull();
});

it("refuses an unknown address, a wrong password and an unverified address in the same words", async () => {
  const { accounts } = fixture;
  await accounts.signUp(
    { email: "new@example.com", password: PASSWORD, firstName: "", agreesToProductUpdates: false },
    CLIENT,
  );
  for (const [email, password] of [
    ["unknown@example.com", PASSWORD],
    ["ada@example.com", "Wrong horse 7!"],
    ["new@example.com", PASSWORD],
    ["no address", PASSWORD],
    ["", ""],
  ] as const) {
    expect(await accounts.signIn({ email, password }, CLIENT)).toEqual({ kind: "refused" });
  }
});

it("mails the link again when somebody with the right password has not verified the address", async () => {
  const { accounts, mails, settle } = fixture;
  const person = { email: "late@example.com", password: PASSWORD, firstName: "", agreesToProductUpdates: false };
  await accounts.signUp(person, CLIENT);
  await accounts.signIn({ email: "late@example.com", password: "Wrong horse 7!" }, CLIENT);
  await settle();
  expect(mails.filter(({ to }) => to === "late@example.com")).toHaveLength(1);
  await accounts.signIn({ email: "late@example.com", password: PASSWORD }, CLIENT);
  await settle();
  expect(mails.filter(({ to }) => to === "late@example.com")).toHaveLength(2);
});

it("counts failures, by address and client, and no success", async () => {
  const { accounts, taken } = fixture;
  await signIn();
  expect(taken.size).toBe(0);
  await accounts.signIn({ email: "Ada@example.com", password: "Wrong horse 7!" }, CLIENT);
  expect(Object.fromEntries(taken)).toEqual({
    "sign_in_failure_pair 192.0.2.1 ada@example.com": 1,
    "sign_in_failure_address ada@example.com": 1,
    "sign_in_failure_client 192.0.2.1": 1,
  });
});

it("counts a browser that its owner was signed in with by itself, whatever others guess", async () => {
  const { accounts, taken, usedUp, settle } = fixture;
  await fixture.addPerson("attacked@example.com");
  const browser = { ...CLIENT, deviceId: "owner's browser" };
  const form = { email: "attacked@example.com", password: PASSWORD };
  expect((await accounts.signIn(form, browser)).kind).toBe("signed_in");
  for (const limit of ["sign_in_failure_pair", "sign_in_failure_client", "sign_in_failure_address"]) usedUp.add(limit);
  for (const stranger of [CLIENT, { ...CLIENT, deviceId: "stranger's browser" }])
    await expect(accounts.signIn(form, stranger)).rejects.toMatchObject({ code: "rate_limited" });
  expect((await accounts.signIn(form, browser)).kind).toBe("signed_in");
  // It is known to this account alone.
  await fixture.addPerson("attacked-too@example.com");
  await expect(accounts.signIn({ ...form, email: "attacked-too@example.com" }, browser)).rejects.toMatchObject({
    code: "rate_limited",
  });
  usedUp.clear();
  taken.clear();
  await accounts.signIn({ ...form, password: "Wrong horse 7!" }, browser);
  expect([...taken.keys()]).toEqual([
    expect.stringMatching(/^sign_in_failure_device [0-9a-f]{64} attacked@example.com$/),
  ]);
  usedUp.add("sign_in_failure_device");
  await expect(accounts.signIn(form, browser)).rejects.toMatchObject({ code: "rate_limited" });
  usedUp.clear();
  await settle();
});

it.each(["sign_in_failure_pair", "sign_in_failure_address", "sign_in_failure_client"])(
  "makes even the right password wait once %s is used up",
  async (limit) => {
    fixture.usedUp.add(limit);
    await expect(signIn()).rejects.toMatchObject({ code: "rate_limited", status: 429 });
  },
);

it("ends 30 days after its last use, and at the person's word", async () => {
  const { accounts, clock, settle, events } = fixture;
  const secret = await signIn();
  clock.nowMs += 29 * DAY_MS;
  const person = await accounts.findSignedIn(secret);
  expect(person).not.toBeNull();
  await settle();
  clock.nowMs += 29 * DAY_MS;
  expect(await accounts.findSignedIn(secret)).not.toBeNull();
  await settle();
  clock.nowMs += 30 * DAY_MS;
  expect(await accounts.findSignedIn(secret)).toBeNull();

  const other = await signIn();
  const { sessionId } = (await accounts.findSignedIn(other))!;
  await accounts.signOut(other);
  expect(await accounts.findSignedIn(other)).toBeNull();
  expect(events).toContainEqual({ type: "session_ended", sessionId });
});

it("notes its use at most every five minutes", async () => {
  const { accounts, clock, database, settle } = fixture;
  const secret = await signIn();
  const { sessionId } = (await accounts.findSignedIn(secret))!;
  const lastSeen = async () =>
    (await database.select().from(sessions).where(eq(sessions.id, sessionId)))[0]!.lastSeenAtMs;
  const opened = await lastSeen();
  clock.nowMs += 4 * 60_000;
  await accounts.findSignedIn(secret);
  await settle();
  expect(await lastSeen()).toBe(opened);
  clock.nowMs += 2 * 60_000;
  await accounts.findSignedIn(secret);
  await settle();
  expect(await lastSeen()).toBe(clock.nowMs);
});

it("makes tokens that stop working the moment the session ends", async () => {
  const { accounts } = fixture;
  const secret = await signIn();
  const person = (await accounts.findSignedIn(secret))!;
  const { token } = await accounts.mintToken(person);
  expect(await accounts.authenticateToken(token)).toEqual({
    kind: "session",
    userId: person.userId,
    workspaceId: person.workspaceId,
    sessionId: person.sessionId,
    sessionExpiresAtMs: person.expiresAtMs,
    role: "admin",
  });
  await accounts.signOut(secret);
  expect(await accounts.authenticateToken(token)).toBeNull();
});

it("is no use to somebody who has left the workspace", async () => {
  const { accounts, database } = fixture;
  const { userId } = await fixture.addPerson("leaver@example.com");
  const secret = await signIn("leaver@example.com");
  await database.delete(workspaceMembers).where(eq(workspaceMembers.userId, userId));
  expect(await accounts.findSignedIn(secret)).toBeNull();
});

it("replaces a hash of lesser cost at the next sign-in", async () => {
  const { database, settle } = fixture;
  const { userId } = await fixture.addPerson("old@example.com");
  const { scryptSync } = await import("node:crypto");
  const salt = Buffer.alloc(16, 7);
  const hash = scryptSync(PASSWORD, salt, 32, { N: 2 ** 9, r: 8, p: 1 });
  const stored = `scrypt$9$8$1$${salt.toString("base64url")}$${hash.toString("base64url")}`;
  await database.update(users).set({ passwordHash: stored }).where(eq(users.id, userId));
  await signIn("old@example.com");
  await settle();
  const [user] = await database.select().from(users).where(eq(users.id, userId));
  expect(user!.passwordHash).toMatch(/^scrypt\$10\$/);
  await signIn("old@example.com");
});

it("is removed a week after its end, and not before", async () => {
  const { accounts, clock, database } = fixture;
  const { sessionId } = (await accounts.findSignedIn(await signIn()))!;
  const rows = () => database.select().from(sessions).where(eq(sessions.id, sessionId));
  clock.nowMs += 36 * DAY_MS;
  await accounts.deleteExpired();
  expect(await rows()).toHaveLength(1);
  clock.nowMs += 2 * DAY_MS;
  await accounts.deleteExpired();
  expect(await rows()).toHaveLength(0);
});
