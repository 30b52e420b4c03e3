import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { SINGLE_SIGN_ON_MESSAGES } from "../../../app/domains/accounts/single-sign-on/messages";
import { identityProviders, sessions, workspaceMembers } from "../../../db/schema";
import { CLIENT, PASSWORD } from "../../support/accounts-fixture";
import { eventKindsOf, openSessionOf, signInByPassword, totpCode } from "../../support/factor-helpers";
import { ADA, admin, openSignOn, refused, type SignOnFixture } from "../../support/sign-on-fixture";
import { makeVisit } from "../../support/support-visit";

const BECAUSE = { kind: "refused", because: "single_sign_on_required" };
let fixture: SignOnFixture;
let owner: { userId: string; workspaceId: string };
let providerId: string;
beforeEach(async () => {
  fixture = await openSignOn();
  owner = await fixture.addPerson("owner@example.com");
  providerId = await fixture.connect(owner.workspaceId);
});
afterEach(() => fixture.close());

/** A member of the owner's workspace, with a session by password. */
async function addMember(email: string) {
  await fixture.addPerson(email, PASSWORD, owner.workspaceId);
  return openSessionOf(fixture, email);
}
const require = (isRequired = true, by: { userId: string; sessionId?: string } = owner) =>
  fixture.sso.administration.setRequired(
    admin(owner.workspaceId, by.userId, by.sessionId),
    providerId,
    isRequired,
    CLIENT,
  );
