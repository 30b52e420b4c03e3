import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { isStaffEmail, reasonOf } from "../../../app/domains/accounts/support-access/rules";
import { securityEvents, sessions, users } from "../../../db/schema";
import { type AccountsFixture, CLIENT, openAccounts } from "../../support/accounts-fixture";
import { openSessionOf } from "../../support/factor-helpers";

const REASON = "The owner wrote to us about a voice that does not play.";
const HOUR_MS = 3_600_000;
let fixture: AccountsFixture;
let owner: { userId: string; workspaceId: string };
let staff: Awaited<ReturnType<typeof openSessionOf>>["person"];

beforeEach(async () => {
  fixture = await openAccounts();
  owner = await fixture.addPerson("ada@example.com");
  await fixture.addPerson("sam@staff.example");
  staff = (await openSessionOf(fixture, "sam@staff.example")).person;
});
afterEach(() => fixture.close());

const support = () => fixture.accounts.supportAccess;
const refusedWith = (code: string) => expect.objectContaining({ code });

async function ask(email = "ada@example.com"): Promise<void> {
  await support().ask(staff, { email, reason: REASON }, CLIENT);
  await fixture.settle();
}

async function askAndGrant(): Promise<string> {
  await ask();
  await support().grant(fixture.newestCode("verifySignInRequest"), CLIENT);
  await fixture.settle();
  return (await support().listOpen(owner.userId))[0]!.accessId;
}

async function openSession(accessId: string) {
  const { sessionSecret } = await support().openSession(staff, accessId, CLIENT);
  return sessionSecret;
}

const kindsOf = async () =>
  (await fixture.database.select().from(securityEvents).where(eq(securityEvents.userId, owner.userId)))
    .map(({ kind }) => kind)
    .filter((kind) => kind.startsWith("support"));

describe("who is of the house", () => {
  it.each([
    ["sam@staff.example", true],
    ["sam@evil.staff.example", false],
    ["sam@staff.example.evil.com", false],
    ["sam@notstaff.example", false],
    ["staff.example@evil.com", false],
  ])("takes %s for staff: %s", (email, expected) => {
    expect(isStaffEmail(email, ["staff.example"])).toBe(expected);
  });

  it("is nobody whose address is not verified, and nobody who is in an account of others", async () => {
    expect(await support().isStaff(staff)).toBe(true);
    expect(await support().isStaff({ ...staff, supportAccessId: "sup_x" })).toBe(false);
    await fixture.database.update(users).set({ emailVerifiedAtMs: null }).where(eq(users.id, staff.userId));
    expect(await support().isStaff(staff)).toBe(false);
  });

  it("is nobody who has another address by now, whatever the page was loaded with", async () => {
    await fixture.database.update(users).set({ email: "sam@home.example" }).where(eq(users.id, staff.userId));
    expect(await support().isStaff(staff)).toBe(false);
  });

  it("wants a reason that says something", () => {
    expect(reasonOf("  because  ")).toBeNull();
    expect(reasonOf("a reason\nover two lines")).toBe("a reason over two lines");
    expect(reasonOf("x".repeat(501))).toBeNull();
  });
});

