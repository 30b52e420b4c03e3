import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, test } from "vitest";
import {
  needsBiometricTerms,
  needsUpdatedTerms,
  offersOptOut,
  UPDATED_TERMS_EFFECTIVE_MS,
} from "../../../app/domains/accounts/privacy/rules";
import { users } from "../../../db/schema";
import { type AccountsFixture, openAccounts } from "../../support/accounts-fixture";

test.each(["US-CA", "US-CT", "US-CO", "US-UT", "US-VA", "US-OR", "US-MT", "US-TX"])(
  "%s has the right to opt out",
  (place) => {
    expect(offersOptOut(place, false)).toBe(true);
  },
);

test.each(["", "US", "US-NY", "US-IL", "DE-CA", "CA", "CA-CO", "DE"])(
  "%j has it only by the privacy signal",
  (place) => {
    expect([offersOptOut(place, false), offersOptOut(place, true)]).toEqual([false, true]);
  },
);

test("people from Illinois are asked about biometric data until they agree, wherever they travel", () => {
  const person = { place: "US-IL", placeAtSignUp: "", acceptedAtMs: null };
  expect(needsBiometricTerms(person)).toBe(true);
  expect(needsBiometricTerms({ ...person, place: "FR", placeAtSignUp: "US-IL" })).toBe(true);
  expect(needsBiometricTerms({ ...person, acceptedAtMs: 1 })).toBe(false);
  expect(needsBiometricTerms({ ...person, place: "US-CA" })).toBe(false);
});

test("who signed up before the terms of May 31, 2024 is asked until they agree", () => {
  expect(new Date(UPDATED_TERMS_EFFECTIVE_MS).toISOString()).toBe("2024-05-31T00:00:00.000Z");
  const before = UPDATED_TERMS_EFFECTIVE_MS - 1;
  expect(needsUpdatedTerms({ createdAtMs: before, agreedTo: { privacy: 1 } })).toBe(true);
  expect(needsUpdatedTerms({ createdAtMs: before, agreedTo: { terms_2024_05_31: 1 } })).toBe(false);
  expect(needsUpdatedTerms({ createdAtMs: before + 1, agreedTo: {} })).toBe(false);
});

describe("what a person chose", () => {
  let fixture: AccountsFixture;
  let userId: string;
  const consent = (place = "") => fixture.accounts.privacy.getConsent(userId, place);
  beforeEach(async () => {
    fixture = await openAccounts();
    ({ userId } = await fixture.addPerson("ada@example.com"));
  });
  afterEach(() => fixture.close());

  it("is kept for the account, can be taken back, and other tabs hear of it", async () => {
    expect((await consent()).ccpaOptOut).toBe(false);
    await fixture.accounts.privacy.setOptOut(userId, true);
    expect((await consent()).ccpaOptOut).toBe(true);
    await fixture.settle();
    expect(fixture.events).toContainEqual({ type: "user_changed", userId, changed: ["consent"] });
    await fixture.accounts.privacy.setOptOut(userId, false);
    expect((await consent()).ccpaOptOut).toBe(false);
  });

  it("is nobody else's", async () => {
    const other = await fixture.addPerson("bob@example.com");
    await fixture.accounts.privacy.setOptOut(userId, true);
    await fixture.accounts.privacy.acceptBiometricTerms(userId);
    expect(await fixture.accounts.privacy.getConsent(other.userId, "US-IL")).toMatchObject({
      ccpaOptOut: false,
      needsBiometricTerms: true,
    });
  });

  it("counts from the first time on", async () => {
    await fixture.database.update(users).set({ createdAtMs: 0 }).where(eq(users.id, userId));
    expect(await consent("US-IL")).toMatchObject({ needsBiometricTerms: true, needsUpdatedTerms: true });
    const firstMs = fixture.clock.nowMs;
    for (let i = 0; i < 2; i++) {
      await fixture.accounts.privacy.acceptBiometricTerms(userId);
      await fixture.accounts.privacy.acceptUpdatedTerms(userId);
      fixture.clock.nowMs += 1000;
    }
    expect(await consent("US-IL")).toMatchObject({
      needsBiometricTerms: false,
      needsUpdatedTerms: false,
      termsAgreedTo: { terms_2024_05_31: firstMs },
    });
    const [user] = await fixture.database.select().from(users).where(eq(users.id, userId));
    expect(user?.acceptedBiometricTermsAtMs).toBe(firstMs);
  });

  it("of somebody who is gone is not found", async () => {
    await expect(fixture.accounts.privacy.getConsent("user_gone", "")).rejects.toMatchObject({ status: 404 });
  });
});
