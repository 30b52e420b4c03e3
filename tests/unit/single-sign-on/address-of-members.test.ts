import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { completeSignIn } from "../../../app/domains/accounts/sign-in-completion";
import { users } from "../../../db/schema";
import { CLIENT, PASSWORD } from "../../support/accounts-fixture";
import { openSessionOf } from "../../support/factor-helpers";
import { admin, openSignOn, refused, type SignOnFixture } from "../../support/sign-on-fixture";

const BECAUSE = { kind: "refused", because: "single_sign_on_required" };
const HAS_TO_STAY = { code: "invalid_request", status: 400, userMessage: /single sign-on.*has to stay/ };
const PRIVATE = "ada@home.example";
let fixture: SignOnFixture;
let owner: { userId: string; workspaceId: string };
let providerId: string;
beforeEach(async () => {
  fixture = await openSignOn();
  owner = await fixture.addPerson("owner@example.com");
  providerId = await fixture.connect(owner.workspaceId);
});
afterEach(() => fixture.close());

const require = (isRequired = true) =>
  fixture.sso.administration.setRequired(admin(owner.workspaceId, owner.userId), providerId, isRequired, CLIENT);
const addressOf = async (userId: string) =>
  (await fixture.database.select({ email: users.email }).from(users).where(eq(users.id, userId)))[0]?.email;
const byPassword = (email: string) => fixture.accounts.signIn({ email, password: PASSWORD }, CLIENT);

/** Ada, who came by the workspace's provider and has a password as well, in a session by the provider. */
async function addAda() {
  const secret = fixture.secretOf(await fixture.signOn(providerId));
  await fixture.accounts.recoverPerson("ada@example.com", PASSWORD);
  return { secret, person: (await fixture.accounts.findSignedIn(secret))! };
}
type Person = Awaited<ReturnType<typeof addAda>>["person"];

async function ask(person: Person, to: string): Promise<string> {
  await fixture.accounts.emailChange.request(person, to, CLIENT);
  await fixture.settle();
  const mail = fixture.mails.findLast((each) => each.to === to && each.text.includes("/app/email-change?"));
  return /verification_code=([0-9a-f]{64})/.exec(mail?.text ?? "")?.[1] ?? "";
}
const confirm = (person: Person, code: string) => fixture.accounts.emailChange.confirm(person, code, CLIENT);
const move = async (person: Person, to: string) => confirm(person, await ask(person, to));
function refusal(attempt: Promise<unknown>) {
  const { userMessage, ...rest } = HAS_TO_STAY;
  return expect(attempt).rejects.toMatchObject({ ...rest, userMessage: expect.stringMatching(userMessage) });
}

describe("the address of a member who has to come by the workspace's provider", () => {
  it("stays at the provider's domains: any other is refused, and no mail goes out", async () => {
    const { person } = await addAda();
    await require();
    const mails = fixture.mails.length;
    await refusal(ask(person, PRIVATE));
    await refusal(ask(person, "ada@sub.example.com"));
    expect(fixture.mails).toHaveLength(mails);
    expect(await addressOf(person.userId)).toBe("ada@example.com");
  });

  it("may become another one at the provider's domains", async () => {
    const { secret, person } = await addAda();
    await fixture.verify(owner.workspaceId, providerId, "example.com");
    await fixture.sso.administration.addDomain(admin(owner.workspaceId), providerId, "second.example");
    await fixture.verify(owner.workspaceId, providerId, "second.example");
    await require();
    expect(await move(person, "ada@second.example")).toBe("ada@second.example");
    expect(await byPassword("ada@second.example")).toEqual(BECAUSE);
    // They came by the provider, so this session goes on.
    expect(await fixture.accounts.findSignedIn(secret)).not.toBeNull();
  });

  it("is not changed by a link that was mailed before the requirement began, and by that link once it is over", async () => {
    const { person } = await addAda();
    const code = await ask(person, PRIVATE);
    await require();
    await refusal(confirm(person, code));
    expect(await addressOf(person.userId)).toBe("ada@example.com");
    await require(false);
    expect(await confirm(person, code)).toBe(PRIVATE);
  });

  it("is held as well where the domain was verified after the requirement began", async () => {
    await require();
    await fixture.addPerson("bob@second.example", PASSWORD, owner.workspaceId);
    const { person } = await openSessionOf(fixture, "bob@second.example");
    const code = await ask(person, "bob@home.example");
    await fixture.sso.administration.addDomain(admin(owner.workspaceId), providerId, "second.example");
    await fixture.verify(owner.workspaceId, providerId, "second.example");
    await refusal(confirm(person, code));
  });

  it("is free for the owner, for members of other workspaces, and where nothing is required", async () => {
    const { person: ada } = await addAda();
    expect(await move(ada, PRIVATE)).toBe(PRIVATE);
    await require();
    const { person } = await openSessionOf(fixture, "owner@example.com");
    expect(await move(person, "owner@home.example")).toBe("owner@home.example");
    expect((await byPassword("owner@home.example")).kind).toBe("signed_in");
    await fixture.addPerson("stranger@example.com");
    const { person: stranger } = await openSessionOf(fixture, "stranger@example.com");
    expect(await move(stranger, "stranger@home.example")).toBe("stranger@home.example");
  });
});

