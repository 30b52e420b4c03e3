import { z } from "zod";
import { generateName } from "../../../../app/domains/accounts/sign-up-extras/generated-names";
import { clientOfCall } from "../client-of-call";
import { type Endpoint, endpoint } from "../endpoint";

const done = () => z.object({ status: z.literal("ok") });
const ok = { status: "ok" } as const;
const forAnyone = { method: "post", auth: "none", family: "user" } as const;

const email = () => z.string().min(1).max(320);
const parameter = () => z.string().max(4096).nullish();
const parametersShape = () => ({ pid: parameter(), xid: parameter(), gcp_marketplace_jwt: parameter() });
const mailRequest = () => z.object({ email: email(), continue_url: z.string().max(2048).nullish() });
const metadata = () =>
  z.object({ agrees_to_product_updates: z.boolean().nullish(), geo_location: z.string().max(64).nullish() });

/** What is asked for before somebody has an account, or is signed in. Source: spec 000, section 7 ("User"). */
export const userSignUpEndpoints: Endpoint[] = [
  endpoint({
    ...forAnyone,
    path: "/v1/user/pre-sign-up",
    summary: "Say what a visitor who is about to sign up came with",
    io: () => ({
      body: z.object({
        email: email(),
        account_metadata: metadata().nullish(),
        recaptcha_token: z.string().max(8192).nullish(),
        ...parametersShape(),
        invite_code: parameter(),
      }),
      response: done(),
    }),
    run: async ({ body, services, request, context }) => {
      await services.accounts.signUpExtras.preSignUp(
        {
          email: body.email,
          agreesToProductUpdates: body.account_metadata?.agrees_to_product_updates ?? false,
          geoLocation: body.account_metadata?.geo_location ?? undefined,
          captcha: body.recaptcha_token ?? undefined,
          inviteCode: body.invite_code ?? undefined,
          ...parametersOf(body),
        },
        clientOfCall(request, context),
      );
      return ok;
    },
  }),

  endpoint({
    ...forAnyone,
    path: "/v1/user/send-verification-email",
    summary: "Mail the link that verifies an address again",
    io: () => ({ body: mailRequest(), response: done() }),
    run: async ({ body, services, request, context }) => {
      const target = { continueUrl: body.continue_url ?? undefined };
      await services.accounts.resendVerification(body.email, clientOfCall(request, context), target);
      return ok;
    },
  }),

  endpoint({
    ...forAnyone,
    path: "/v1/user/send-password-reset-email",
    summary: "Mail a link by which a new password is chosen",
    io: () => ({ body: mailRequest(), response: done() }),
    run: async ({ body, services, request, context }) => {
      const target = { continueUrl: body.continue_url ?? undefined };
      await services.accounts.requestPasswordReset(body.email, clientOfCall(request, context), target);
      return ok;
    },
  }),

  endpoint({
    ...forAnyone,
    path: "/v1/user/opt-out-of-updates",
    summary: "End product updates by the key of such a mail",
    io: () => ({ body: z.object({ opt_out_updates_key: z.string().min(1).max(200) }), response: done() }),
    run: async ({ body, services, request, context }) => {
      const client = clientOfCall(request, context);
      await services.accounts.productUpdates.optOutByCode(body.opt_out_updates_key, client);
      return ok;
    },
  }),

  endpoint({
    ...forAnyone,
    // For the button of mail programs, which send a form of their own (RFC 8058): it is not read.
    path: "/v1/user/opt-out-of-updates/one-click",
    summary: "End product updates by one click in a mail program",
    io: () => ({ query: z.object({ opt_out_updates_key: z.string().min(1).max(200) }), response: done() }),
    run: async ({ query, services, request, context }) => {
      const client = clientOfCall(request, context);
      await services.accounts.productUpdates.optOutByCode(query.opt_out_updates_key, client);
      return ok;
    },
  }),

  endpoint({
    method: "post",
    auth: "account",
    family: "user",
    path: "/v1/user/post-registration-user-setup",
    summary: "Say what somebody who has just signed up came with",
    io: () => ({ body: z.object(parametersShape()), response: done() }),
    run: async ({ body, caller, services }) => {
      await services.accounts.signUpExtras.setUpAfterRegistration(caller.userId, parametersOf(body));
      return ok;
    },
  }),

  endpoint({
    method: "post",
    auth: "account",
    family: "user",
    path: "/v1/user/generate-name",
    summary: "Make up a name",
    io: () => ({ response: z.object({ name: z.string() }) }),
    run: () => ({ name: generateName() }),
  }),
];

function parametersOf(body: {
  pid?: string | null | undefined;
  xid?: string | null | undefined;
  gcp_marketplace_jwt?: string | null | undefined;
}) {
  return {
    partnerId: body.pid ?? undefined,
    partnerClickId: body.xid ?? undefined,
    marketplaceToken: body.gcp_marketplace_jwt ?? undefined,
  };
}
