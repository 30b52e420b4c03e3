import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, test } from "vitest";
import { isReferralCode, isSamePerson } from "../../../app/domains/accounts/referral/rules";
import { sha256Hex } from "../../../app/domains/accounts/secrets";
import { adVisits, users } from "../../../db/schema";
import { type AccountsFixture, CLIENT, openAccounts, PASSWORD } from "../../support/accounts-fixture";

test.each([
  ["ada@example.com", "Ada+news@Example.com", true],
  ["ada.l@gmail.com", "adal+1@googlemail.com", true],
  ["ada.l@example.com", "adal@example.com", false],
  ["ada@example.com", "ada@example.org", false],
  ["ada@example.com", "bob@example.com", false],
])("%s and %s are one person: %s", (a, b, same) => {
  expect(isSamePerson(a, b)).toBe(same);
});

test.each(["", "short", "0123456789ab!", "'; drop --", "ABCDEFGHJKMN"])("%j is no code", (text) => {
  expect(isReferralCode(text)).toBe(false);
});

describe("a person's own link", () => {
  let fixture: AccountsFixture;
  let userId: string;
  const referral = () => fixture.accounts.referral;
  const codeOf = async (id: string) => new URL(await referral().getReferralLink(id)).searchParams.get("from") ?? "";
  const signUp = (email: string, referralCode: string) =>
    fixture.accounts.signUp(
      { email, password: PASSWORD, firstName: "", agreesToProductUpdates: false, referralCode },
      CLIENT,
    );
  const referrerOf = async (email: string) => {
    const [user] = await fixture.database.select().from(users).where(eq(users.email, email));
    return user?.referredBy;
  };
  beforeEach(async () => {
    fixture = await openAccounts();
    ({ userId } = await fixture.addPerson("ada@example.com"));
  });
  afterEach(() => fixture.close());

  it("leads to the start page with a code", async () => {
    const link = new URL(await referral().getReferralLink(userId));
    expect([link.origin, link.pathname]).toEqual(["https://parlando.example", "/"]);
    expect(isReferralCode(link.searchParams.get("from") ?? "")).toBe(true);
  });

  it("is made once, also by many requests at the same time", async () => {
    expect((await referral().getReferralStanding(userId)).link).toBeNull();
    const links = await Promise.all(Array.from({ length: 10 }, () => referral().getReferralLink(userId)));
    expect(new Set(links).size).toBe(1);
    expect((await referral().getReferralStanding(userId)).link).toBe(links[0]);
  });

  it("differs from person to person", async () => {
    const other = await fixture.addPerson("bob@example.com");
    expect(await codeOf(other.userId)).not.toBe(await codeOf(userId));
  });

  it("credits who signs up by it once the address is verified", async () => {
    await signUp("friend@example.com", await codeOf(userId));
    expect(await referrerOf("friend@example.com")).toBe(userId);
    expect((await referral().getReferralStanding(userId)).people).toBe(0);
    await fixture.database.update(users).set({ emailVerifiedAtMs: 1 }).where(eq(users.email, "friend@example.com"));
    expect((await referral().getReferralStanding(userId)).people).toBe(1);
  });

  it("credits nobody for themselves, and unknown codes no one", async () => {
    await signUp("ada+again@example.com", await codeOf(userId));
    await signUp("stranger@example.com", "000000000000");
    await signUp("hostile@example.com", "' OR 1=1 --");
    for (const email of ["ada+again@example.com", "stranger@example.com", "hostile@example.com"])
      expect(await referrerOf(email)).toBeNull();
  });

  it("of somebody who is gone is not found", async () => {
    await expect(referral().getReferralLink("user_gone")).rejects.toMatchObject({ status: 404 });
  });
});

describe("visits that came by an advertisement", () => {
  let fixture: AccountsFixture;
  const rows = () => fixture.database.select().from(adVisits);
  const visit = { email: " Ada@Example.com", eventType: "sign_up", parameters: { gclid: "x", utm_source: "s" } };
  beforeEach(async () => {
    fixture = await openAccounts();
  });
  afterEach(() => fixture.close());

  it("are kept with the hash of the lower-case address, not with the address", async () => {
    await fixture.accounts.referral.recordAdVisit(visit, CLIENT);
    await fixture.accounts.referral.recordAdVisit({ ...visit, email: undefined }, CLIENT);
    const [first, second] = await rows();
    expect(first).toMatchObject({ eventType: "sign_up", parameters: { gclid: "x", utm_source: "s" } });
    expect(first?.emailHash).toBe(await sha256Hex("ada@example.com"));
    expect(JSON.stringify(first)).not.toContain("xample");
    expect(second?.emailHash).toBe("");
  });

  it("are limited for each client", async () => {
    fixture.usedUp.add("ad_visit_client");
    await expect(fixture.accounts.referral.recordAdVisit(visit, CLIENT)).rejects.toMatchObject({ status: 429 });
    expect(await rows()).toEqual([]);
  });

  it("are forgotten with the account, and after 90 days in any case", async () => {
    await fixture.accounts.referral.recordAdVisit(visit, CLIENT);
    await fixture.accounts.referral.recordAdVisit({ ...visit, email: "bob@example.com" }, CLIENT);
    await fixture.accounts.referral.forgetAdVisits("ada@example.com");
    expect(await rows()).toHaveLength(1);
    fixture.clock.nowMs += 90 * 86_400_000;
    await fixture.accounts.deleteExpired();
    expect(await rows()).toHaveLength(1);
    fixture.clock.nowMs += 1;
    await fixture.accounts.deleteExpired();
    expect(await rows()).toEqual([]);
  });
});
