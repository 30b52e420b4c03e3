import { describe, expect, it } from "vitest";
import { type AmountCents, TIER_ORDER, TIERS, type Tier, type TierFacts } from "../../../app/domains/billing/tiers";

/**
 * The plans as spec 000, section 9, states them, in its units (prices in whole currency units, usd and eur); null where it
 * has a dash. The second number of `atATime`, for flash models, is the contract's.
 */
interface Stated {
  credits: number | null;
  monthly: [number, number] | null;
  annual: [number, number] | null;
  annualAMonthUsd: number | null;
  firstMonthUsd: number | null;
  customVoices: number | null;
  agents: { minutes: number; atATime: number } | null;
  extraPer1000Usd: number | null;
  perExtraCredit: [number, number] | null;
  threshold: [number, number] | null;
  atATime: [number, number];
  studioProjects: number;
}

const STATED: Record<Exclude<Tier, "trial" | "enterprise">, Stated> = {
  free: {
    credits: 10_000,
    monthly: [0, 0],
    annual: null,
    annualAMonthUsd: null,
    firstMonthUsd: null,
    customVoices: 3,
    agents: { minutes: 15, atATime: 4 },
    extraPer1000Usd: null,
    perExtraCredit: null,
    threshold: null,
    atATime: [2, 4],
    studioProjects: 3,
  },
  starter: {
    credits: 30_000,
    monthly: [5, 4.75],
    annual: [50, 47.5],
    annualAMonthUsd: 4.17,
    firstMonthUsd: 1,
    customVoices: 10,
    agents: { minutes: 50, atATime: 6 },
    extraPer1000Usd: null,
    perExtraCredit: null,
    threshold: null,
    atATime: [3, 6],
    studioProjects: 20,
  },
  creator: {
    credits: 100_000,
    monthly: [22, 21],
    annual: [220, 210],
    annualAMonthUsd: 18.33,
    firstMonthUsd: 11,
    customVoices: 30,
    agents: { minutes: 250, atATime: 10 },
    extraPer1000Usd: 0.3,
    perExtraCredit: [0.0003, 0.000285],
    threshold: [44, 42],
    atATime: [5, 10],
    studioProjects: 1000,
  },
  pro: {
    credits: 500_000,
    monthly: [99, 94],
    annual: [990, 940],
    annualAMonthUsd: 82.5,
    firstMonthUsd: null,
    customVoices: 160,
    agents: { minutes: 1100, atATime: 20 },
    extraPer1000Usd: 0.24,
    perExtraCredit: [0.00024, 0.000228],
    threshold: [198, 188],
    atATime: [10, 20],
    studioProjects: 3000,
  },
  growing_business: {
    credits: 2_000_000,
    monthly: [330, 314],
    annual: [3300, 3140],
    annualAMonthUsd: 275,
    firstMonthUsd: null,
    customVoices: 660,
    agents: { minutes: 3600, atATime: 30 },
    extraPer1000Usd: 0.18,
    perExtraCredit: [0.00018, 0.000171],
    threshold: [660, 628],
    atATime: [15, 30],
    studioProjects: 20_000,
  },
  scale_2024_08_10: {
    credits: 11_000_000,
    monthly: [1320, 1256],
    annual: [13_200, 13_200],
    annualAMonthUsd: 1100,
    firstMonthUsd: null,
    // Not stated for this plan, nor is its studio: both are the plan's before it.
    customVoices: 660,
    agents: { minutes: 13_750, atATime: 30 },
    extraPer1000Usd: 0.1,
    perExtraCredit: [0.0001, 0.0001],
    threshold: [660, 628],
    atATime: [15, 30],
    studioProjects: 20_000,
  },
};

const unitsOf = (cents: number | null) => (cents === null ? null : cents / 100);
const pairOf = (amount: AmountCents | null) => (amount === null ? null : [amount.usd / 100, amount.eur / 100]);

/** What we keep of a plan, in the units of the table. */
function statedOf(facts: TierFacts) {
  const { perExtraCredit, agentMinutes, agentConcurrency, speechConcurrency } = facts;
  return {
    credits: facts.credits,
    monthly: pairOf(facts.monthlyPriceCents),
    annual: pairOf(facts.annualPriceCents),
    annualAMonthUsd: unitsOf(facts.monthlyEquivalentOfAnnualUsdCents),
    firstMonthUsd: unitsOf(facts.firstMonth?.usdCents ?? null),
    customVoices: facts.customVoices,
    agents: agentMinutes === null ? null : { minutes: agentMinutes, atATime: agentConcurrency },
    extraPer1000Usd: unitsOf(facts.extraCreditsPer1000UsdCents),
    perExtraCredit: perExtraCredit === null ? null : [perExtraCredit.usd, perExtraCredit.eur],
    threshold: pairOf(facts.billingThresholdCents),
    atATime: [speechConcurrency.multilingual, speechConcurrency.flash],
    studioProjects: facts.studioProjects,
  };
}

describe("the plans of the catalogue", () => {
  it.each(Object.entries(STATED))("%s has the specification's numbers", (tier, stated) => {
    expect(statedOf(TIERS[tier as Tier])).toEqual(stated);
  });

  it("are all there are, but for the two that people sell", () => {
    expect([...Object.keys(STATED), "trial", "enterprise"]).toEqual([...TIER_ORDER]);
  });

  it("have minutes of audio on the free plan, and professional voices, where they are stated", () => {
    expect(TIERS.free.audioMinutes).toBe(10);
    expect(TIERS.creator.professionalVoices).toBe(1);
    expect(TIERS.scale_2024_08_10.professionalVoices).toBe(3);
  });

  it("sell the first month of starter for less to everybody, that of creator to those who are eligible", () => {
    expect(TIERS.starter.firstMonth?.eligibleOnly).toBe(false);
    expect(TIERS.creator.firstMonth?.eligibleOnly).toBe(true);
  });
});

describe.each(["trial", "enterprise"] as const)("the plan %s", (tier) => {
  it("has no limit of credits or voices and no price", () => {
    expect(TIERS[tier]).toMatchObject({
      credits: null,
      customVoices: null,
      monthlyPriceCents: null,
      annualPriceCents: null,
      billingThresholdCents: null,
      agentMinutes: null,
    });
  });

  it("speaks at least as much at a time as every plan of the catalogue", () => {
    for (const { speechConcurrency } of Object.values(TIERS)) {
      expect(TIERS[tier].speechConcurrency.multilingual).toBeGreaterThanOrEqual(speechConcurrency.multilingual);
      expect(TIERS[tier].speechConcurrency.flash).toBeGreaterThanOrEqual(speechConcurrency.flash);
    }
  });
});
