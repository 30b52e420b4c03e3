import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { removeAllFactors } from "../../../app/domains/accounts/security/factor-recovery";
import { users } from "../../../db/schema";
import { type AccountsFixture, CLIENT, openAccounts } from "../../support/accounts-fixture";
import { openSessionOf } from "../../support/factor-helpers";

const STAFF = "sam@staff.example";
let fixture: AccountsFixture;
let owner: { userId: string; workspaceId: string };
let staff: { userId: string };
/** The browser that the visit is in. */
let there: Awaited<ReturnType<typeof openSessionOf>>;
/** Another browser of the same person. */
let here: Awaited<ReturnType<typeof openSessionOf>>;
let visit: { secret: string; token: string; sessionId: string };

beforeEach(async () => {
  fixture = await openAccounts();
  owner = await fixture.addPerson("ada@example.com");
  staff = await fixture.addPerson(STAFF);
  there = await openSessionOf(fixture, STAFF);
  here = await openSessionOf(fixture, STAFF);
  const { supportAccess, findSignedIn, mintToken } = fixture.accounts;
  const visitor = (await findSignedIn(there.secret))!;
  await supportAccess.ask(visitor, { email: "ada@example.com", reason: "A voice that does not play." }, CLIENT);
  await fixture.settle();
  await supportAccess.grant(fixture.newestCode("verifySignInRequest"), CLIENT);
  const { accessId } = (await supportAccess.listOpen(owner.userId))[0]!;
  const { sessionSecret: secret } = await supportAccess.openSession(visitor, accessId, CLIENT);
  const signedIn = (await findSignedIn(secret))!;
  visit = { secret, sessionId: signedIn.sessionId, token: (await mintToken(signedIn)).token };
  await fixture.settle();
});
afterEach(() => fixture.close());

const isOver = async () => {
  await fixture.settle();
  const { findSignedIn, authenticateToken } = fixture.accounts;
  const [page, call] = [await findSignedIn(visit.secret), await authenticateToken(visit.token)];
  expect(page === null).toBe(call === null);
  return page === null;
};
const announced = () => expect.objectContaining({ type: "session_ended", sessionId: visit.sessionId });

describe("a visit of support", () => {
  it.each<[string, () => Promise<unknown>]>([
    ["sign out everywhere else", () => fixture.accounts.security.revokeOtherSessions(here.person, CLIENT)],
    [
      "end the session of the browser that it is in",
      () => fixture.accounts.security.revokeSession(here.person, there.person.sessionId, CLIENT),
    ],
    [
      "reset their password",
      async () => {
        await fixture.accounts.requestPasswordReset(STAFF, CLIENT);
        await fixture.settle();
        const fields = { password: "Other zebra 5!", repeated: "Other zebra 5!" };
        const code = fixture.newestCode("resetPassword");
        expect((await fixture.accounts.resetPassword({ code, ...fields }, CLIENT)).kind).toBe("changed");
      },
    ],
    [
      "change their address within the house",
      async () => {
        const to = "samuel@staff.example";
        await fixture.accounts.emailChange.request(here.person, to, CLIENT);
        await fixture.settle();
        const link = fixture.mails.find((mail) => mail.to === to)?.text ?? "";
        const code = /verification_code=([0-9a-f]{64})/.exec(link)?.[1] ?? "";
        await fixture.accounts.emailChange.confirm(here.person, code, CLIENT);
      },
    ],
    ["lose all second factors by their backup code", () => removeAllFactors(fixture.dependencies, here.person, CLIENT)],
  ])("ends, sockets included, when the visitors %s", async (_what, end) => {
    expect(await isOver()).toBe(false);
    await end();
    expect(await isOver()).toBe(true);
    expect(fixture.events).toContainEqual(announced());
  });

  it("ends when the visitor's account is closed", async () => {
    await fixture.accounts.departure.close({ userId: staff.userId }, CLIENT);
    expect(await isOver()).toBe(true);
    expect(fixture.events).toContainEqual(announced());
  });

  it.each([
    ["has an address elsewhere", { email: "sam@home.example" }],
    ["has an address that is not verified", { emailVerifiedAtMs: null }],
  ])("is over with the next request once the visitor %s, whatever changed it", async (_what, changed) => {
    await fixture.database.update(users).set(changed).where(eq(users.id, staff.userId));
    expect(await isOver()).toBe(true);
  });

  it("goes on when the owner or somebody else from support ends their own sessions", async () => {
    await fixture.addPerson("eve@staff.example");
    const eve = await openSessionOf(fixture, "eve@staff.example");
    await fixture.accounts.security.revokeOtherSessions(eve.person, CLIENT);
    await expect(
      fixture.accounts.security.revokeSession(eve.person, there.person.sessionId, CLIENT),
    ).rejects.toMatchObject({ status: 404 });
    expect(await isOver()).toBe(false);
  });
});
