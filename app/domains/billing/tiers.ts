/**
 * The plans, as data. Source: spec 000, section 9 (tiers, prices, limits) and section 6 (seats, allowance); concurrency
 * of speech requests from the contract. Amounts are in cents, credits are characters at a cost factor of 1.
 */
export type Currency = "usd" | "eur";
export type AmountCents = Record<Currency, number>;

/** In the order of the catalogue; `trial` and `enterprise` stand apart and are sold by people. */
export const TIER_ORDER = [
  "free",
  "starter",
  "creator",
  "pro",
  "growing_business",
  "scale_2024_08_10",
  "trial",
  "enterprise",
] as const;
export type Tier = (typeof TIER_ORDER)[number];

export interface TierFacts {
  label: string;
  /** Per month; null is unlimited. */
  credits: number | null;
  /** Null: not sold in the catalogue, or nothing to pay. */
  monthlyPriceCents: AmountCents | null;
  annualPriceCents: AmountCents | null;
  /** The annual price a month, as shown. */
  monthlyEquivalentOfAnnualUsdCents: number | null;
  /** Price of the first month: for everybody (starter), or for those who are eligible (creator). */
  firstMonth: { usdCents: number; eligibleOnly: boolean } | null;
  /** For trial and enterprise the workspace's own `max_seats` applies instead. */
  seats: number;
  /** Voices of one's own; null is unlimited. */
  customVoices: number | null;
  professionalVoices: number;
  /** Null: not stated. */
  studioProjects: number | null;
  agentMinutes: number | null;
  agentConcurrency: number | null;
  /** Minutes of audio, where the plan names them. */
  audioMinutes: number | null;
  /** For 1,000 credits beyond the plan's; null: the plan cannot be extended. */
  extraCreditsPer1000UsdCents: number | null;
  /** Price of one credit beyond the plan's, in currency units as the spec states them. */
  perExtraCredit: Record<Currency, number> | null;
  /** Extra credits are billed when they reach this amount. */
  billingThresholdCents: AmountCents | null;
  /** Stated without a meaning; kept as it stands and used by nothing. −1 is unlimited. */
  numericAllowance: number;
  /** Speech requests at a time: multilingual and v3 models, and flash and turbo models. */
  speechConcurrency: { multilingual: number; flash: number };
}

const cents = (usd: number, eur: number): AmountCents => ({ usd: usd * 100, eur: eur * 100 });

const BUSINESS_CONCURRENCY = { multilingual: 15, flash: 30 };

/** Agreed for each customer; no source names a number, so this one only keeps an installation from being flooded. */
const ENTERPRISE_CONCURRENCY = { multilingual: 100, flash: 100 };

/** Trial is treated as enterprise: everything the product has, without a price in the catalogue. */
const ENTERPRISE: TierFacts = {
  label: "Enterprise",
  credits: null,
  monthlyPriceCents: null,
  annualPriceCents: null,
  monthlyEquivalentOfAnnualUsdCents: null,
  firstMonth: null,
  seats: 25,
  customVoices: null,
  professionalVoices: 3,
  studioProjects: null,
  agentMinutes: null,
  agentConcurrency: null,
  audioMinutes: null,
  extraCreditsPer1000UsdCents: null,
  perExtraCredit: null,
  billingThresholdCents: null,
  numericAllowance: -1,
  speechConcurrency: ENTERPRISE_CONCURRENCY,
};

