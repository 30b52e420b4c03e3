import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { users, workspaces } from "../../../db/schema";
import { type AccountsFixture, CLIENT, openAccounts } from "../../support/accounts-fixture";
import { openSessionOf } from "../../support/factor-helpers";

const HOUR_MS = 3_600_000;
const OWNERS = "Victim horse 7!";
const STRANGERS = "Attacker cow 8!";
const OWNERS_BROWSER = { ...CLIENT, deviceId: "owner's" };
const STRANGERS_BROWSER = { ...CLIENT, deviceId: "stranger's" };
/** Where the owner reads mail, which may be another browser. */
const OWNERS_TELEPHONE = { ...CLIENT, deviceId: "owner's telephone" };
const ASKED = { code: "invalid_request", status: 400, options: { param: "password" } };
let fixture: AccountsFixture;
beforeAll(async () => {
  fixture = await openAccounts();
});
afterAll(() => fixture.close());

async function signUp(who: "owner" | "stranger", email: string): Promise<string> {
  const [password, client] = who === "owner" ? [OWNERS, OWNERS_BROWSER] : [STRANGERS, STRANGERS_BROWSER];
  const form = { email, password, firstName: who, agreesToProductUpdates: false };
  await fixture.accounts.signUp(form, client);
  fixture.clock.nowMs += 1000;
  return fixture.newestCode("verifyEmail");
}
const signIn = async (email: string, password: string) =>
  (await fixture.accounts.signIn({ email, password }, CLIENT)).kind;

describe.each([
  ["before", ["stranger", "owner"]],
  ["after", ["owner", "stranger"]],
] as const)("a stranger who signs up with somebody's address %s them", (when, order) => {
  const email = (what: string) => `${when}-${what}@example.com`;
  async function both(address: string) {
    const codes: Partial<Record<"owner" | "stranger", string>> = {};
    for (const who of order) codes[who] = await signUp(who, address);
    return codes as Record<"owner" | "stranger", string>;
  }

  it("leaves the owner's link good, which makes the owner's password count and ends the stranger's link", async () => {
    const { accounts } = fixture;
    const codes = await both(email("own-browser"));
    await accounts.verifyEmail(codes.owner, OWNERS_BROWSER);
    expect(await signIn(email("own-browser"), OWNERS)).toBe("signed_in");
    expect(await signIn(email("own-browser"), STRANGERS)).toBe("refused");
    await expect(accounts.verifyEmail(codes.stranger, OWNERS_BROWSER)).rejects.toMatchObject({
      code: "invalid_action_code",
    });
    await expect(accounts.verifyEmail(codes.owner, OWNERS_BROWSER)).resolves.toBeUndefined();
    const user = await fixture.database.query.users.findFirst({
      where: (users, { eq }) => eq(users.email, email("own-browser")),
    });
    expect(user?.firstName).toBe("owner");
  });

  it("gets nothing verified by the owner's clicks, in whichever browser they are made", async () => {
    const { accounts } = fixture;
    const codes = await both(email("strangers-link"));
    for (const browser of [OWNERS_BROWSER, OWNERS_TELEPHONE, CLIENT]) {
      await expect(accounts.verifyEmail(codes.stranger, browser)).rejects.toMatchObject(ASKED);
      await expect(accounts.verifyEmail(codes.stranger, browser, { password: OWNERS })).rejects.toMatchObject(ASKED);
    }
    expect(await signIn(email("strangers-link"), STRANGERS)).toBe("refused");
    // The owner's own link asks there too, and is good after wrong answers.
    await expect(accounts.verifyEmail(codes.owner, OWNERS_TELEPHONE)).rejects.toMatchObject(ASKED);
    await accounts.verifyEmail(codes.owner, OWNERS_TELEPHONE, { password: OWNERS });
    expect(await signIn(email("strangers-link"), OWNERS)).toBe("signed_in");
  });

  it("gets nothing verified once the owner's link has ended", async () => {
    const { accounts, clock, settle } = fixture;
    const address = email("late");
    await signUp(order[0], address);
    clock.nowMs += 49 * HOUR_MS;
    const second = await signUp(order[1], address);
    if (order[1] === "stranger")
      await expect(accounts.verifyEmail(second, OWNERS_TELEPHONE)).rejects.toMatchObject(ASKED);
    clock.nowMs += 49 * HOUR_MS;
    await accounts.resendVerification(address, OWNERS_BROWSER);
    await settle();
    const resent = fixture.newestCode("verifyEmail");
    await expect(accounts.verifyEmail(resent, OWNERS_TELEPHONE)).rejects.toMatchObject(ASKED);
  });

  it("is told of in the second mail", async () => {
    await both(email("told"));
    const texts = fixture.mails.filter(({ to }) => to === email("told")).map(({ text }) => text);
    expect(texts.map((text) => text.includes("signed up with this address more than once"))).toEqual([false, true]);
  });

  it("is out after a reset by mail, which the owner gets without any password", async () => {
    const { accounts, settle } = fixture;
    const codes = await both(email("reset"));
    await accounts.requestPasswordReset(email("reset"), OWNERS_TELEPHONE);
    await settle();
    const form = { code: fixture.newestCode("resetPassword"), password: "Other zebra 5!", repeated: "Other zebra 5!" };
    expect(await accounts.resetPassword(form, OWNERS_TELEPHONE)).toEqual({ kind: "changed" });
    await accounts.verifyEmail(codes.stranger, OWNERS_BROWSER).catch(() => {});
    expect(await signIn(email("reset"), STRANGERS)).toBe("refused");
    expect(await signIn(email("reset"), "Other zebra 5!")).toBe("signed_in");
  });
});

