/** What somebody who was let in makes for later, where they are shut out before it is made. */
import { eq, isNotNull } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { openAccess } from "../../../app/domains/accounts/support-access/store";
import { backupCodes, sessions, supportAccess, totpFactors, users } from "../../../db/schema";
import { type AccountsFixture, CLIENT, openAccounts, PASSWORD } from "../../support/accounts-fixture";
import { addPersonWithTotp, eventKindsOf, openSessionOf, totpCode } from "../../support/factor-helpers";

const NEW_PASSWORD = "Owner again 10!";
const ENDED = { code: "needs_authorization", status: 401 };
let fixture: AccountsFixture;
beforeAll(async () => {
  fixture = await openAccounts();
});
afterAll(() => fixture.close());

async function newPerson(email: string) {
  await fixture.addPerson(email);
  return openSessionOf(fixture, email);
}

/** Has something happen between the last look at what is stored and the writing of it. */
function beforeItIsWritten(happens: () => Promise<unknown>): void {
  const { database } = fixture;
  const batch = database.batch.bind(database);
  vi.spyOn(database, "batch").mockImplementationOnce(async (statements) => {
    await happens();
    return batch(statements);
  });
}

/** The code of the mail about a change of address that an address got last. */
function codeTo(email: string): string {
  const mail = fixture.mails.findLast(({ to, text }) => to === email && text.includes("/app/email-change?"));
  return /verification_code=([0-9a-f]{64})/.exec(mail?.text ?? "")?.[1] ?? "";
}

async function resetCodeOf(email: string): Promise<string> {
  await fixture.accounts.requestPasswordReset(email, CLIENT);
  await fixture.settle();
  return fixture.newestCode("resetPassword");
}

describe("an API key", () => {
  it("that is made in a session which ends at that moment comes to nothing, and nothing is noted of it", async () => {
    const { accounts } = fixture;
    const { person, secret } = await newPerson("session@example.com");
    beforeItIsWritten(() => accounts.signOut(secret));
    await expect(accounts.createApiKey(person, "Late")).rejects.toMatchObject(ENDED);
    expect(await accounts.listApiKeys(person)).toEqual([]);
    expect(await eventKindsOf(fixture, person.userId)).not.toContain("api_key_made");
  });

  it("that is made with a key which is deleted at that moment comes to nothing", async () => {
    const { accounts } = fixture;
    const { person } = await newPerson("key@example.com");
    const { key, apiKey } = await accounts.createApiKey(person, "Thief's");
    const thief = (await accounts.authenticateApiKey(key))!;
    beforeItIsWritten(() => accounts.deleteApiKey(person, apiKey.apiKeyId));
    await expect(accounts.createApiKey(thief, "Late")).rejects.toMatchObject(ENDED);
    expect(await accounts.listApiKeys(person)).toEqual([]);
  });

  it("that is made as the account is closed is not there once it is kept", async () => {
    const { accounts } = fixture;
    const { person } = await newPerson("closing@example.com");
    const { key } = await accounts.createApiKey(person, "Server");
    const byKey = (await accounts.authenticateApiKey(key))!;
    beforeItIsWritten(() => accounts.departure.close({ userId: person.userId }, CLIENT));
    await expect(accounts.createApiKey(byKey, "Late")).rejects.toMatchObject(ENDED);
    await accounts.departure.keep({ userId: person.userId }, CLIENT);
    expect((await accounts.listApiKeys(person)).map(({ name }) => name)).toEqual(["Server"]);
  });

  it("may do no more for a change that was asked for in a session which has ended", async () => {
    const { accounts } = fixture;
    const { person, secret } = await newPerson("widened@example.com");
    const { apiKey } = await accounts.createApiKey(person, "Narrow", { scopes: ["user_read"], creditLimit: 5 });
    await accounts.signOut(secret);
    const more = accounts.changeApiKey(person, apiKey.apiKeyId, { scopes: null, creditLimit: null });
    await expect(more).rejects.toMatchObject(ENDED);
    expect(await accounts.listApiKeys(person)).toMatchObject([{ scopes: ["user_read"], creditLimit: 5 }]);
  });
});