describe("asking for access", () => {
  it("mails the owner who asks and why, and that it ends by itself", async () => {
    await ask();
    const mail = fixture.mails.at(-1)!;
    expect(mail.to).toBe("ada@example.com");
    expect(mail.text).toContain("sam@staff.example");
    expect(mail.text).toContain(REASON);
    expect(mail.text).toContain("for one hour; then it ends by itself");
    expect(await kindsOf()).toEqual(["support_access_requested"]);
    expect(await support().listAccounts(staff)).toEqual([]);
  });

  it("is answered alike for an address without an account, to which nothing is mailed", async () => {
    const before = fixture.mails.length;
    await ask("nobody@example.com");
    expect(fixture.mails).toHaveLength(before);
    expect([...fixture.taken.keys()]).toContain("support_request_address nobody@example.com");
    expect(await support().listAccounts(staff)).toEqual([]);
  });

  it.each(["support_request_staff", "support_request_address"])("stops after too many (%s)", async (limit) => {
    fixture.usedUp.add(limit);
    await expect(ask()).rejects.toEqual(refusedWith("rate_limited"));
  });

  it("is refused for others than staff, without a reason, and for oneself", async () => {
    const other = { ...owner, email: "ada@example.com", supportAccessId: null };
    const form = { email: "sam@staff.example", reason: REASON };
    await expect(support().ask(other, form, CLIENT)).rejects.toEqual(refusedWith("forbidden"));
    await expect(support().ask(staff, { ...form, email: "a@b.example", reason: "" }, CLIENT)).rejects.toEqual(
      refusedWith("invalid_request"),
    );
    await expect(support().ask(staff, form, CLIENT)).rejects.toEqual(refusedWith("invalid_request"));
  });
});

describe("granting access", () => {
  it("shows who asks before, and lets in for an hour", async () => {
    await ask();
    const code = fixture.newestCode("verifySignInRequest");
    expect(await support().peek(code, CLIENT)).toEqual({
      staffEmail: "sam@staff.example",
      reason: REASON,
      accessHours: 1,
    });
    await support().grant(code, CLIENT);
    await fixture.settle();
    expect(await support().listOpen(owner.userId)).toMatchObject([
      { staffEmail: "sam@staff.example", reason: REASON, endsAtMs: fixture.clock.nowMs + HOUR_MS, isOpen: true },
    ]);
    expect(await support().listAccounts(staff)).toMatchObject([{ ownerEmail: "ada@example.com" }]);
    expect(fixture.mails.at(-1)).toMatchObject({
      to: "ada@example.com",
      subject: "You let our support into your account",
    });
    expect(await kindsOf()).toEqual(["support_access_requested", "support_access_granted"]);
    expect(fixture.events).toContainEqual({ type: "user_changed", userId: owner.userId, changed: ["support_access"] });
  });

  it("takes a code once, for a day, and from its owner only where somebody is signed in", async () => {
    await ask();
    const code = fixture.newestCode("verifySignInRequest");
    await expect(support().grant(code, CLIENT, { signedInUserId: staff.userId })).rejects.toEqual(
      refusedWith("invalid_action_code"),
    );
    await expect(support().grant(code, CLIENT, { linkUserId: staff.userId })).rejects.toEqual(
      refusedWith("invalid_action_code"),
    );
    await support().grant(code, CLIENT, { signedInUserId: owner.userId, linkUserId: owner.userId });
    await expect(support().grant(code, CLIENT)).rejects.toEqual(refusedWith("invalid_action_code"));
    expect(await support().peek(code, CLIENT)).toBeNull();
    await ask();
    fixture.clock.nowMs += 24 * HOUR_MS;
    await expect(support().grant(fixture.newestCode("verifySignInRequest"), CLIENT)).rejects.toEqual(
      refusedWith("invalid_action_code"),
    );
  });

  it("takes no code of another kind, and none of somebody who has left the house", async () => {
    await fixture.accounts.requestPasswordReset("ada@example.com", CLIENT);
    await fixture.settle();
    await expect(support().grant(fixture.newestCode("resetPassword"), CLIENT)).rejects.toEqual(
      refusedWith("invalid_action_code"),
    );
    await ask();
    await fixture.database.update(users).set({ email: "sam@home.example" }).where(eq(users.id, staff.userId));
    await expect(support().grant(fixture.newestCode("verifySignInRequest"), CLIENT)).rejects.toEqual(
      refusedWith("invalid_action_code"),
    );
  });

  it("stops guesses", async () => {
    fixture.usedUp.add("action_code_client");
    await expect(support().grant("guess", CLIENT)).rejects.toEqual(refusedWith("rate_limited"));
    await expect(support().peek("guess", CLIENT)).rejects.toEqual(refusedWith("rate_limited"));
  });
});

