import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { generateName } from "~/domains/accounts/sign-up-extras/generated-names";
import { preferredLocale, readSignUpForm } from "~/features/accounts/sign-up-form.server";
import { type AccountsFixture, CAPTCHA_ANSWER, CLIENT, openAccounts, PASSWORD } from "../../support/accounts-fixture";

let fixture: AccountsFixture;
beforeAll(async () => {
  fixture = await openAccounts();
});
afterAll(() => fixture.close());

const form = (email: string) => ({ email, password: PASSWORD, firstName: "", agreesToProductUpdates: false });
const findUser = (email: string) =>
  fixture.database.query.users.findFirst({ where: (users, { eq }) => eq(users.email, email) });

describe("a sign-up", () => {
  it("passes with a right answer to the captcha, and without one as long as the client's first few last", async () => {
    const { accounts, usedUp } = fixture;
    expect((await accounts.signUp(form("first@example.com"), CLIENT)).kind).toBe("check_your_mail");
    usedUp.add("sign_up_unchecked_client");
    await expect(accounts.signUp(form("later@example.com"), CLIENT)).rejects.toMatchObject({
      code: "invalid_request",
      options: { param: "captcha" },
    });
    expect(await findUser("later@example.com")).toBeUndefined();
    const answered = { ...form("later@example.com"), captcha: CAPTCHA_ANSWER };
    expect((await accounts.signUp(answered, CLIENT)).kind).toBe("check_your_mail");
    usedUp.clear();
  });

  it("is refused with a wrong answer, also where none is needed", async () => {
    const attempt = fixture.accounts.signUp({ ...form("robot@example.com"), captcha: "guessed" }, CLIENT);
    await expect(attempt).rejects.toMatchObject({ code: "invalid_request", options: { param: "captcha" } });
    expect(await findUser("robot@example.com")).toBeUndefined();
  });

  it("is refused with a password that is guessed first, and with one made of the address", async () => {
    for (const [password, words] of [
      ["Password1!", "guessed first"],
      ["Lovelace-1815", "your name or address"],
    ] as const) {
      const outcome = await fixture.accounts.signUp({ ...form("lovelace@example.com"), password }, CLIENT);
      expect(outcome).toEqual({ kind: "refused", problems: { password: expect.stringContaining(words) } });
    }
  });

  it("notes language and place", async () => {
    const client = { ...CLIENT, place: "US-IL" };
    await fixture.accounts.signUp({ ...form("placed@example.com"), locale: "pt-BR" }, client);
    expect(await findUser("placed@example.com")).toMatchObject({ locale: "pt-BR", geoLocation: "US-IL" });
    await fixture.accounts.signUp({ ...form("elsewhere@example.com"), locale: "tlh" }, CLIENT);
    expect(await findUser("elsewhere@example.com")).toMatchObject({ locale: "en", geoLocation: "" });
  });

  it("keeps what partners, invitations and marketplaces said, before, at and after it", async () => {
    const { signUpExtras, signUp } = fixture.accounts;
    const email = "sent@example.com";
    await signUpExtras.preSignUp({ email, agreesToProductUpdates: false, partnerId: "partner" }, CLIENT);
    await signUp({ ...form(email), inviteCode: "invite" }, CLIENT);
    const user = await findUser(email);
    await signUpExtras.setUpAfterRegistration(user!.id, { partnerClickId: "click", marketplaceToken: "token" });
    expect(await signUpExtras.getParameters(email)).toEqual({
      partnerId: "partner",
      partnerClickId: "click",
      inviteCode: "invite",
    });
    const [kept] = await fixture.database.query.preSignUps.findMany({ where: (rows, { eq }) => eq(rows.email, email) });
    expect(kept?.marketplaceTokenHash).toMatch(/^[0-9a-f]{64}$/);
    fixture.clock.nowMs += 7_776_000_001;
    expect((await signUpExtras.getParameters(email)).partnerId).toBeNull();
  });

  it("is not told by strangers afterwards what came with it, nor by another sign-up once the address is verified", async () => {
    const { signUpExtras, signUp } = fixture.accounts;
    const email = "theirs@example.com";
    const stranger = { email, agreesToProductUpdates: false, partnerId: "stranger", inviteCode: "stranger" };
    const own = { partnerId: "own", partnerClickId: null, inviteCode: null };
    await signUp({ ...form(email), partnerId: "own" }, CLIENT);
    await signUpExtras.preSignUp(stranger, CLIENT);
    expect(await signUpExtras.getParameters(email)).toEqual(own);
    await fixture.accounts.verifyEmail(fixture.newestCode("verifyEmail"), CLIENT);
    await signUp({ ...form(email), ...stranger }, CLIENT);
    expect(await signUpExtras.getParameters(email)).toEqual(own);
  });

  it("is asked for beforehand by people only, for an address that is one", async () => {
    const { preSignUp } = fixture.accounts.signUpExtras;
    const facts = { agreesToProductUpdates: true, partnerId: "p" };
    await expect(preSignUp({ ...facts, email: "no address" }, CLIENT)).rejects.toMatchObject({
      code: "invalid_request",
    });
    const robot = preSignUp({ ...facts, email: "r@example.com", captcha: "guessed" }, CLIENT);
    await expect(robot).rejects.toMatchObject({ options: { param: "captcha" } });
  });
});

describe("the form of a sign-up", () => {
  const read = (url: string, headers: Record<string, string> = {}) => {
    const fields = new FormData();
    fields.set("email", "a@example.com");
    return readSignUpForm(fields, new Request(`https://parlando.example/app/sign-up${url}`, { headers }));
  };

  it("takes what its address and its cookies say", () => {
    const cookie = "xi_website_referral=friend; xi_website_partner=p1; ps_xid=x1";
    expect(read("", { cookie })).toMatchObject({ referralCode: "friend", partnerId: "p1", partnerClickId: "x1" });
    expect(read("?pid=p2&xid=x2&invite_code=i&gcp_marketplace_jwt=j", { cookie })).toMatchObject({
      partnerId: "p2",
      partnerClickId: "x2",
      inviteCode: "i",
      marketplaceToken: "j",
    });
  });

  it("goes on to the sign-in that leads to the page somebody wanted", () => {
    expect(read("?redirect=/app/usage").continueUrl).toBe("/app/sign-in?redirect=%2Fapp%2Fusage");
    expect(read("").continueUrl).toBeUndefined();
  });

  it.each([
    ["de-AT,de;q=0.9,en;q=0.8", "de-AT"],
    ["de-LI,de;q=0.9", "de"],
    ["en;q=0.5,fr-CA;q=0.9", "fr-CA"],
    ["tlh, sv;q=0.3", "sv"],
    ["*", undefined],
    ["", undefined],
  ])("reads the language %j as %s", (header, locale) => {
    expect(preferredLocale(header)).toBe(locale);
  });
});

it("makes names of an adjective and a bird", () => {
  const names = Array.from({ length: 200 }, generateName);
  for (const name of names) expect(name).toMatch(/^[A-Z][a-z]+ [A-Z][a-z]+$/);
  expect(new Set(names).size).toBeGreaterThan(150);
});
