/** Wire schemas of a subscription. Source: contract, `SubscriptionResponse` and `Subscription`. */
import { z } from "zod";

const currency = () => z.enum(["usd", "eur"]);
const period = () => z.string().nullable();

export const subscriptionSchema = () =>
  z.object({
    tier: z.string(),
    character_count: z.int(),
    character_limit: z.int(),
    max_character_limit_extension: z.int().nullable(),
    max_credit_limit_extension: z.union([z.number(), z.literal("unlimited")]),
    can_extend_character_limit: z.boolean(),
    allowed_to_extend_character_limit: z.boolean(),
    next_character_count_reset_unix: z.int().nullable(),
    voice_slots_used: z.int(),
    professional_voice_slots_used: z.int(),
    professional_voice_slots_used_in_workspace: z.int(),
    voice_limit: z.int(),
    max_voice_add_edits: z.int().nullable(),
    voice_add_edit_counter: z.int(),
    professional_voice_limit: z.int(),
    can_extend_voice_limit: z.boolean(),
    can_use_instant_voice_cloning: z.boolean(),
    can_use_professional_voice_cloning: z.boolean(),
    currency: currency(),
    current_overage: z.object({ amount: z.string(), currency: currency() }),
    status: z.string(),
    billing_period: period(),
    character_refresh_period: period(),
  });

const invoiceSchema = () => z.looseObject({ amount_due_cents: z.int() });

export const extendedSubscriptionSchema = () =>
  subscriptionSchema().extend({
    next_invoice: invoiceSchema().nullable(),
    open_invoices: z.array(invoiceSchema()),
    has_open_invoices: z.boolean(),
    pending_change: z.looseObject({}).nullable(),
    has_used_starter_coupon_on_account: z.boolean(),
    has_used_creator_coupon_on_account: z.boolean(),
    is_eligible_for_starter_promo: z.boolean().nullable(),
  });