describe("a second factor", () => {
  it("is none by a code that comes from a session which has ended", async () => {
    const { accounts, clock, database } = fixture;
    const { person, secret } = await newPerson("factor@example.com");
    const { secret: seed } = await accounts.secondFactors.startTotp(person);
    await accounts.signOut(secret);
    await expect(accounts.secondFactors.confirmTotp(person, totpCode(seed, clock.nowMs), CLIENT)).rejects.toMatchObject(
      { code: "invalid_request" },
    );
    const [factor] = await database.select().from(totpFactors).where(eq(totpFactors.userId, person.userId));
    expect(factor?.confirmedAtMs).toBeNull();
    expect(await eventKindsOf(fixture, person.userId)).not.toContain("totp_added");
  });

  it("gets no backup code in place of the owner's from a session that ends at that moment", async () => {
    const { accounts, database } = fixture;
    const { person, secret } = await addPersonWithTotp(fixture, "backup@example.com");
    await accounts.secondFactors.makeBackupCode(person, CLIENT);
    const codeOf = () => database.select().from(backupCodes).where(eq(backupCodes.userId, person.userId));
    const owners = await codeOf();
    beforeItIsWritten(() => accounts.signOut(secret));
    await expect(accounts.secondFactors.makeBackupCode(person, CLIENT)).rejects.toMatchObject(ENDED);
    expect(await codeOf()).toEqual(owners);
    const made = (await eventKindsOf(fixture, person.userId)).filter((kind) => kind === "backup_code_made");
    expect(made).toHaveLength(1);
  });
});

it("a new address is confirmed by no session that ends at that moment, and the link of whoever ended it stays good", async () => {
  const { accounts, database, settle } = fixture;
  const { person, secret } = await newPerson("stays@example.com");
  await accounts.emailChange.request(person, "thiefs@example.com", CLIENT);
  await settle();
  const code = codeTo("thiefs@example.com");
  const resetCode = await resetCodeOf("stays@example.com");
  beforeItIsWritten(() => accounts.signOut(secret));
  await expect(accounts.emailChange.confirm(person, code, CLIENT)).rejects.toMatchObject({
    code: "invalid_action_code",
  });
  const [user] = await database.select().from(users).where(eq(users.id, person.userId));
  expect(user?.email).toBe("stays@example.com");
  expect(await accounts.isResetCodeOpen(resetCode, CLIENT)).toBe(true);
});

it("a new password by a code mailed to another address is chosen by nobody once the old address is given back", async () => {
  const { accounts, settle } = fixture;
  const { person } = await newPerson("given-back@example.com");
  await accounts.emailChange.request(person, "taken-by@example.com", CLIENT);
  await settle();
  await accounts.emailChange.confirm(person, codeTo("taken-by@example.com"), CLIENT);
  await settle();
  const undoCode = codeTo("given-back@example.com");
  const thiefs = { code: await resetCodeOf("taken-by@example.com"), password: "Thief 9 for ever!" };
  let ownersCode = "";
  beforeItIsWritten(async () => {
    ownersCode = (await accounts.emailChange.revert(undoCode, CLIENT)).resetCode;
  });
  const reset = accounts.resetPassword({ ...thiefs, repeated: thiefs.password }, CLIENT);
  expect(await reset).toEqual({ kind: "invalid_action_code" });
  const form = { email: "given-back@example.com", password: thiefs.password };
  expect((await accounts.signIn(form, CLIENT)).kind).toBe("refused");
  const owners = { code: ownersCode, password: NEW_PASSWORD, repeated: NEW_PASSWORD };
  expect(await accounts.resetPassword(owners, CLIENT)).toEqual({ kind: "changed" });
  expect((await accounts.signIn({ ...form, password: NEW_PASSWORD }, CLIENT)).kind).toBe("signed_in");
  expect((await accounts.signIn({ ...form, password: PASSWORD }, CLIENT)).kind).toBe("refused");
});

