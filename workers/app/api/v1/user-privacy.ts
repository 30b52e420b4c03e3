import { z } from "zod";
import { type Endpoint, endpoint } from "../endpoint";

const shared = { auth: "account", family: "user" } as const;
const done = () => z.object({ status: z.literal("ok") });
const ok = { status: "ok" } as const;

const settingsSchema = () => z.object({ ccpa_opt_out: z.boolean() });

/** What people choose and agree to about their data. Source: spec 000, section 7 ("User"). */
export const userPrivacyEndpoints: Endpoint[] = [
  endpoint({
    ...shared,
    method: "get",
    path: "/v1/user/settings",
    summary: "Get the caller's privacy settings",
    io: () => ({ response: settingsSchema() }),
    run: async ({ caller, services, context }) => {
      const { ccpaOptOut } = await services.accounts.privacy.getConsent(caller.userId, context.clientPlace);
      return { ccpa_opt_out: ccpaOptOut };
    },
  }),

  endpoint({
    ...shared,
    method: "post",
    path: "/v1/user/settings",
    summary: "Opt out of the sale and sharing of the caller's data, or take that back",
    io: () => ({ body: z.object({ optOutCCPA: z.boolean() }), response: settingsSchema() }),
    run: async ({ caller, services, body }) => {
      await services.accounts.privacy.setOptOut(caller.userId, body.optOutCCPA);
      return { ccpa_opt_out: body.optOutCCPA };
    },
  }),

  endpoint({
    ...shared,
    method: "post",
    path: "/v1/user/accept-bipa-terms",
    summary: "Agree to the terms on biometric data",
    io: () => ({ response: done() }),
    run: async ({ caller, services }) => {
      await services.accounts.privacy.acceptBiometricTerms(caller.userId);
      return ok;
    },
  }),

  endpoint({
    ...shared,
    method: "post",
    path: "/v1/user/accept-terms",
    summary: "Agree to the terms that hold now",
    io: () => ({ response: done() }),
    run: async ({ caller, services }) => {
      await services.accounts.privacy.acceptUpdatedTerms(caller.userId);
      return ok;
    },
  }),
];
