import { z } from "zod";
import { SUPPORT_MESSAGES } from "../../../../app/domains/accounts/support-access/messages";
import { AppError } from "../../../../app/lib/app-error";
import { clientOfCall } from "../client-of-call";
import { type Endpoint, endpoint } from "../endpoint";

export const userSupportAccessEndpoints: Endpoint[] = [
  endpoint({
    method: "post",
    path: "/v1/user/sign-in-requests/verify",
    auth: "account",
    summary: "Let support into the caller's account by the code of a mailed link",
    family: "user",
    io: () => ({
      body: z.object({ sign_in_request_verification_code: z.string().min(1).max(200) }),
      response: z.object({ status: z.literal("ok"), message: z.string() }),
    }),
    run: async ({ caller, services, body, request, context }) => {
      // An explicit act of the person, which no program with a key of theirs can do.
      if (caller.kind !== "session") throw new AppError("forbidden", 403, SUPPORT_MESSAGES.signedInOnly);
      const code = body.sign_in_request_verification_code;
      await services.accounts.supportAccess.grant(code, clientOfCall(request, context), {
        signedInUserId: caller.userId,
      });
      return { status: "ok" as const, message: SUPPORT_MESSAGES.granted };
    },
  }),
];