const isLive = async (secret: string) => (await fixture.accounts.findSignedIn(secret)) !== null;
describe("single sign-on that is required", () => {
  it("can be asked of all members, and then nothing else lets them in", async () => {
    const person = await fixture.personOf(await fixture.signOn(providerId));
    await fixture.accounts.recoverPerson("ada@example.com", PASSWORD);
    const credentials = { email: "ada@example.com", password: PASSWORD };
    expect((await fixture.accounts.signIn(credentials, CLIENT)).kind).toBe("signed_in");

    await require();
    expect(await fixture.accounts.signIn(credentials, CLIENT)).toEqual(BECAUSE);
    // The same words for a wrong password and for nobody.
    expect(await fixture.accounts.signIn({ ...credentials, password: "Wrong 1!" }, CLIENT)).toEqual(BECAUSE);
    expect(await fixture.accounts.signIn({ ...credentials, email: "no@example.com" }, CLIENT)).toEqual(BECAUSE);
    expect(await fixture.accounts.signIn({ ...credentials, email: "no@example.org" }, CLIENT)).toEqual({
      kind: "refused",
    });
    // A provider of the installation is another way, too.
    expect(await fixture.signOn("house")).toEqual(refused("provider_required"));
    expect((await fixture.personOf(await fixture.signOn(providerId)))?.userId).toBe(person?.userId);
    // The owner keeps a way in.
    const ownersOwn = { email: "owner@example.com", password: PASSWORD };
    expect((await fixture.accounts.signIn(ownersOwn, CLIENT)).kind).toBe("signed_in");
  });

  it("takes no account beside the organisation's, which would stand in its way", async () => {
    await require();
    const signUp = (email: string) =>
      fixture.accounts.signUp({ email, password: PASSWORD, firstName: "", agreesToProductUpdates: false }, CLIENT);
    const refusal = { kind: "refused", problems: { email: SINGLE_SIGN_ON_MESSAGES.signUpRefused } };
    // The same words whether there is an account or not.
    expect(await signUp("ada@example.com")).toEqual(refusal);
    expect(await signUp("owner@example.com")).toEqual(refusal);
    expect((await signUp("ada@example.org")).kind).toBe("check_your_mail");
    expect(await fixture.signOn("house")).toEqual(refused("provider_required"));
    expect(await fixture.personOf(await fixture.signOn(providerId))).not.toBeNull();
  });

  it("ends what members opened another way, pages, tokens and sockets alike, and nothing that came by the provider", async () => {
    const { accounts, events } = fixture;
    const byPassword = await addMember("ada@example.com");
    const { token } = await accounts.mintToken(byPassword.person);
    const bySaml = fixture.secretOf(await fixture.signOn(providerId));
    fixture.provider.says = { ...ADA, subject: "2" };
    const byHouse = fixture.secretOf(await fixture.signOn("house"));
    expect([await isLive(byHouse), await isLive(bySaml)]).toEqual([true, true]);
    events.length = 0;
    await require();
    expect([await isLive(byPassword.secret), await isLive(byHouse), await isLive(bySaml)]).toEqual([
      false,
      false,
      true,
    ]);
    expect(await accounts.authenticateToken(token)).toBeNull();
    await fixture.settle();
    expect(events).toContainEqual({ type: "session_ended", sessionId: byPassword.person.sessionId });
    expect(events.filter(({ type }) => type === "session_ended")).toHaveLength(2);
    const noted = (await accounts.security.listEvents(byPassword.person.userId)).filter(
      ({ kind }) => kind === "ended_by_single_sign_on",
    );
    // Once for both, and without a word on the admin's browser.
    expect(noted.map(({ device, place }) => [device, place])).toEqual([["Unknown device", ""]]);
  });

  it("leaves the session of the admin who asked for it, and ends their other ones", async () => {
    const own = await addMember("admin@example.com");
    const other = await openSessionOf(fixture, "admin@example.com");
    await fixture.database
      .update(workspaceMembers)
      .set({ role: "admin" })
      .where(eq(workspaceMembers.userId, own.person.userId));
    await require(true, own.person);
    expect([await isLive(own.secret), await isLive(other.secret)]).toEqual([true, false]);
    expect(await eventKindsOf(fixture, own.person.userId)).toContain("single_sign_on_rule_changed");
  });

  it("leaves the owner, members at other domains, other workspaces, and what was granted to support", async () => {
    const kept = [
      await openSessionOf(fixture, "owner@example.com"),
      await addMember("guest@elsewhere.example"),
      await addMember("almost@sub.example.com"),
      await addMember("like@examplexcom.example"),
    ];
    await fixture.addPerson("stranger@example.com");
    kept.push(await openSessionOf(fixture, "stranger@example.com"));
    // A member, too, who is signed in to a workspace of their own.
    const both = await fixture.addPerson("both@example.com");
    const member = { workspaceId: owner.workspaceId, userId: both.userId, role: "editor", createdAtMs: 1 } as const;
    kept.push(await openSessionOf(fixture, "both@example.com"));
    await fixture.database.insert(workspaceMembers).values(member);
    const support = await addMember("granting@example.com");
    const staff = { ...(await fixture.addPerson("sam@staff.example")), email: "sam@staff.example" };
    await makeVisit(fixture.database, support.person, staff, fixture.clock.nowMs);
    kept.push(support);
    const ended = await addMember("member@example.com");
    await require();
    expect(await Promise.all(kept.map(({ secret }) => isLive(secret)))).toEqual(kept.map(() => true));
    expect(await isLive(ended.secret)).toBe(false);
  });

  it("ends nothing while it is not asked for, nor by somebody of another workspace", async () => {
    const { secret } = await addMember("ada@example.com");
    const stranger = await fixture.addPerson("stranger@elsewhere.example");
    await expect(
      fixture.sso.administration.setRequired(admin(stranger.workspaceId, stranger.userId), providerId, true, CLIENT),
    ).rejects.toMatchObject({ code: "not_found" });
    await require(false);
    expect(await isLive(secret)).toBe(true);
  });

  it("comes to hold for those at another domain once that is verified, or goes to the provider", async () => {
    const { administration } = fixture.sso;
    const first = await addMember("ada@second.example");
    const second = await addMember("bob@third.example");
    await require();
    await administration.addDomain(admin(owner.workspaceId), providerId, "second.example");
    expect(await isLive(first.secret)).toBe(true);
    await fixture.verify(owner.workspaceId, providerId, "second.example");
    expect([await isLive(first.secret), await isLive(second.secret)]).toEqual([false, true]);
    await fixture.connect(owner.workspaceId, "third.example");
    expect(await isLive(second.secret)).toBe(true);
    await administration.addDomain(admin(owner.workspaceId), providerId, "third.example");
    expect(await isLive(second.secret)).toBe(false);
  });
});