describe("a session of support", () => {
  it("is the owner's, says so, and is noted for the owner", async () => {
    const accessId = await askAndGrant();
    const signedIn = await fixture.accounts.findSignedIn(await openSession(accessId));
    expect(signedIn).toMatchObject({ userId: owner.userId, workspaceId: owner.workspaceId, supportAccessId: accessId });
    const { token } = await fixture.accounts.mintToken(signedIn!);
    expect(await fixture.accounts.authenticateToken(token)).toMatchObject({ supportAccessId: accessId });
    expect(await kindsOf()).toContain("support_session_started");
  });

  it("opens no sensitive action, even right after it began", async () => {
    const signedIn = await fixture.accounts.findSignedIn(await openSession(await askAndGrant()));
    await expect(fixture.accounts.stepUp.requireFresh(signedIn!)).rejects.toEqual(refusedWith("sensitive_action"));
  });

  it("ends after the hour, however much it is used, and with it its tokens", async () => {
    const secret = await openSession(await askAndGrant());
    const { token } = await fixture.accounts.mintToken((await fixture.accounts.findSignedIn(secret))!);
    for (let minutes = 0; minutes < 50; minutes += 10) {
      fixture.clock.nowMs += 10 * 60_000;
      expect(await fixture.accounts.findSignedIn(secret)).not.toBeNull();
      await fixture.settle();
    }
    const late = (await fixture.accounts.mintToken((await fixture.accounts.findSignedIn(secret))!)).token;
    fixture.clock.nowMs += 10 * 60_000;
    expect(await fixture.accounts.findSignedIn(secret)).toBeNull();
    expect(await fixture.accounts.authenticateToken(late)).toBeNull();
    expect(await fixture.accounts.authenticateToken(token)).toBeNull();
    expect(await support().listOpen(owner.userId)).toEqual([]);
    expect(await support().listGranted(owner.userId)).toMatchObject([{ isOpen: false }]);
  });

  it("ends at once everywhere when the owner says so", async () => {
    const accessId = await askAndGrant();
    const secret = await openSession(accessId);
    const signedIn = (await fixture.accounts.findSignedIn(secret))!;
    const { token } = await fixture.accounts.mintToken(signedIn);
    await support().revoke(owner.userId, accessId, CLIENT);
    await fixture.settle();
    expect(await fixture.accounts.findSignedIn(secret)).toBeNull();
    expect(await fixture.accounts.authenticateToken(token)).toBeNull();
    expect(fixture.events).toContainEqual({ type: "session_ended", sessionId: signedIn.sessionId });
    expect(fixture.mails.at(-1)).toMatchObject({ to: "ada@example.com", subject: "Our support has left your account" });
    await expect(openSession(accessId)).rejects.toEqual(refusedWith("forbidden"));
    await expect(support().revoke(owner.userId, accessId, CLIENT)).rejects.toEqual(refusedWith("not_found"));
  });

  it("is opened by the one it was granted to, and ended by its owner, only", async () => {
    const accessId = await askAndGrant();
    await fixture.addPerson("eve@staff.example");
    const other = (await openSessionOf(fixture, "eve@staff.example")).person;
    await expect(support().openSession(other, accessId, CLIENT)).rejects.toEqual(refusedWith("forbidden"));
    await expect(support().revoke(other.userId, accessId, CLIENT)).rejects.toEqual(refusedWith("not_found"));
    await fixture.database.update(users).set({ email: "sam@home.example" }).where(eq(users.id, staff.userId));
    await expect(support().openSession(staff, accessId, CLIENT)).rejects.toEqual(refusedWith("forbidden"));
    expect(await fixture.database.select().from(sessions).where(eq(sessions.userId, owner.userId))).toEqual([]);
  });

  it("is not opened before the owner has let support in", async () => {
    await ask();
    const { boundTo } = (await fixture.database.query.actionCodes.findFirst({
      where: (codes) => eq(codes.mode, "verifySignInRequest"),
    }))!;
    await expect(openSession(boundTo)).rejects.toEqual(refusedWith("forbidden"));
  });
});
