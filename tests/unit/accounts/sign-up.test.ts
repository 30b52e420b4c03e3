import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { actionCodes, subscriptions, users, workspaceMembers, workspaces } from "../../../db/schema";
import { type AccountsFixture, CLIENT, openAccounts, PASSWORD } from "../../support/accounts-fixture";

let fixture: AccountsFixture;
beforeAll(async () => {
  fixture = await openAccounts();
});
afterAll(() => fixture.close());

const form = (email: string, more: Partial<{ password: string; firstName: string }> = {}) => ({
  email,
  password: PASSWORD,
  firstName: "Ada",
  agreesToProductUpdates: true,
  ...more,
});
const rowsOf = (email: string) => fixture.database.select().from(users).where(eq(users.email, email));

it("gives a new person a workspace of their own, with its admin, on the free plan", async () => {
  const { accounts, database } = fixture;
  expect(await accounts.signUp(form(" New@Example.com "), CLIENT)).toEqual({
    kind: "check_your_mail",
    email: "new@example.com",
  });
  const [user] = await rowsOf("new@example.com");
  expect(user).toMatchObject({ firstName: "Ada", emailVerifiedAtMs: null, agreesToProductUpdates: true });
  expect(user!.passwordHash).not.toContain(PASSWORD);
  const [workspace] = await database.select().from(workspaces).where(eq(workspaces.ownerId, user!.id));
  expect(workspace!.name).toBe("Ada's workspace");
  const members = await database.select().from(workspaceMembers).where(eq(workspaceMembers.workspaceId, workspace!.id));
  expect(members).toMatchObject([{ userId: user!.id, role: "admin" }]);
  const plans = await database.select().from(subscriptions).where(eq(subscriptions.workspaceId, workspace!.id));
  expect(plans).toMatchObject([{ tier: "free", status: "free", characterLimit: 10_000 }]);
});

it("shows strangers nothing of the address of somebody who gave no name", async () => {
  await fixture.accounts.signUp(form("private.person@example.com", { firstName: "" }), CLIENT);
  const [user] = await rowsOf("private.person@example.com");
  expect(user!.publicUserName).toMatch(/^[A-Z][a-z]+ [A-Z][a-z]+$/);
  expect(user!.publicUserName.toLowerCase()).not.toContain("private");
});

it.each(["\u3164", "\u200b", "\u2060\u2060", "A".repeat(80)])(
  "gives %j to nobody as the name that strangers see, since nobody may choose it later on",
  async (firstName) => {
    const email = `named-${firstName.length}-${firstName.charCodeAt(0)}@example.com`;
    await fixture.accounts.signUp(form(email, { firstName }), CLIENT);
    const [user] = await rowsOf(email);
    expect(user!.publicUserName).toMatch(/^[A-Z][a-z]+ [A-Z][a-z]+$/);
  },
);

it("mails a link whose code is stored as a hash only", async () => {
  await fixture.accounts.signUp(form("linked@example.com"), CLIENT);
  const mail = fixture.mails.findLast(({ to }) => to === "linked@example.com")!;
  expect(mail.subject).toBe("Verify your e-mail address");
  const code = fixture.newestCode("verifyEmail");
  expect(mail.text).toContain(`https://parlando.example/app/action?mode=verifyEmail&oobCode=${code}&continueUrl=`);
  expect(mail.html).toContain(code);
  const stored = JSON.stringify(await fixture.database.select().from(actionCodes));
  expect(stored).not.toContain(code);
});

it("answers the same for an address that has an account, and tells its owner", async () => {
  const { accounts, mails } = fixture;
  await fixture.addPerson("owner@example.com", "Owner's own 1!");
  const [before] = await rowsOf("owner@example.com");
  expect(await accounts.signUp(form("owner@example.com"), CLIENT)).toEqual({
    kind: "check_your_mail",
    email: "owner@example.com",
  });
  expect(mails.findLast(({ to }) => to === "owner@example.com")!.subject).toBe("You already have an account");
  expect(await rowsOf("owner@example.com")).toEqual([before]);
});

it("makes one account of two sign-ups at the same moment", async () => {
  const { accounts } = fixture;
  const outcomes = await Promise.all([1, 2, 3].map(() => accounts.signUp(form("race@example.com"), CLIENT)));
  expect(outcomes.map(({ kind }) => kind)).toEqual(Array(3).fill("check_your_mail"));
  expect(await rowsOf("race@example.com")).toHaveLength(1);
});

it("names what is wrong with each field, and stores nothing", async () => {
  const outcome = await fixture.accounts.signUp(form("nobody", { password: "short" }), CLIENT);
  expect(outcome).toEqual({
    kind: "refused",
    problems: {
      email: "Enter an e-mail address, like name@example.com.",
      password: "Your password doesn't meet our security requirements. Your password must contain a number.",
    },
  });
});

it("is limited by client and by address, before it looks whether there is an account", async () => {
  const { accounts, taken, usedUp } = fixture;
  await accounts.signUp(form("limited@example.com"), CLIENT);
  expect(taken.get("account_mail_address limited@example.com")).toBe(1);
  expect(taken.get("account_mail_pair 192.0.2.1 limited@example.com")).toBe(1);
  expect(taken.get("sign_up_client 192.0.2.1")).toBeGreaterThan(0);
  usedUp.add("account_mail_address");
  for (const email of ["owner@example.com", "never-seen@example.com"]) {
    await expect(accounts.signUp(form(email), CLIENT)).rejects.toMatchObject({ code: "rate_limited", status: 429 });
  }
  usedUp.clear();
  expect(await rowsOf("never-seen@example.com")).toHaveLength(0);
});

it("lets nobody use up the mail of a browser in which the owner was signed in, and takes nothing from others by it", async () => {
  const { accounts, taken, usedUp, settle } = fixture;
  const email = "has-a-browser@example.com";
  await fixture.addPerson(email);
  const own = { ...CLIENT, deviceId: "own" };
  await accounts.signIn({ email, password: PASSWORD }, own);
  await settle();
  usedUp.add("account_mail_address").add("account_mail_pair");
  await expect(accounts.requestPasswordReset(email, CLIENT)).rejects.toMatchObject({ code: "rate_limited" });
  await accounts.requestPasswordReset(email, own);
  usedUp.clear();
  expect([...taken.keys()].filter((key) => key.startsWith("account_mail_device"))).toHaveLength(1);
  expect(taken.get(`account_mail_address ${email}`)).toBeUndefined();
  usedUp.add("account_mail_pair");
  await expect(accounts.requestPasswordReset(email, CLIENT)).rejects.toMatchObject({ code: "rate_limited" });
  // What is refused to one who asks too often is not taken from all.
  expect(taken.get(`account_mail_address ${email}`)).toBeUndefined();
  usedUp.clear();
});

it("mails the link again to those who need it, keeps the first one good, and says nothing to others", async () => {
  const { accounts, mails, settle } = fixture;
  await accounts.signUp(form("again@example.com"), CLIENT);
  const first = fixture.newestCode("verifyEmail");
  await accounts.resendVerification("again@example.com", CLIENT);
  await settle();
  const linksMailed = () =>
    mails.filter(({ to, text }) => to === "again@example.com" && text.includes("mode=verifyEmail"));
  expect(linksMailed()).toHaveLength(2);
  await accounts.verifyEmail(first, CLIENT);
  for (const email of ["again@example.com", "unknown@example.com", "no address"]) {
    expect(await accounts.resendVerification(email, CLIENT)).toBeUndefined();
  }
  await settle();
  expect(linksMailed()).toHaveLength(2);
  expect(mails.some(({ to }) => to === "unknown@example.com")).toBe(false);
});