describe("what a stranger typed who signed up first", () => {
  const referred = () => fixture.accounts.referral.getReferralStanding(thief);
  let thief = "";
  let referralCode = "";
  beforeAll(async () => {
    thief = (await fixture.addPerson("thief@example.com")).userId;
    referralCode = new URL(await fixture.accounts.referral.getReferralLink(thief)).searchParams.get("from")!;
  });

  async function accountOf(email: string) {
    const [user] = await fixture.database.select().from(users).where(eq(users.email, email));
    const [workspace] = await fixture.database.select().from(workspaces).where(eq(workspaces.ownerId, user!.id));
    return { ...user!, workspaceName: workspace!.name };
  }
  async function strangerSignsUp(email: string) {
    const form = { email, password: STRANGERS, firstName: "Wanker", agreesToProductUpdates: true, locale: "de" };
    await fixture.accounts.signUp({ ...form, referralCode }, { ...STRANGERS_BROWSER, place: "US-IL" });
    expect(await accountOf(email)).toMatchObject({ referredBy: thief, workspaceName: "Wanker's workspace" });
  }
  async function reset(email: string, password: string) {
    await fixture.accounts.requestPasswordReset(email, OWNERS_BROWSER);
    await fixture.settle();
    const code = fixture.newestCode("resetPassword");
    await fixture.accounts.resetPassword({ code, password, repeated: password }, OWNERS_BROWSER);
  }

  it("is gone from name, public name, workspace and referrer once the owner verifies their own sign-up", async () => {
    await strangerSignsUp("typed@example.com");
    const code = await signUp("owner", "typed@example.com");
    await fixture.accounts.verifyEmail(code, OWNERS_BROWSER);
    expect(await accountOf("typed@example.com")).toMatchObject({
      firstName: "owner",
      publicUserName: "owner",
      workspaceName: "owner's workspace",
      referredBy: null,
      agreesToProductUpdates: false,
      locale: "en",
      geoLocation: "",
    });
    expect((await referred()).people).toBe(0);
  });

  it("is gone once the owner chooses a new password by mail, without any sign-up of theirs", async () => {
    await strangerSignsUp("chosen@example.com");
    await reset("chosen@example.com", "Wanker horse 7!");
    const account = await accountOf("chosen@example.com");
    expect(account).toMatchObject({
      firstName: "",
      workspaceName: "chosen's workspace",
      referredBy: null,
      agreesToProductUpdates: false,
      locale: "en",
      geoLocation: "",
    });
    expect(account.publicUserName).toMatch(/^[A-Z][a-z]+ [A-Z][a-z]+$/);
  });

  it("of partners and invitations is gone as well, whoever signed up first and however the address is shown", async () => {
    const { accounts, settle } = fixture;
    const strangers = { partnerId: "strangers", partnerClickId: "strangers", inviteCode: "strangers" };
    const none = { partnerId: null, partnerClickId: null, inviteCode: null };
    const cameWith = accounts.signUpExtras.getParameters;
    const signUpBy = async (who: "owner" | "stranger", email: string, parameters = {}) => {
      const [password, client] = who === "owner" ? [OWNERS, OWNERS_BROWSER] : [STRANGERS, STRANGERS_BROWSER];
      await accounts.signUp({ email, password, firstName: "", agreesToProductUpdates: false, ...parameters }, client);
      return fixture.newestCode("verifyEmail");
    };

    await signUpBy("stranger", "partner-1@example.com", { ...strangers, marketplaceToken: "strangers" });
    const owners = await signUpBy("owner", "partner-1@example.com", { partnerClickId: "own" });
    await accounts.verifyEmail(owners, OWNERS_BROWSER);
    expect(await cameWith("partner-1@example.com")).toEqual({ ...none, partnerClickId: "own" });
    const kept = await fixture.database.query.preSignUps.findFirst({
      where: (rows, { eq }) => eq(rows.email, "partner-1@example.com"),
    });
    expect(kept?.marketplaceTokenHash).toBeNull();

    const first = await signUpBy("owner", "partner-2@example.com", { partnerId: "own" });
    await signUpBy("stranger", "partner-2@example.com", strangers);
    await accounts.verifyEmail(first, OWNERS_BROWSER);
    expect(await cameWith("partner-2@example.com")).toEqual({ ...none, partnerId: "own" });

    await signUpBy("stranger", "partner-3@example.com", strangers);
    await accounts.verifyEmail(await signUpBy("owner", "partner-3@example.com"), OWNERS_BROWSER);
    expect(await cameWith("partner-3@example.com")).toEqual(none);

    await signUpBy("stranger", "partner-4@example.com", strangers);
    await reset("partner-4@example.com", "Other zebra 5!");
    expect(await cameWith("partner-4@example.com")).toEqual(none);

    await signUpBy("stranger", "partner-5@example.com", strangers);
    const vouchedFor = { email: "partner-5@example.com", password: "", firstName: "", agreesToProductUpdates: false };
    await accounts.createVerifiedPerson(vouchedFor);
    expect(await cameWith("partner-5@example.com")).toEqual(none);

    // A link that is mailed once more brings what its own sign-up came with.
    await signUpBy("owner", "partner-6@example.com", { partnerId: "own" });
    fixture.clock.nowMs += 49 * HOUR_MS;
    await accounts.resendVerification("partner-6@example.com", OWNERS_BROWSER);
    await settle();
    await accounts.verifyEmail(fixture.newestCode("verifyEmail"), OWNERS_BROWSER, { password: OWNERS });
    expect(await cameWith("partner-6@example.com")).toEqual({ ...none, partnerId: "own" });
  });

  it("of partners reaches nobody who moves to the address, and what is theirs moves with them, there and back", async () => {
    const { accounts, settle } = fixture;
    const codeTo = (email: string) => {
      const mail = fixture.mails.findLast(({ to, text }) => to === email && text.includes("/app/email-change?"));
      return /verification_code=([0-9a-f]{64})/.exec(mail?.text ?? "")?.[1] ?? "";
    };
    const partnerOf = async (email: string) => (await accounts.signUpExtras.getParameters(email)).partnerId;
    const { userId } = await fixture.addPerson("moving@example.com");
    await accounts.signUpExtras.setUpAfterRegistration(userId, { partnerId: "own" });
    const stranger = {
      email: "squatted@example.com",
      password: STRANGERS,
      firstName: "",
      agreesToProductUpdates: false,
    };
    await accounts.signUp({ ...stranger, partnerId: "strangers" }, STRANGERS_BROWSER);
    const { person } = await openSessionOf(fixture, "moving@example.com");
    await accounts.emailChange.request(person, "squatted@example.com", CLIENT);
    await settle();
    await accounts.emailChange.confirm(person, codeTo("squatted@example.com"), CLIENT);
    await settle();
    expect([await partnerOf("squatted@example.com"), await partnerOf("moving@example.com")]).toEqual(["own", null]);
    await accounts.emailChange.revert(codeTo("moving@example.com"), CLIENT);
    expect([await partnerOf("squatted@example.com"), await partnerOf("moving@example.com")]).toEqual([null, "own"]);
  });

  it("does not keep an owner from what they gave themselves, nor from keeping it at a reset later on", async () => {
    await signUp("stranger", "brought@example.com");
    const form = { email: "brought@example.com", password: OWNERS, firstName: "Vic", agreesToProductUpdates: true };
    await fixture.accounts.signUp({ ...form, referralCode }, OWNERS_BROWSER);
    await fixture.accounts.verifyEmail(fixture.newestCode("verifyEmail"), OWNERS_BROWSER);
    const own = { firstName: "Vic", publicUserName: "Vic", workspaceName: "Vic's workspace", referredBy: thief };
    expect(await accountOf("brought@example.com")).toMatchObject(own);
    await reset("brought@example.com", "Other zebra 5!");
    expect(await accountOf("brought@example.com")).toMatchObject(own);
    expect((await referred()).people).toBe(1);
  });
});

