import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Member, mayLeave, nextOwner } from "../../../app/domains/accounts/departure/rules";
import { accountDeletions, users, workspaceMembers, workspaces } from "../../../db/schema";
import { type AccountsFixture, CLIENT, openAccounts, PASSWORD } from "../../support/accounts-fixture";
import { openSessionOf } from "../../support/factor-helpers";

const DAY_MS = 86_400_000;
let fixture: AccountsFixture;
let ada: { userId: string; workspaceId: string };

beforeEach(async () => {
  fixture = await openAccounts();
  ada = await fixture.addPerson("ada@example.com");
});
afterEach(() => fixture.close());

const departure = () => fixture.accounts.departure;
const refusedWith = (code: string) => expect.objectContaining({ code });

async function signIn(email = "ada@example.com"): Promise<string> {
  const outcome = await fixture.accounts.signIn({ email, password: PASSWORD }, CLIENT);
  await fixture.settle();
  if (outcome.kind !== "signed_in") throw new Error(outcome.kind);
  return outcome.sessionSecret;
}

async function close(): Promise<void> {
  await departure().close({ userId: ada.userId }, CLIENT);
  await fixture.settle();
}

async function addMember(workspaceId: string, email: string, role: "admin" | "editor"): Promise<string> {
  const { userId } = await fixture.addPerson(email);
  const createdAtMs = ++fixture.clock.nowMs;
  await fixture.database.insert(workspaceMembers).values({ workspaceId, userId, role, createdAtMs });
  return userId;
}

describe("who may leave whom", () => {
  const member = (userId: string, role: Member["role"], joinedAtMs: number, isLeaving = false): Member => ({
    userId,
    role,
    joinedAtMs,
    isLeaving,
  });

  it("needs an admin among those who stay, if anybody does", () => {
    expect(mayLeave([])).toBe(true);
    expect(mayLeave([member("b", "editor", 1)])).toBe(false);
    expect(mayLeave([member("b", "editor", 1), member("c", "admin", 2)])).toBe(true);
    expect(mayLeave([member("b", "editor", 1), member("c", "admin", 2, true)])).toBe(false);
    expect(mayLeave([member("c", "admin", 2, true)])).toBe(true);
  });

  it("makes the admin of longest standing the owner, else the member of longest standing, and one who stays before both", () => {
    expect(nextOwner([])).toBeNull();
    expect(nextOwner([member("b", "editor", 1), member("c", "admin", 3), member("d", "admin", 2)])?.userId).toBe("d");
    expect(nextOwner([member("b", "editor", 2), member("c", "editor", 1)])?.userId).toBe("c");
    expect(nextOwner([member("b", "admin", 1, true), member("c", "editor", 2)])?.userId).toBe("c");
  });
});

