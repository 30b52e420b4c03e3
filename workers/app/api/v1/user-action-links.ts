import { z } from "zod";
import { MESSAGES } from "../../../../app/domains/accounts/messages";
import { allowedRedirect } from "../../../../app/domains/accounts/redirect-rules";
import { SUPPORT_MESSAGES } from "../../../../app/domains/accounts/support-access/messages";
import { AppError } from "../../../../app/lib/app-error";
import { clientOfCall } from "../client-of-call";
import { type Endpoint, endpoint } from "../endpoint";

// The code of the link is all the proof there is: no key, no session, and cookies are not looked at.
const forAnyone = { method: "post", auth: "none", family: "user" } as const;

/** The specification writes these names as a browser's code does, this API as all its others. */
const SPELLINGS = [
  ["actionCode", "action_code"],
  ["newPassword", "new_password"],
  ["continueUrl", "continue_url"],
] as const;

function withOurSpelling(body: unknown): unknown {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return body;
  const fields: Record<string, unknown> = { ...body };
  for (const [theirs, ours] of SPELLINGS) fields[ours] ??= fields[theirs];
  return fields;
}

const bodyOf = <T extends z.ZodRawShape>(shape: T) => z.preprocess(withOurSpelling, z.object(shape));

const actionCode = () =>
  z.string().trim().min(1).max(200).describe("`verificationCode` or `oobCode` of the mailed link's address");
const doneWithMessage = () => z.object({ status: z.literal("ok"), message: z.string() });
const done = (message: string) => ({ status: "ok" as const, message });

/** Where a link leads that names no page of ours. */
const DEFAULT_CONTINUE_PATH = "/app/sign-in";

const invalidResetCode = () => new AppError("invalid_action_code", 400, MESSAGES.linkExpired);

/**
 * What `/app/action` does, by calls: for clients that open mailed links themselves. Each try counts by the client's address
 * before it is made, together with those of the page. Source: spec 000, sections 4, 5, 7 ("Action-link calls") and 8.
 */
export const userActionLinkEndpoints: Endpoint[] = [
  endpoint({
    ...forAnyone,
    path: "/v1/user/action/check-reset-code",
    summary: "Say whose address a mailed link to choose a new password is for, without using it up",
    io: () => ({
      body: bodyOf({ action_code: actionCode() }),
      response: z.object({ status: z.literal("ok"), email: z.string() }),
    }),
    run: async ({ body, services, request, context }) => {
      const email = await services.accounts.findResetAddress(body.action_code, clientOfCall(request, context));
      if (email === null) throw invalidResetCode();
      return { status: "ok" as const, email };
    },
  }),

  endpoint({
    ...forAnyone,
    path: "/v1/user/action/reset-password",
    summary: "Choose a new password by a mailed link, once, and end all sessions",
    io: () => ({
      body: bodyOf({
        action_code: actionCode(),
        new_password: z
          .string()
          .min(1)
          .max(1000)
          .describe("At least 8 characters with a digit, a letter and a special character"),
        remove_added: z
          .boolean()
          .nullish()
          .describe("Also remove passkeys and API keys that were added in the 30 days before the link was mailed"),
      }),
      response: doneWithMessage(),
    }),
    run: async ({ body, services, request, context }) => {
      // Whoever calls has compared what was typed twice.
      const form = { code: body.action_code, password: body.new_password, repeated: body.new_password };
      const removesAdded = body.remove_added ?? false;
      const reset = await services.accounts.resetPassword({ ...form, removesAdded }, clientOfCall(request, context));
      if (reset.kind === "invalid_action_code") throw invalidResetCode();
      if (reset.kind === "refused")
        throw new AppError("invalid_request", 400, reset.problem, { param: "new_password" });
      return done(MESSAGES.passwordChanged);
    },
  }),

  endpoint({
    ...forAnyone,
    path: "/v1/user/action/verify-email",
    summary: "Verify an address by a mailed link",
    io: () => ({
      body: bodyOf({
        action_code: actionCode(),
        continue_url: z
          .string()
          .max(2048)
          .nullish()
          .describe("`continueUrl` of the link's address: answered where it is a page of this site"),
        lang: z
          .string()
          .max(35)
          .nullish()
          .describe("`lang` of the link's address, which becomes the person's language where it is one of ours"),
        password: z
          .string()
          .max(1000)
          .nullish()
          .describe("Of the sign-up that the link is for: asked for where the address was signed up more than once"),
      }),
      response: doneWithMessage().extend({
        continue_url: z.string().describe("The path to go on to: the one that was sent where that is allowed"),
      }),
    }),
    run: async ({ body, services, request, context }) => {
      const link = { lang: body.lang ?? undefined, password: body.password ?? undefined };
      await services.accounts.verifyEmail(body.action_code, clientOfCall(request, context), link);
      const continuePath = allowedRedirect(body.continue_url, new URL(request.url).origin);
      return { ...done(MESSAGES.emailVerified), continue_url: continuePath ?? DEFAULT_CONTINUE_PATH };
    },
  }),

  endpoint({
    ...forAnyone,
    path: "/v1/user/action/opt-out-of-updates",
    summary: "End product updates by the link of such a mail",
    io: () => ({ body: bodyOf({ action_code: actionCode() }), response: doneWithMessage() }),
    run: async ({ body, services, request, context }) => {
      await services.accounts.productUpdates.optOutByCode(body.action_code, clientOfCall(request, context));
      return done(MESSAGES.optedOut);
    },
  }),

  endpoint({
    ...forAnyone,
    path: "/v1/user/action/grant-support-access",
    summary: "Let support into an account by the link that its owner was mailed, once",
    io: () => ({ body: bodyOf({ action_code: actionCode() }), response: doneWithMessage() }),
    run: async ({ body, services, request, context }) => {
      await services.accounts.supportAccess.grant(body.action_code, clientOfCall(request, context));
      return done(SUPPORT_MESSAGES.granted);
    },
  }),
];
