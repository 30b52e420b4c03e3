/** What follows from a plan and its use. Pure. */
import { type Currency, TIER_ORDER, TIERS, type Tier, type TierFacts } from "./tiers";

/** `character_limit` of plans without a limit. */
export const UNLIMITED = -1;

/** How many credits a text costs: its characters (code points) times the model's factor, rounded up, at least one. */
export function creditsFor(characters: number, costFactor: number): number {
  if (characters <= 0) return 0;
  // 3 × 0.1 is 0.30000000000000004: a hair above a whole number is that number.
  return Math.max(1, Math.ceil(Number((characters * costFactor).toFixed(6))));
}

/** Characters as they are billed and limited: code points, so that an emoji counts once. */
export function billableCharacters(text: string): number {
  let count = 0;
  for (const _character of text) count++;
  return count;
}

export function isTier(name: string): name is Tier {
  return (TIER_ORDER as readonly string[]).includes(name);
}

/** Facts of a stored tier; a name that is not known counts as free. */
export function factsOf(tier: string): TierFacts {
  return TIERS[isTier(tier) ? tier : "free"];
}

/** Paid means neither free nor trial. Source: spec 000, section 6. */
export function isPaidTier(tier: string): boolean {
  return isTier(tier) && tier !== "free" && tier !== "trial";
}

/** Enterprise features, and rules for enterprises, are there on the enterprise and trial tiers only. Source: spec 000, sections 4 and 6. */
export function isEnterpriseTier(tier: string): boolean {
  return tier === "enterprise" || tier === "trial";
}

/** Negative when `a` is below `b`. Trial is treated as enterprise. */
export function compareTiers(a: Tier, b: Tier): number {
  const rank = (tier: Tier) => TIER_ORDER.indexOf(isEnterpriseTier(tier) ? "enterprise" : tier);
  return rank(a) - rank(b);
}

export function isAtLeast(tier: string, least: Tier): boolean {
  return isTier(tier) && compareTiers(tier, least) >= 0;
}

export function characterLimitOf(tier: Tier): number {
  return TIERS[tier].credits ?? UNLIMITED;
}

/** Own voices a workspace may hold; an unlimited plan is stated as a number no one reaches, since clients want one. */
export function voiceLimitOf(tier: string): number {
  return factsOf(tier).customVoices ?? 10_000;
}

/** Tier limit plus extra slots. */
export function professionalVoiceLimitOf(tier: string, extraSlots = 0): number {
  return factsOf(tier).professionalVoices + extraSlots;
}

export function maxVoiceAddEdits(voiceLimit: number): number {
  return Math.round(1.5 * voiceLimit + 50);
}

/** Seats of a workspace: the server's own number applies to trial and enterprise alone. */
export function seatsOf(tier: string, maxSeats?: number): number {
  return isEnterpriseTier(tier) && maxSeats !== undefined ? maxSeats : factsOf(tier).seats;
}

/** Credits left, −1 where the plan has no limit. What running requests hold is not left. */
export function remainingCredits(use: {
  characterLimit: number;
  characterCount: number;
  charactersReserved: number;
}): number {
  if (use.characterLimit === UNLIMITED) return UNLIMITED;
  return Math.max(0, use.characterLimit - use.characterCount - use.charactersReserved);
}

/** The next reset after `nowMs`: whole months on from the last one, at the same day (or the month's last) and time, UTC. */
export function nextResetAfter(resetMs: number, nowMs: number): { periodStartMs: number; nextResetMs: number } {
  let months = 0;
  let periodStartMs = resetMs;
  let nextResetMs = addMonthsUtc(resetMs, 1);
  while (nextResetMs <= nowMs) {
    months++;
    periodStartMs = addMonthsUtc(resetMs, months);
    nextResetMs = addMonthsUtc(resetMs, months + 1);
  }
  return { periodStartMs, nextResetMs };
}

/** 31 January plus one month is the last day of February. */
export function addMonthsUtc(timeMs: number, months: number): number {
  const date = new Date(timeMs);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, lastDay));
  return date.getTime();
}

/** `YYYY-MM-DD` in UTC: the key of a usage day. */
export function usageDayOf(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 10);
}

/** A price as shown: without `.00`, with the currency as suffix. Source: spec 000, section 9. */
export function displayPrice(amountCents: number, currency: Currency): string {
  const amount = amountCents % 100 === 0 ? String(amountCents / 100) : (amountCents / 100).toFixed(2);
  return `${amount}${currency === "usd" ? "$" : "€"}`;
}