export const TIERS: Readonly<Record<Tier, TierFacts>> = {
  free: {
    label: "Free",
    credits: 10_000,
    monthlyPriceCents: cents(0, 0),
    annualPriceCents: null,
    monthlyEquivalentOfAnnualUsdCents: null,
    firstMonth: null,
    seats: 1,
    customVoices: 3,
    professionalVoices: 0,
    studioProjects: 3,
    agentMinutes: 15,
    agentConcurrency: 4,
    audioMinutes: 10,
    extraCreditsPer1000UsdCents: null,
    perExtraCredit: null,
    billingThresholdCents: null,
    numericAllowance: 0,
    speechConcurrency: { multilingual: 2, flash: 4 },
  },
  starter: {
    label: "Starter",
    credits: 30_000,
    monthlyPriceCents: { usd: 500, eur: 475 },
    annualPriceCents: { usd: 5000, eur: 4750 },
    monthlyEquivalentOfAnnualUsdCents: 417,
    firstMonth: { usdCents: 100, eligibleOnly: false },
    seats: 1,
    customVoices: 10,
    professionalVoices: 0,
    studioProjects: 20,
    agentMinutes: 50,
    agentConcurrency: 6,
    audioMinutes: null,
    extraCreditsPer1000UsdCents: null,
    perExtraCredit: null,
    billingThresholdCents: null,
    numericAllowance: 0,
    speechConcurrency: { multilingual: 3, flash: 6 },
  },
  creator: {
    label: "Creator",
    credits: 100_000,
    monthlyPriceCents: cents(22, 21),
    annualPriceCents: cents(220, 210),
    monthlyEquivalentOfAnnualUsdCents: 1833,
    firstMonth: { usdCents: 1100, eligibleOnly: true },
    seats: 1,
    customVoices: 30,
    professionalVoices: 1,
    studioProjects: 1000,
    agentMinutes: 250,
    agentConcurrency: 10,
    audioMinutes: null,
    extraCreditsPer1000UsdCents: 30,
    perExtraCredit: { usd: 0.0003, eur: 0.000285 },
    billingThresholdCents: cents(44, 42),
    numericAllowance: 1000,
    speechConcurrency: { multilingual: 5, flash: 10 },
  },
  pro: {
    label: "Pro",
    credits: 500_000,
    monthlyPriceCents: cents(99, 94),
    annualPriceCents: cents(990, 940),
    monthlyEquivalentOfAnnualUsdCents: 8250,
    firstMonth: null,
    seats: 1,
    customVoices: 160,
    professionalVoices: 1,
    studioProjects: 3000,
    agentMinutes: 1100,
    agentConcurrency: 20,
    audioMinutes: null,
    extraCreditsPer1000UsdCents: 24,
    perExtraCredit: { usd: 0.00024, eur: 0.000228 },
    billingThresholdCents: cents(198, 188),
    numericAllowance: 3000,
    speechConcurrency: { multilingual: 10, flash: 20 },
  },
  growing_business: {
    label: "Scale",
    credits: 2_000_000,
    monthlyPriceCents: cents(330, 314),
    annualPriceCents: cents(3300, 3140),
    monthlyEquivalentOfAnnualUsdCents: 27_500,
    firstMonth: null,
    seats: 3,
    customVoices: 660,
    professionalVoices: 1,
    studioProjects: 20_000,
    agentMinutes: 3600,
    agentConcurrency: 30,
    audioMinutes: null,
    extraCreditsPer1000UsdCents: 18,
    perExtraCredit: { usd: 0.00018, eur: 0.000171 },
    billingThresholdCents: cents(660, 628),
    numericAllowance: 20_000,
    speechConcurrency: BUSINESS_CONCURRENCY,
  },
  scale_2024_08_10: {
    label: "Business",
    credits: 11_000_000,
    monthlyPriceCents: cents(1320, 1256),
    annualPriceCents: cents(13_200, 13_200),
    monthlyEquivalentOfAnnualUsdCents: 110_000,
    firstMonth: null,
    seats: 5,
    // Only its professional voices are stated; a plan above Scale has at least Scale's.
    customVoices: 660,
    professionalVoices: 3,
    studioProjects: 20_000,
    agentMinutes: 13_750,
    agentConcurrency: 30,
    audioMinutes: null,
    extraCreditsPer1000UsdCents: 10,
    perExtraCredit: { usd: 0.0001, eur: 0.0001 },
    billingThresholdCents: cents(660, 628),
    numericAllowance: 20_000,
    speechConcurrency: BUSINESS_CONCURRENCY,
  },
  trial: { ...ENTERPRISE, label: "Trial" },
  enterprise: ENTERPRISE,
};

/** Plan that is offered by default. */
export const MOST_POPULAR_TIER: Tier = "creator";

/** `allowance` of a tier name that is not known. */
export const UNKNOWN_TIER_NUMERIC_ALLOWANCE = 0;

/** Coupons are recognised by their amount. Source: spec 000, section 9. */
export const TIER_OF_COUPON_AMOUNT_CENTS: Readonly<Record<number, Tier>> = {
  500: "starter",
  2200: "creator",
  9900: "pro",
  10000: "pro",
  33000: "growing_business",
  132000: "scale_2024_08_10",
};

export const DISCOUNT_CODES = ["special-offer-30", "special-offer-50", "special-offer-70"] as const;