describe("closing an account", () => {
  it("ends sessions, tokens and keys at once, and mails a link to keep it", async () => {
    const secret = await signIn();
    const { token } = await fixture.accounts.mintToken((await fixture.accounts.findSignedIn(secret))!);
    const { key } = await fixture.accounts.createApiKey(ada, "key");
    const caller = (await fixture.accounts.authenticateApiKey(key))!;
    const socketToken = await fixture.accounts.issueSingleUseToken(caller, "tts_websocket");
    await close();
    expect(await fixture.accounts.findSignedIn(secret)).toBeNull();
    expect(await fixture.accounts.authenticateToken(token)).toBeNull();
    expect(await fixture.accounts.authenticateApiKey(key)).toBeNull();
    expect(await fixture.accounts.redeemSingleUseToken(socketToken, "tts_websocket")).toBeNull();
    expect(fixture.events).toContainEqual({ type: "person_left", userId: ada.userId });
    expect(fixture.mails.at(-1)).toMatchObject({ to: "ada@example.com", subject: "Your account will be deleted" });
    expect(fixture.mails.at(-1)!.text).toContain("January 29, 2026");
  });

  it("makes older links useless", async () => {
    await fixture.accounts.requestPasswordReset("ada@example.com", CLIENT);
    await fixture.settle();
    const code = fixture.newestCode("resetPassword");
    await close();
    expect(await fixture.accounts.isResetCodeOpen(code, CLIENT)).toBe(false);
  });

  it("lets somebody who signs in afterwards do nothing but keep it", async () => {
    await close();
    const secret = await signIn();
    const signedIn = (await fixture.accounts.findSignedIn(secret))!;
    expect(signedIn.closing).toEqual({ eraseAtMs: fixture.clock.nowMs + 14 * DAY_MS });
    const { token } = await fixture.accounts.mintToken(signedIn);
    expect(await fixture.accounts.authenticateToken(token)).toBeNull();
    await departure().keep({ userId: ada.userId }, CLIENT);
    await fixture.settle();
    expect((await fixture.accounts.findSignedIn(secret))!.closing).toBeNull();
    expect(await fixture.accounts.authenticateToken(token)).not.toBeNull();
    expect(fixture.mails.at(-1)).toMatchObject({ subject: "Your account stays" });
  });

  it("ends what support may see of it, and what the person may see as support", async () => {
    await fixture.addPerson("sam@staff.example");
    const staff = (await openSessionOf(fixture, "sam@staff.example")).person;
    const support = fixture.accounts.supportAccess;
    await support.ask(staff, { email: "ada@example.com", reason: "A reason that is long enough." }, CLIENT);
    await fixture.settle();
    await support.grant(fixture.newestCode("verifySignInRequest"), CLIENT);
    const { accessId } = (await support.listOpen(ada.userId))[0]!;
    const { sessionSecret } = await support.openSession(staff, accessId, CLIENT);
    await departure().close({ userId: staff.userId }, CLIENT);
    await fixture.settle();
    expect(await fixture.accounts.findSignedIn(sessionSecret)).toBeNull();
    expect(await support.listOpen(ada.userId)).toEqual([]);
  });

  it("is counted by person each time it is asked for, and too many change nothing and mail nothing", async () => {
    const { taken, usedUp, mails } = fixture;
    const count = () => taken.get(`account_deletion_user ${ada.userId}`);
    await close();
    expect(count()).toBe(1);
    await departure().keep({ userId: ada.userId }, CLIENT);
    await fixture.settle();
    mails.length = 0;
    usedUp.add("account_deletion_user");
    await expect(close()).rejects.toEqual(refusedWith("rate_limited"));
    await fixture.settle();
    expect(mails).toEqual([]);
    expect(await fixture.database.select().from(accountDeletions)).toEqual([]);
  });

  it("is done once when it is asked for several times at once, and the one link that is mailed keeps the account", async () => {
    fixture.mails.length = 0;
    const asked = await Promise.allSettled([1, 2, 3].map(() => departure().close({ userId: ada.userId }, CLIENT)));
    await fixture.settle();
    expect(asked.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const each of asked) if (each.status === "rejected") expect(each.reason).toEqual(refusedWith("conflict"));
    expect(fixture.mails).toHaveLength(1);
    await departure().keepByCode(fixture.newestCode("keepAccount"), CLIENT);
  });

  it("is refused twice, and where others would be left without an admin", async () => {
    const editor = await addMember(ada.workspaceId, "bob@example.com", "editor");
    await expect(close()).rejects.toMatchObject({
      code: "conflict",
      userMessage: "You are the only admin of “Ada's workspace”, which others use. Make somebody else an admin first.",
    });
    expect(await departure().plan(ada.userId)).toEqual({ erased: [], left: [], blocking: ["Ada's workspace"] });
    await fixture.database.update(workspaceMembers).set({ role: "admin" }).where(eq(workspaceMembers.userId, editor));
    await close();
    await expect(close()).rejects.toEqual(refusedWith("conflict"));
  });
});

