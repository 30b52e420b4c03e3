import { z } from "zod";
import { clientOfCall } from "../client-of-call";
import { type Endpoint, endpoint } from "../endpoint";

const shared = { auth: "account", family: "user" } as const;
const done = () => z.object({ status: z.literal("ok") });
const ok = { status: "ok" } as const;

/** A person's own facts and how they stand with us. Source: spec 000, section 7 ("User"). */
export const userStandingEndpoints: Endpoint[] = [
  endpoint({
    ...shared,
    method: "post",
    path: "/v1/user/edit",
    summary: "Change the caller's names and language",
    io: () => ({
      body: z.object({
        first_name: z.string().max(1000).optional(),
        public_user_name: z.string().max(1000).optional(),
        locale: z.string().max(35).optional(),
      }),
      response: done(),
    }),
    run: async ({ caller, services, body }) => {
      await services.accounts.changeProfile(caller.userId, {
        ...(body.first_name === undefined ? {} : { firstName: body.first_name }),
        ...(body.public_user_name === undefined ? {} : { publicUserName: body.public_user_name }),
        ...(body.locale === undefined ? {} : { locale: body.locale }),
      });
      return ok;
    },
  }),

  endpoint({
    ...shared,
    method: "post",
    path: "/v1/user/edit-user-metadata",
    summary: "Say whether the caller gets product updates, and where they are",
    io: () => ({
      body: z.object({
        agrees_to_product_updates: z.boolean().nullish(),
        geo_location: z
          .string()
          .regex(/^[A-Z]{2}(-[A-Z0-9]{1,3})?$/)
          .nullish(),
      }),
      response: done(),
    }),
    run: async ({ caller, services, body }) => {
      const { productUpdates, standing } = services.accounts;
      if (typeof body.agrees_to_product_updates === "boolean")
        await productUpdates.setAgreement(caller.userId, body.agrees_to_product_updates);
      if (body.geo_location) await standing.noteGeoLocation(caller.userId, body.geo_location);
      return ok;
    },
  }),

  endpoint({
    ...shared,
    method: "post",
    path: "/v1/user/dismiss-moderation-warning",
    summary: "Do not show the warning about the caller's content again",
    io: () => ({ response: done() }),
    run: async ({ caller, services }) => {
      await services.accounts.standing.dismissModerationWarning(caller.userId);
      return ok;
    },
  }),

  endpoint({
    ...shared,
    method: "post",
    path: "/v1/user/request-alpha-access",
    summary: "Ask for what is not for everybody yet",
    io: () => ({ response: done() }),
    run: async ({ caller, services }) => {
      await services.accounts.standing.requestAlphaAccess(caller.userId);
      return ok;
    },
  }),

  endpoint({
    ...shared,
    method: "get",
    path: "/v1/user/has-alpha-access",
    summary: "Tell whether the caller may use what is not for everybody yet",
    io: () => ({ response: z.object({ has_alpha_access: z.boolean() }) }),
    run: async ({ caller, services }) => ({
      has_alpha_access: await services.accounts.standing.hasAlphaAccess(caller.userId),
    }),
  }),

  endpoint({
    ...shared,
    method: "post",
    path: "/v1/user/record-device-fingerprint",
    summary: "Note the device that the caller is on",
    io: () => ({
      body: z.object({ device_fingerprint: z.string().min(8).max(512) }),
      response: done(),
    }),
    run: async ({ caller, services, body, request, context }) => {
      const client = clientOfCall(request, context);
      await services.accounts.standing.recordDeviceFingerprint(caller.userId, body.device_fingerprint, client);
      return ok;
    },
  }),

  endpoint({
    ...shared,
    method: "get",
    path: "/v1/user/rand",
    summary: "Answer a random number from 0 up to 1",
    io: () => ({ response: z.object({ rand: z.number().min(0).lt(1) }) }),
    run: () => {
      const [bits = 0] = crypto.getRandomValues(new Uint32Array(1));
      return { rand: bits / 2 ** 32 };
    },
  }),
];
