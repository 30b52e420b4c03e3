import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  addMonthsUtc,
  billableCharacters,
  characterLimitOf,
  compareTiers,
  creditsFor,
  displayPrice,
  isEnterpriseTier,
  isPaidTier,
  maxVoiceAddEdits,
  nextResetAfter,
  professionalVoiceLimitOf,
  remainingCredits,
  seatsOf,
} from "../../../app/domains/billing/rules";
import {
  DISCOUNT_CODES,
  MOST_POPULAR_TIER,
  TIER_OF_COUPON_AMOUNT_CENTS,
  TIER_ORDER,
  TIERS,
  UNKNOWN_TIER_NUMERIC_ALLOWANCE,
} from "../../../app/domains/billing/tiers";

describe("the price of a text", () => {
  it("is its characters times the model's factor, rounded up", () => {
    expect(creditsFor(11, 1)).toBe(11);
    expect(creditsFor(11, 0.5)).toBe(6);
    expect(creditsFor(10, 0.5)).toBe(5);
    expect(creditsFor(1, 0.5)).toBe(1);
    expect(creditsFor(0, 1)).toBe(0);
    expect(creditsFor(30, 0.1)).toBe(3);
  });

  it("counts characters as people do, so that an emoji outside the basic plane is one", () => {
    expect(billableCharacters("a😀é")).toBe(3);
  });
});

describe("the plans", () => {
  it("are the specification's", () => {
    expect(TIER_ORDER.map((tier) => TIERS[tier].label)).toEqual([
      "Free",
      "Starter",
      "Creator",
      "Pro",
      "Scale",
      "Business",
      "Trial",
      "Enterprise",
    ]);
    expect(TIER_ORDER.map((tier) => TIERS[tier].seats)).toEqual([1, 1, 1, 1, 3, 5, 25, 25]);
    expect(TIER_ORDER.map((tier) => TIERS[tier].numericAllowance)).toEqual([0, 0, 1000, 3000, 20_000, 20_000, -1, -1]);
    expect(TIER_ORDER.map(characterLimitOf)).toEqual([10_000, 30_000, 100_000, 500_000, 2_000_000, 11_000_000, -1, -1]);
    expect(TIERS.starter.annualPriceCents).toEqual({ usd: 5000, eur: 4750 });
    expect(TIERS.scale_2024_08_10.annualPriceCents).toEqual({ usd: 1_320_000, eur: 1_320_000 });
    expect(TIER_OF_COUPON_AMOUNT_CENTS[10_000]).toBe("pro");
    expect(DISCOUNT_CODES).toEqual(["special-offer-30", "special-offer-50", "special-offer-70"]);
    expect(UNKNOWN_TIER_NUMERIC_ALLOWANCE).toBe(0);
    expect(isPaidTier(MOST_POPULAR_TIER)).toBe(true);
  });

  it("show the annual price a month as a twelfth of it", () => {
    for (const tier of TIER_ORDER) {
      const { annualPriceCents, monthlyEquivalentOfAnnualUsdCents } = TIERS[tier];
      if (annualPriceCents) expect(monthlyEquivalentOfAnnualUsdCents).toBe(Math.round(annualPriceCents.usd / 12));
    }
  });

  it("state the price of an extra credit and of a thousand of them alike", () => {
    for (const tier of TIER_ORDER) {
      const { perExtraCredit, extraCreditsPer1000UsdCents } = TIERS[tier];
      if (perExtraCredit) expect(perExtraCredit.usd * 100_000).toBeCloseTo(extraCreditsPer1000UsdCents!, 6);
    }
  });

  it("rank trial with enterprise, and neither free nor trial is paid", () => {
    expect(compareTiers("trial", "enterprise")).toBe(0);
    expect(compareTiers("creator", "pro")).toBeLessThan(0);
    expect(TIER_ORDER.filter((tier) => !isPaidTier(tier))).toEqual(["free", "trial"]);
    expect(TIER_ORDER.filter(isEnterpriseTier)).toEqual(["trial", "enterprise"]);
  });

  it("take the server's seats for trial and enterprise alone", () => {
    expect(seatsOf("enterprise", 40)).toBe(40);
    expect(seatsOf("pro", 40)).toBe(1);
  });

  it("limit voices and their edits", () => {
    expect(maxVoiceAddEdits(3)).toBe(55);
    expect(professionalVoiceLimitOf("creator", 2)).toBe(3);
  });
});

describe("prices as shown", () => {
  it("lose .00 and carry the currency behind", () => {
    expect(displayPrice(2200, "usd")).toBe("22$");
    expect(displayPrice(475, "eur")).toBe("4.75€");
  });
});

describe("what is left", () => {
  it("leaves out what running requests hold, is never negative, and −1 without a limit", () => {
    expect(remainingCredits({ characterLimit: 100, characterCount: 30, charactersReserved: 20 })).toBe(50);
    expect(remainingCredits({ characterLimit: 10, characterCount: 30, charactersReserved: 0 })).toBe(0);
    expect(remainingCredits({ characterLimit: -1, characterCount: 30, charactersReserved: 0 })).toBe(-1);
  });
});

describe("the next reset", () => {
  it("keeps the day, or takes the month's last", () => {
    expect(new Date(addMonthsUtc(Date.UTC(2024, 0, 31, 5), 1)).toISOString()).toBe("2024-02-29T05:00:00.000Z");
    expect(new Date(addMonthsUtc(Date.UTC(2025, 11, 15), 1)).toISOString()).toBe("2026-01-15T00:00:00.000Z");
  });

  it("always lies ahead, with a period around now", () => {
    const times = fc.integer({ min: 0, max: Date.UTC(2040, 0, 1) });
    fc.assert(
      fc.property(times, fc.integer({ min: 0, max: 800 * 24 * 3600_000 }), (resetMs, laterMs) => {
        const now = resetMs + laterMs;
        const next = nextResetAfter(resetMs, now);
        expect(next.periodStartMs).toBeLessThanOrEqual(now);
        expect(next.nextResetMs).toBeGreaterThan(now);
        expect(next.nextResetMs - next.periodStartMs).toBeGreaterThanOrEqual(28 * 24 * 3600_000);
        expect(next.nextResetMs - next.periodStartMs).toBeLessThanOrEqual(31 * 24 * 3600_000);
      }),
    );
  });
});
