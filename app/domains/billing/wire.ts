/** A subscription as the API shows it. Source: contract, `SubscriptionResponse`. */
import { compareTiers, isTier, maxVoiceAddEdits, professionalVoiceLimitOf, UNLIMITED, voiceLimitOf } from "./rules";
import type { SubscriptionRow } from "./store";
import { TIERS } from "./tiers";

/** Clients want a number for the limit: what a plan without one shows. It is far beyond what can be spoken in a month. */
const UNLIMITED_ON_THE_WIRE = 1_000_000_000_000;

export function subscriptionToWire(subscription: SubscriptionRow) {
  const { tier, characterLimit, currency } = subscription;
  const voiceLimit = voiceLimitOf(tier);
  // Plans with a price for extra credits can be extended; whether they are is decided in the billing settings.
  const canExtend = isTier(tier) && TIERS[tier].extraCreditsPer1000UsdCents !== null;
  const atLeastStarter = isTier(tier) && compareTiers(tier, "starter") >= 0;
  const atLeastCreator = isTier(tier) && compareTiers(tier, "creator") >= 0;
  return {
    tier,
    character_count: subscription.characterCount,
    character_limit: characterLimit === UNLIMITED ? UNLIMITED_ON_THE_WIRE : characterLimit,
    max_character_limit_extension: null,
    max_credit_limit_extension: characterLimit === UNLIMITED ? ("unlimited" as const) : 0,
    can_extend_character_limit: canExtend,
    allowed_to_extend_character_limit: false,
    next_character_count_reset_unix: Math.floor(subscription.nextResetMs / 1000),
    voice_slots_used: 0,
    professional_voice_slots_used: 0,
    professional_voice_slots_used_in_workspace: 0,
    voice_limit: voiceLimit,
    max_voice_add_edits: maxVoiceAddEdits(voiceLimit),
    voice_add_edit_counter: 0,
    professional_voice_limit: professionalVoiceLimitOf(tier),
    can_extend_voice_limit: false,
    can_use_instant_voice_cloning: atLeastStarter,
    can_use_professional_voice_cloning: atLeastCreator,
    currency,
    current_overage: { amount: "0", currency },
    status: subscription.status,
    billing_period: subscription.billingPeriod,
    character_refresh_period: "monthly_period",
  };
}
