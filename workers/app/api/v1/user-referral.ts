import { z } from "zod";
import { declinesCounting } from "../../../../app/lib/privacy-choice";
import { clientOfCall } from "../client-of-call";
import { type Endpoint, endpoint } from "../endpoint";

const parameter = () => z.string().max(500).nullish();

/** Links for friends, and visits that came by an advertisement. Source: spec 000, section 7. */
export const userReferralEndpoints: Endpoint[] = [
  endpoint({
    method: "get",
    path: "/v1/user/referral-link",
    auth: "account",
    summary: "Get the caller's own link for friends, which is made when first asked for",
    family: "user",
    io: () => ({ response: z.object({ referral_link: z.string() }) }),
    run: async ({ caller, services }) => ({
      referral_link: await services.accounts.referral.getReferralLink(caller.userId),
    }),
    findMade: async ({ caller, services }) => {
      const { link } = await services.accounts.referral.getReferralStanding(caller.userId);
      return link === null ? null : { referral_link: link };
    },
  }),

  endpoint({
    method: "post",
    path: "/v1/google-ads-visit",
    auth: "none",
    summary: "Note a visit that came by an advertisement",
    family: "ads",
    io: () => ({
      body: z.object({
        // Some clients send the address in an object of its own.
        email: z.union([z.string().max(254), z.object({ email: z.string().max(254).nullish() })]).nullish(),
        event_type: z.string().regex(/^[a-z][a-z0-9_]{0,63}$/),
        gclid: parameter(),
        utm_source: parameter(),
        utm_medium: parameter(),
        utm_campaign: parameter(),
        utm_term: parameter(),
        utm_content: parameter(),
      }),
      response: z.object({ status: z.literal("ok") }),
    }),
    run: async ({ body, services, request, context }) => {
      const { email, event_type: eventType, ...parameters } = body;
      const given = Object.entries(parameters).filter((pair): pair is [string, string] => Boolean(pair[1]));
      // Whoever declines is told the same as everybody.
      if (given.length > 0 && !declinesCounting(request)) {
        await services.accounts.referral.recordAdVisit(
          {
            email: typeof email === "string" ? email : (email?.email ?? undefined),
            eventType,
            parameters: Object.fromEntries(given),
          },
          clientOfCall(request, context),
        );
      }
      return { status: "ok" as const };
    },
  }),
];