describe("a sign-in that waits for its second factor", () => {
  async function addWithTotp() {
    const { person } = await addMember("ada@example.com");
    const { secret: seed } = await fixture.accounts.secondFactors.startTotp(person);
    await fixture.accounts.secondFactors.confirmTotp(person, totpCode(seed, fixture.clock.nowMs), CLIENT);
    fixture.clock.nowMs += 60_000;
    return seed;
  }
  async function pendingByPassword(): Promise<string> {
    const outcome = await signInByPassword(fixture, "ada@example.com");
    if (outcome.kind !== "second_factor") throw new Error(outcome.kind);
    return outcome.pendingSecret;
  }
  async function pendingBySaml(): Promise<string> {
    const end = await fixture.signOn(providerId);
    if (end.kind !== "done" || end.outcome.kind !== "second_factor") throw new Error(JSON.stringify(end));
    return end.outcome.pendingSecret;
  }
  const complete = (pending: string, seed: string) =>
    fixture.accounts.secondFactorSignIn.completeWithCode(pending, "totp", totpCode(seed, fixture.clock.nowMs), CLIENT);

  it("ends where it began another way, and goes on where it began at the provider", async () => {
    const seed = await addWithTotp();
    const [byPassword, bySaml] = [await pendingByPassword(), await pendingBySaml()];
    await require();
    expect(await fixture.accounts.secondFactorSignIn.findPending(byPassword)).toBeNull();
    expect((await complete(byPassword, seed)).kind).toBe("ended");
    const done = await complete(bySaml, seed);
    if (done.kind !== "signed_in") throw new Error(done.kind);
    // By the provider it came, so asking again leaves it.
    await require();
    expect(await isLive(done.sessionSecret)).toBe(true);
  });

  it("opens no session where single sign-on was required at the same moment", async () => {
    const seed = await addWithTotp();
    const pending = await pendingByPassword();
    // As it is for the blink of an eye: the rule is stored, and what there was has not ended yet.
    await fixture.database.update(identityProviders).set({ isRequired: true });
    expect((await complete(pending, seed)).kind).toBe("ended");
    const rows = await fixture.database.select().from(sessions).where(eq(sessions.firstFactor, "password"));
    expect(rows.map(({ revokedAtMs }) => revokedAtMs !== null)).toEqual([false, true]);
  });
});

describe("whoever was signed out by it", () => {
  it("is told by which provider to come, for as long as it is required", async () => {
    const { secret } = await addMember("ada@example.com");
    expect(await fixture.sso.findNewlyRequired(secret)).toBeNull();
    await require();
    const provider = { key: providerId, label: "Our login", kind: "saml", isRequired: true };
    expect(await fixture.sso.findNewlyRequired(secret)).toEqual(provider);
    await require(false);
    expect(await fixture.sso.findNewlyRequired(secret)).toBeNull();
  });

  it("is nobody else: not who signed out after coming by the provider, nor the owner, nor who makes a secret up", async () => {
    await require();
    const bySaml = fixture.secretOf(await fixture.signOn(providerId));
    await fixture.accounts.signOut(bySaml);
    const ofOwner = await openSessionOf(fixture, "owner@example.com");
    await fixture.accounts.signOut(ofOwner.secret);
    for (const secret of [bySaml, ofOwner.secret, "0".repeat(64), ""])
      expect(await fixture.sso.findNewlyRequired(secret)).toBeNull();
  });
});