describe.each([
  ["signs in", (email: string) => fixture.accounts.signIn({ email, password: STRANGERS }, STRANGERS_BROWSER)],
  ["asks for it", (email: string) => fixture.accounts.resendVerification(email, STRANGERS_BROWSER)],
])("a link that is mailed again where a stranger who signed up first %s", (how, asks) => {
  it.each([
    ["before", 47],
    ["after", 49],
  ])(
    "makes the stranger's password good by no click of the owner's: %s the links of the sign-ups ended",
    async (_, hours) => {
      const { accounts, clock, settle } = fixture;
      const email = `${how.replaceAll(" ", "-")}-${hours}@example.com`;
      await signUp("stranger", email);
      await signUp("owner", email);
      clock.nowMs += hours * HOUR_MS;
      await asks(email);
      await settle();
      const code = fixture.newestCode("verifyEmail");
      clock.nowMs += 2 * HOUR_MS;
      for (const browser of [OWNERS_BROWSER, OWNERS_TELEPHONE]) {
        await expect(accounts.verifyEmail(code, browser)).rejects.toMatchObject(ASKED);
        await expect(accounts.verifyEmail(code, browser, { password: OWNERS })).rejects.toMatchObject(ASKED);
      }
      expect(await signIn(email, STRANGERS)).toBe("refused");
    },
  );
});

describe("somebody who signed up once", () => {
  it("is asked for nothing, in any browser, also by the links that are mailed again", async () => {
    const { accounts, settle } = fixture;
    const first = await signUp("owner", "once@example.com");
    await accounts.resendVerification("once@example.com", OWNERS_TELEPHONE);
    await accounts.signIn({ email: "once@example.com", password: OWNERS }, CLIENT);
    await settle();
    await accounts.verifyEmail(fixture.newestCode("verifyEmail"), OWNERS_TELEPHONE);
    await expect(accounts.verifyEmail(first, OWNERS_TELEPHONE)).resolves.toBeUndefined();
    expect(await signIn("once@example.com", OWNERS)).toBe("signed_in");
  });

  it("gets the link of their own sign-up again where they ask for it", async () => {
    const { accounts, settle } = fixture;
    await signUp("owner", "resent@example.com");
    await signUp("stranger", "resent@example.com");
    await accounts.resendVerification("resent@example.com", OWNERS_BROWSER);
    await settle();
    await accounts.verifyEmail(fixture.newestCode("verifyEmail"), OWNERS_BROWSER);
    expect(await signIn("resent@example.com", OWNERS)).toBe("signed_in");
  });
});
