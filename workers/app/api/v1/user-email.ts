import { z } from "zod";
import { AppError } from "../../../../app/lib/app-error";
import { clientOfCall } from "../client-of-call";
import { type Endpoint, endpoint } from "../endpoint";
import { queryBoolean } from "../query-parameters";

const shared = { auth: "account", family: "user" } as const;

/** Another e-mail address for the caller. Source: spec 000, section 7 ("User"). */
export const userEmailEndpoints: Endpoint[] = [
  endpoint({
    ...shared,
    method: "post",
    path: "/v1/user/send-email-change-verification",
    summary: "Mail a link to the address that the caller wants to have",
    io: () => ({
      body: z.object({ email: z.string().min(1).max(320) }),
      response: z.object({ status: z.literal("ok") }),
    }),
    run: async ({ caller, services, body, request, context }) => {
      await services.accounts.emailChange.request(caller, body.email, clientOfCall(request, context));
      return { status: "ok" as const };
    },
  }),

  endpoint({
    ...shared,
    method: "put",
    path: "/v1/user/email",
    summary: "Change the caller's address by a mailed code, or undo such a change",
    io: () => ({
      query: z.object({ verification_code: z.string().min(1).max(200), is_reverting: queryBoolean(false) }),
      response: z.object({ status: z.literal("ok"), email: z.string() }),
    }),
    run: async ({ caller, services, query, request, context }) => {
      const { emailChange } = services.accounts;
      const client = clientOfCall(request, context);
      if (query.is_reverting) {
        const { email } = await emailChange.revert(query.verification_code, client);
        return { status: "ok" as const, email };
      }
      const { userId, sessionId } = caller;
      // A key stays what it is when the address changes; who stays signed in is a matter of sessions.
      if (!sessionId) throw new AppError("forbidden", 403, "The address is changed where its owner is signed in.");
      const email = await emailChange.confirm({ userId, sessionId }, query.verification_code, client);
      return { status: "ok" as const, email };
    },
  }),
];
