import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { identities, sessions, users, workspaceMembers } from "../../../db/schema";
import { CLIENT, PASSWORD } from "../../support/accounts-fixture";
import { ADA, BROWSER, openSignOn, refused, type SignOnFixture } from "../../support/sign-on-fixture";

let fixture: SignOnFixture;
beforeEach(async () => {
  fixture = await openSignOn();
});
afterEach(() => fixture.close());

describe("signing in by a workspace's provider", () => {
  let owner: { userId: string; workspaceId: string };
  let providerId: string;
  beforeEach(async () => {
    owner = await fixture.addPerson("owner@example.com");
    providerId = await fixture.connect(owner.workspaceId);
  });

  it("makes a member of the workspace, with no other workspace", async () => {
    const person = await fixture.personOf(await fixture.signOn(providerId));
    expect(person).toMatchObject({ workspaceId: owner.workspaceId, role: "editor", email: "ada@example.com" });
    const rows = await fixture.database
      .select()
      .from(workspaceMembers)
      .where(eq(workspaceMembers.userId, person?.userId ?? ""));
    expect(rows).toHaveLength(1);
    expect((await fixture.personOf(await fixture.signOn(providerId)))?.userId).toBe(person?.userId);
  });

  it("takes no assertion twice", async () => {
    fixture.provider.assertionId = "_1";
    expect((await fixture.signOn(providerId)).kind).toBe("done");
    expect(await fixture.comeBack(await fixture.setOut(providerId), providerId)).toEqual(refused("expired"));
  });

  it("lets nobody into accounts of other workspaces, whatever it says", async () => {
    await fixture.addPerson("eve@example.com");
    fixture.provider.says = { ...ADA, subject: "eve", email: "eve@example.com" };
    expect(await fixture.signOn(providerId)).toEqual(refused("email_taken"));
    await fixture.addPerson("victim@example.org");
    fixture.provider.says = { ...ADA, subject: "victim", email: "victim@example.org" };
    expect(await fixture.signOn(providerId)).toEqual(refused("wrong_domain"));
  });

  it("makes a member of whoever has an address that a stranger signed up with, whose password and link end", async () => {
    const { accounts } = fixture;
    const stranger = { email: "ada@example.com", password: PASSWORD, firstName: "Bad", agreesToProductUpdates: false };
    await accounts.signUp(stranger, CLIENT);
    const code = fixture.newestCode("verifyEmail");
    const person = await fixture.personOf(await fixture.signOn(providerId));
    expect(person).toMatchObject({ workspaceId: owner.workspaceId, role: "editor", firstName: "Ada" });
    await expect(accounts.verifyEmail(code, CLIENT)).rejects.toMatchObject({ code: "invalid_action_code" });
    expect((await accounts.signIn(stranger, CLIENT)).kind).toBe("refused");
    expect((await fixture.personOf(await fixture.signOn(providerId)))?.userId).toBe(person?.userId);
  });

  it("leads to a member's account, until they leave", async () => {
    fixture.provider.says = { ...ADA, subject: "owner", email: "owner@example.com" };
    expect((await fixture.personOf(await fixture.signOn(providerId)))?.userId).toBe(owner.userId);
    await fixture.database.delete(workspaceMembers).where(eq(workspaceMembers.userId, owner.userId));
    expect(await fixture.signOn(providerId)).toEqual(refused("not_member"));
  });

  it("is linked to no account that gets another address at that moment, and says so", async () => {
    const { database, dependencies } = fixture;
    await fixture.addPerson("ada@example.com", PASSWORD, owner.workspaceId);
    const { findRole } = dependencies.workspaces;
    // As an undo does, after the account was found by its address.
    vi.spyOn(dependencies.workspaces, "findRole").mockImplementationOnce(async (membership) => {
      await database.update(users).set({ email: "given-back@example.org" }).where(eq(users.id, membership.userId));
      return findRole(membership);
    });
    expect(await fixture.signOn(providerId)).toEqual(refused("changed_meanwhile"));
    expect(await database.select().from(identities)).toEqual([]);
    expect(await database.select().from(sessions)).toEqual([]);
  });

  it("ends with the provider, also under way", async () => {
    const ticket = await fixture.ticketFor(providerId);
    const state = await fixture.setOut(providerId);
    await fixture.sso.administration.removeProvider(owner.workspaceId, providerId);
    expect(await fixture.finish(ticket)).toEqual(refused("unknown_provider"));
    expect(await fixture.comeBack(state, providerId)).toEqual(refused("unknown_provider"));
    expect(await fixture.sso.begin({ providerKey: providerId, browserId: BROWSER, redirectTo: "" }, CLIENT)).toEqual(
      refused("unknown_provider"),
    );
    expect(await fixture.sso.findByEmail("ada@example.com", CLIENT)).toBeNull();
  });
});
