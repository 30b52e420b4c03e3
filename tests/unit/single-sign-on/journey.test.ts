import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { identities, sessions, ssoRequests, totpFactors, users } from "../../../db/schema";
import { CLIENT, PASSWORD } from "../../support/accounts-fixture";
import { ADA, BROWSER, openSignOn, refused, type SignOnFixture } from "../../support/sign-on-fixture";

let fixture: SignOnFixture;
beforeEach(async () => {
  fixture = await openSignOn();
});
afterEach(() => fixture.close());

describe("signing in by a provider of the installation", () => {
  it("makes an account with a workspace the first time, and finds it again", async () => {
    const first = await fixture.signOn();
    expect(first).toMatchObject({ kind: "done", redirectTo: "/app/usage" });
    const person = await fixture.personOf(first);
    expect(person).toMatchObject({ email: "ada@example.com", firstName: "Ada", role: "admin" });
    const [session] = await fixture.database.select().from(sessions);
    expect(session?.firstFactor).toBe("oidc");
    fixture.provider.says = { ...ADA, email: "renamed@example.com" };
    expect((await fixture.personOf(await fixture.signOn()))?.userId).toBe(person?.userId);
    expect(await fixture.database.select().from(users)).toHaveLength(1);
  });

  it("makes an account whose password nobody knows, and one can be chosen by mail", async () => {
    await fixture.signOn();
    const { accounts } = fixture;
    expect(await accounts.signIn({ email: "ada@example.com", password: PASSWORD }, CLIENT)).toMatchObject({
      kind: "refused",
    });
    await accounts.requestPasswordReset("ada@example.com", CLIENT);
    await fixture.settle();
    const code = fixture.newestCode("resetPassword");
    await accounts.resetPassword({ code, password: PASSWORD, repeated: PASSWORD }, CLIENT);
    expect(await accounts.signIn({ email: "ada@example.com", password: PASSWORD }, CLIENT)).toMatchObject({
      kind: "signed_in",
    });
  });

  it("leads to the account of the same verified address, which keeps its password", async () => {
    const { userId } = await fixture.addPerson("ada@example.com");
    expect((await fixture.personOf(await fixture.signOn()))?.userId).toBe(userId);
    const outcome = await fixture.accounts.signIn({ email: "ada@example.com", password: PASSWORD }, CLIENT);
    expect(outcome.kind).toBe("signed_in");
  });

  it("does not lead to an account that somebody made with the address and never verified: that loses the address", async () => {
    await fixture.accounts.signUp(
      { email: "ada@example.com", password: PASSWORD, firstName: "Stranger", agreesToProductUpdates: false },
      CLIENT,
    );
    const code = fixture.newestCode("verifyEmail");
    const person = await fixture.personOf(await fixture.signOn());
    expect(person).toMatchObject({ email: "ada@example.com", firstName: "Ada", role: "admin" });
    const [identity] = await fixture.database.select().from(identities);
    expect(identity?.userId).toBe(person?.userId);
    await expect(fixture.accounts.verifyEmail(code, CLIENT)).rejects.toMatchObject({ code: "invalid_action_code" });
    const attempt = await fixture.accounts.signIn({ email: "ada@example.com", password: PASSWORD }, CLIENT);
    expect(attempt.kind).toBe("refused");
  });

  it("does not lead to an account by an address that the provider has not verified", async () => {
    await fixture.addPerson("ada@example.com");
    fixture.provider.says = { ...ADA, isEmailVerified: false };
    expect(await fixture.signOn()).toEqual(refused("email_unverified"));
  });

  it("still asks for the second factor of whoever has one", async () => {
    const { userId } = await fixture.addPerson("ada@example.com");
    const factor = { userId, sealedSecret: "x", confirmedAtMs: 1, createdAtMs: 1 };
    await fixture.database.insert(totpFactors).values(factor);
    expect(await fixture.signOn()).toMatchObject({ kind: "done", outcome: { kind: "second_factor" } });
    expect(await fixture.database.select().from(sessions)).toEqual([]);
  });

  it("says so where the link to the account is removed at that moment, and speaks of no other provider", async () => {
    await fixture.signOn();
    const before = (await fixture.database.select().from(sessions)).length;
    const { workspaces } = fixture.dependencies;
    const { getFirstWorkspaceId } = workspaces;
    vi.spyOn(workspaces, "getFirstWorkspaceId").mockImplementationOnce(async (userId) => {
      await fixture.database.delete(identities);
      return getFirstWorkspaceId(userId);
    });
    expect(await fixture.signOn()).toEqual(refused("changed_meanwhile"));
    expect(await fixture.database.select().from(sessions)).toHaveLength(before);
  });

  it("says so where the account is made another way at that moment", async () => {
    const { batch } = fixture.database;
    vi.spyOn(fixture.database, "batch").mockImplementationOnce(async (statements) => {
      await fixture.addPerson("ada@example.com");
      return batch.call(fixture.database, statements) as never;
    });
    expect(await fixture.signOn()).toEqual(refused("changed_meanwhile"));
    expect((await fixture.signOn()).kind).toBe("done");
  });

  it("tells why the provider's answer was not taken, and reports it", async () => {
    fixture.provider.says = { kind: "failed", reason: "cancelled", detail: "access_denied" };
    expect(await fixture.comeBack(await fixture.setOut())).toEqual(refused("cancelled"));
    expect(fixture.reported).toEqual(["single_sign_on_failed cancelled"]);
  });
});