describe("a member who was signed in by the provider and moved to another address before it was required", () => {
  async function addMoved() {
    const ada = await addAda();
    await move(ada.person, PRIVATE);
    return ada;
  }

  it("is let in by the provider alone from then on, and is signed out where they came another way", async () => {
    const { person } = await addMoved();
    const { secret } = await openSessionOf(fixture, PRIVATE);
    await require();
    expect(await fixture.accounts.findSignedIn(secret)).toBeNull();
    expect(await fixture.sso.findNewlyRequired(secret)).toMatchObject({ key: providerId });
    expect(await byPassword(PRIVATE)).toEqual(BECAUSE);
    const user = { id: person.userId, email: PRIVATE };
    expect(await completeSignIn(fixture.dependencies, user, { kind: "passkey", passkeyId: "any" }, CLIENT)).toEqual(
      BECAUSE,
    );
    expect((await fixture.personOf(await fixture.signOn(providerId)))?.userId).toBe(person.userId);
  });

  it("is free again, and none of the provider's business, once it is required no more", async () => {
    await addMoved();
    await require();
    await require(false);
    expect(await fixture.signOn(providerId)).toEqual(refused("wrong_domain"));
    expect((await byPassword(PRIVATE)).kind).toBe("signed_in");
  });

  it("is held to it after undoing the move, too, and can go back to the provider's domains", async () => {
    const { person } = await addMoved();
    await fixture.settle();
    const told = fixture.mails.findLast(({ to, text }) => to === "ada@example.com" && text.includes("isReverting"));
    const code = /verification_code=([0-9a-f]{64})/.exec(told?.text ?? "")?.[1] ?? "";
    await require();
    const bySaml = (await fixture.personOf(await fixture.signOn(providerId)))!;
    await refusal(ask(bySaml, "other@home.example"));
    const { resetCode } = await fixture.accounts.emailChange.revert(code, CLIENT);
    await fixture.accounts.resetPassword({ code: resetCode, password: PASSWORD, repeated: PASSWORD }, CLIENT);
    expect(await byPassword("ada@example.com")).toEqual(BECAUSE);
    expect((await fixture.personOf(await fixture.signOn(providerId)))?.userId).toBe(person.userId);
  });
});

describe("a guest of a workspace that requires its provider", () => {
  it("has to come by it once they have an address at its domains: the session that took it ends", async () => {
    await fixture.addPerson("guest@elsewhere.example", PASSWORD, owner.workspaceId);
    await require();
    const { person, secret } = await openSessionOf(fixture, "guest@elsewhere.example");
    await move(person, "guest@example.com");
    expect(await fixture.accounts.findSignedIn(secret)).toBeNull();
    expect(await byPassword("guest@example.com")).toEqual(BECAUSE);
    expect((await fixture.accounts.security.listEvents(person.userId)).map(({ kind }) => kind)).toContain(
      "ended_by_single_sign_on",
    );
  });
});
