import { z } from "zod";
import { subscriptionToWire } from "../../../../app/domains/billing/wire";
import type { Caller } from "../caller";
import { type Endpoint, endpoint } from "../endpoint";
import { extendedSubscriptionSchema, subscriptionSchema } from "./subscription-schemas";

const family = "user";

const userSchema = () =>
  z.object({
    user_id: z.string(),
    workspace_id: z.string(),
    subscription: subscriptionSchema(),
    is_new_user: z.boolean(),
    can_use_delayed_payment_methods: z.boolean(),
    is_onboarding_completed: z.boolean(),
    is_onboarding_checklist_completed: z.boolean(),
    show_compliance_terms: z.boolean(),
    first_name: z.string().nullable(),
    is_api_key_hashed: z.boolean(),
    xi_api_key_preview: z.string().nullable(),
    referral_link_code: z.string().nullable(),
    partnerstack_partner_default_link: z.string().nullable(),
    created_at: z.int(),
    seat_type: z.enum(["workspace_admin", "workspace_member", "workspace_lite_member"]),
  });

const NEW_FOR_MS = 7 * 24 * 60 * 60_000;

export const userEndpoints: Endpoint[] = [
  endpoint({
    method: "get",
    path: "/v1/user",
    auth: "account",
    summary: "Get the caller and their subscription",
    family,
    io: () => ({ response: userSchema() }),
    run: async ({ caller, services }) => {
      const [profile, subscription, keyPreview] = await Promise.all([
        services.accounts.getProfile(caller.userId),
        services.billing.getSubscription(caller.workspaceId),
        previewOfKey(caller, services),
      ]);
      return {
        user_id: caller.userId,
        workspace_id: caller.workspaceId,
        subscription: subscriptionToWire(subscription),
        is_new_user: Date.now() - profile.createdAtMs < NEW_FOR_MS,
        can_use_delayed_payment_methods: false,
        is_onboarding_completed: profile.isOnboardingCompleted,
        is_onboarding_checklist_completed: profile.isChecklistCompleted,
        show_compliance_terms: false,
        first_name: profile.firstName || null,
        is_api_key_hashed: true,
        xi_api_key_preview: keyPreview,
        referral_link_code: profile.referralLinkCode,
        partnerstack_partner_default_link: null,
        created_at: Math.floor(profile.createdAtMs / 1000),
        seat_type: caller.role === "admin" ? ("workspace_admin" as const) : ("workspace_member" as const),
      };
    },
  }),

  endpoint({
    method: "get",
    path: "/v1/user/subscription",
    auth: "account",
    summary: "Get the workspace's plan, credits and limits",
    family,
    io: () => ({ response: extendedSubscriptionSchema() }),
    run: async ({ caller, services }) => ({
      ...subscriptionToWire(await services.billing.getSubscription(caller.workspaceId)),
      // Nothing is invoiced before card payments are connected.
      next_invoice: null,
      open_invoices: [],
      has_open_invoices: false,
      pending_change: null,
      has_used_starter_coupon_on_account: false,
      has_used_creator_coupon_on_account: false,
      is_eligible_for_starter_promo: null,
    }),
  }),
];

type Services = Parameters<Endpoint["run"]>[0]["services"];
/** Preview of the key in use, or of the newest when the caller came with a token. */
async function previewOfKey(caller: Caller, services: Services): Promise<string | null> {
  const keys = await services.accounts.listApiKeys(caller);
  const key = keys.find(({ apiKeyId }) => apiKeyId === caller.apiKeyId) ?? keys[0];
  return key?.preview ?? null;
}