describe("an answer", () => {
  it("counts once", async () => {
    const state = await fixture.setOut();
    expect((await fixture.comeBack(state)).kind).toBe("go_on");
    expect(await fixture.comeBack(state)).toEqual(refused("expired"));
  });

  it("counts once also when it comes twice at the same moment", async () => {
    const state = await fixture.setOut();
    const kinds = (await Promise.all([fixture.comeBack(state), fixture.comeBack(state)])).map(({ kind }) => kind);
    expect(kinds.sort()).toEqual(["go_on", "refused"]);
  });

  it("counts where something was asked, of the provider that was asked, and within ten minutes", async () => {
    expect(await fixture.comeBack("made up")).toEqual(refused("expired"));
    expect(await fixture.comeBack("")).toEqual(refused("expired"));
    const { workspaceId } = await fixture.addPerson("owner@example.com");
    const providerId = await fixture.connect(workspaceId);
    expect(await fixture.comeBack(await fixture.setOut(), providerId)).toEqual(refused("expired"));
    const state = await fixture.setOut();
    fixture.clock.nowMs += 10 * 60_000;
    expect(await fixture.comeBack(state)).toEqual(refused("expired"));
  });

  it("signs in the browser that asked alone, once, and soon", async () => {
    const ticket = await fixture.ticketFor();
    expect(await fixture.finish(ticket, "b".repeat(32))).toEqual(refused("expired"));
    expect((await fixture.finish(ticket)).kind).toBe("done");
    expect(await fixture.finish(ticket)).toEqual(refused("expired"));
    const late = await fixture.ticketFor();
    fixture.clock.nowMs += 2 * 60_000;
    expect(await fixture.finish(late)).toEqual(refused("expired"));
    expect(await fixture.finish("AAAA")).toEqual(refused("expired"));
  });

  it("keeps no secret that would open anything", async () => {
    const state = await fixture.setOut();
    const [row] = await fixture.database.select().from(ssoRequests);
    expect(JSON.stringify(row)).not.toContain(state);
    expect(JSON.stringify(row)).not.toContain(BROWSER);
  });

  it("is refused when there were too many from one place", async () => {
    fixture.usedUp.add("sso_start_client");
    await expect(fixture.setOut()).rejects.toMatchObject({ code: "rate_limited" });
    fixture.usedUp.clear();
    const state = await fixture.setOut();
    fixture.usedUp.add("sso_answer_client");
    await expect(fixture.comeBack(state)).rejects.toMatchObject({ code: "rate_limited" });
  });
});