it("an address is verified by no link of a sign-up whose address another account gets at that moment", async () => {
  const { accounts, database } = fixture;
  const form = { email: "contested@example.com", firstName: "", agreesToProductUpdates: false };
  await accounts.signUp({ ...form, password: "Stranger cow 8!", partnerId: "strangers" }, CLIENT);
  const code = fixture.newestCode("verifyEmail");
  let ownersId: string | undefined;
  beforeItIsWritten(async () => {
    ownersId = (await accounts.createVerifiedPerson({ ...form, password: "" }))?.userId;
    await accounts.signUpExtras.setUpAfterRegistration(ownersId!, { partnerId: "own" });
  });
  await expect(accounts.verifyEmail(code, CLIENT)).rejects.toMatchObject({ code: "invalid_action_code" });
  const verified = await database.select().from(users).where(isNotNull(users.emailVerifiedAtMs));
  expect(verified.filter(({ email }) => !email.endsWith("@example.com") && !email.endsWith("@staff.example"))).toEqual(
    [],
  );
  expect(verified.find(({ email }) => email === form.email)?.id).toBe(ownersId);
  expect((await accounts.signUpExtras.getParameters(form.email)).partnerId).toBe("own");
});

describe("support", () => {
  const STAFF = "sam@staff.example";
  const REASON = "A voice that does not play.";
  async function askFor(ownerEmail: string, visitor: Awaited<ReturnType<typeof openSessionOf>>["person"]) {
    await fixture.accounts.supportAccess.ask(visitor, { email: ownerEmail, reason: REASON }, CLIENT);
    await fixture.settle();
    return fixture.newestCode("verifySignInRequest");
  }

  it("opens no visit in a session of theirs that has ended, nor once the owner has ended it", async () => {
    const { accounts, database, settle } = fixture;
    const owner = await fixture.addPerson("visited@example.com");
    const { person: visitor, secret } = await newPerson(STAFF);
    const grant = async () => {
      await accounts.supportAccess.grant(await askFor("visited@example.com", visitor), CLIENT);
      await settle();
      return (await accounts.supportAccess.listOpen(owner.userId))[0]!.accessId;
    };
    const open = (accessId: string) => accounts.supportAccess.openSession(visitor, accessId, CLIENT);
    const visits = () => database.select().from(sessions).where(eq(sessions.userId, owner.userId));

    const first = await grant();
    const { workspaces } = fixture.dependencies;
    const { getFirstWorkspaceId } = workspaces;
    vi.spyOn(workspaces, "getFirstWorkspaceId").mockImplementationOnce(async (userId) => {
      await accounts.supportAccess.revoke(owner.userId, first, CLIENT);
      return getFirstWorkspaceId(userId);
    });
    await expect(open(first)).rejects.toMatchObject({ code: "forbidden" });
    expect(await visits()).toEqual([]);

    const second = await grant();
    await accounts.signOut(secret);
    await expect(open(second)).rejects.toMatchObject({ code: "forbidden" });
    expect(await visits()).toEqual([]);
    expect(await eventKindsOf(fixture, owner.userId)).not.toContain("support_session_started");
  });

  it("is let in by no link of an address that the owner has no more, once it was looked at", async () => {
    const { database, clock } = fixture;
    const { userId } = await fixture.addPerson("lent@example.com");
    const { person: visitor } = await newPerson("kim@staff.example");
    await askFor("lent@example.com", visitor);
    const [request] = await database.select().from(supportAccess).where(eq(supportAccess.userId, userId));
    const times = { grantedAtMs: clock.nowMs, expiresAtMs: clock.nowMs + 3_600_000 };
    const letIn = (email: string) => openAccess(database, { accessId: request!.id, userId, email }, times);
    expect(await letIn("thiefs-own@example.com")).toBeUndefined();
    expect(await letIn("lent@example.com")).toMatchObject(times);
  });
});