describe("keeping an account by the mailed link", () => {
  it("works once, without a sign-in", async () => {
    await close();
    const code = fixture.newestCode("keepAccount");
    expect(await departure().findKeepLink(code, CLIENT)).toEqual({ eraseAtMs: fixture.clock.nowMs + 14 * DAY_MS });
    await departure().keepByCode(code, CLIENT);
    await fixture.settle();
    expect(await fixture.database.select().from(accountDeletions)).toEqual([]);
    expect(await departure().findKeepLink(code, CLIENT)).toBeNull();
    await expect(departure().keepByCode(code, CLIENT)).rejects.toEqual(refusedWith("invalid_action_code"));
  });

  it("does not work with the link of an earlier wish, with another kind of link, or once erasing has begun", async () => {
    await close();
    const earlier = fixture.newestCode("keepAccount");
    await departure().keep({ userId: ada.userId }, CLIENT);
    await close();
    await expect(departure().keepByCode(earlier, CLIENT)).rejects.toEqual(refusedWith("invalid_action_code"));
    const code = fixture.newestCode("keepAccount");
    await fixture.accounts.requestPasswordReset("ada@example.com", CLIENT);
    await fixture.settle();
    await expect(departure().keepByCode(fixture.newestCode("resetPassword"), CLIENT)).rejects.toEqual(
      refusedWith("invalid_action_code"),
    );
    await fixture.database.update(accountDeletions).set({ erasingSinceMs: 1 });
    expect(await departure().findKeepLink(code, CLIENT)).toBeNull();
    await expect(departure().keepByCode(code, CLIENT)).rejects.toEqual(refusedWith("conflict"));
    await expect(departure().keep({ userId: ada.userId }, CLIENT)).rejects.toEqual(refusedWith("conflict"));
  });

  it("is limited", async () => {
    fixture.usedUp.add("action_code_client");
    await expect(departure().findKeepLink("x", CLIENT)).rejects.toEqual(refusedWith("rate_limited"));
    await expect(departure().keepByCode("x", CLIENT)).rejects.toEqual(refusedWith("rate_limited"));
  });
});

describe("erasing", () => {
  it("begins when two weeks are over, and not a moment before", async () => {
    await close();
    fixture.clock.nowMs += 14 * DAY_MS - 1;
    await departure().eraseDue();
    expect(await fixture.database.select().from(users).where(eq(users.id, ada.userId))).toHaveLength(1);
    fixture.clock.nowMs += 1;
    await departure().eraseDue();
    expect(await fixture.database.select().from(users).where(eq(users.id, ada.userId))).toEqual([]);
    expect(await fixture.database.select().from(workspaces)).toEqual([]);
    expect(await fixture.database.select().from(accountDeletions)).toEqual([]);
  });

  it("leaves a workspace of others with them, and another admin as its owner", async () => {
    const bob = await addMember(ada.workspaceId, "bob@example.com", "editor");
    const eve = await addMember(ada.workspaceId, "eve@example.com", "admin");
    await close();
    fixture.clock.nowMs += 14 * DAY_MS;
    await departure().eraseDue();
    const [workspace] = await fixture.database.select().from(workspaces).where(eq(workspaces.id, ada.workspaceId));
    expect(workspace?.ownerId).toBe(eve);
    expect(fixture.events).toContainEqual({ type: "workspace_changed", changed: ["members", "roles"] });
    const members = await fixture.database
      .select({ userId: workspaceMembers.userId, role: workspaceMembers.role })
      .from(workspaceMembers)
      .where(eq(workspaceMembers.workspaceId, ada.workspaceId));
    expect(members).toEqual([
      { userId: bob, role: "editor" },
      { userId: eve, role: "admin" },
    ]);
  });

  it("makes somebody an admin where the last one went meanwhile, so that the workspace can be run", async () => {
    const bob = await addMember(ada.workspaceId, "bob@example.com", "editor");
    const eve = await addMember(ada.workspaceId, "eve@example.com", "admin");
    await close();
    await fixture.database.delete(workspaceMembers).where(eq(workspaceMembers.userId, eve));
    fixture.clock.nowMs += 14 * DAY_MS;
    await departure().eraseDue();
    expect(
      await fixture.database.select().from(workspaceMembers).where(eq(workspaceMembers.userId, bob)),
    ).toContainEqual(expect.objectContaining({ workspaceId: ada.workspaceId, role: "admin" }));
  });
});
