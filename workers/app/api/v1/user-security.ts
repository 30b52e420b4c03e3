import { z } from "zod";
import { SECURITY_MESSAGES } from "../../../../app/domains/accounts/security/messages";
import type { FactorList } from "../../../../app/domains/accounts/security/second-factors";
import { AppError } from "../../../../app/lib/app-error";
import type { Caller } from "../caller";
import { clientOfCall } from "../client-of-call";
import { type Endpoint, endpoint } from "../endpoint";

const shared = { method: "post", auth: "account", family: "user" } as const;

const statusSchema = () => z.object({ status: z.literal("ok") });
const code = () => z.string().trim().min(1).max(200);

const factorsSchema = () =>
  z.object({
    totp_mfa_factor: z.object({ created_at_unix: z.int() }).nullable(),
    sms_mfa_factor: z.object({ created_at_unix: z.int(), phone_number_preview: z.string() }).nullable(),
    has_backup_code: z.boolean(),
  });

const unix = (timeMs: number) => Math.floor(timeMs / 1000);

function factorsToWire({ totp, sms, backupCode }: FactorList): z.input<ReturnType<typeof factorsSchema>> {
  return {
    totp_mfa_factor: totp && { created_at_unix: unix(totp.createdAtMs) },
    sms_mfa_factor: sms && { created_at_unix: unix(sms.createdAtMs), phone_number_preview: sms.phonePreview },
    has_backup_code: backupCode !== null,
  };
}

/** Somebody in a browser: a key proves no person. */
function requirePerson({ userId, sessionId }: Caller): { userId: string; sessionId: string } {
  if (!sessionId) throw new AppError("sensitive_action", 403, SECURITY_MESSAGES.signInToConfirm);
  return { userId, sessionId };
}

/** Second factors and confirmations. Source: spec 000, section 7. */
export const userSecurityEndpoints: Endpoint[] = [
  endpoint({
    ...shared,
    path: "/v1/user/update-mfa-factors",
    summary: "Remove second factors that are set to null, and list those there are",
    io: () => ({
      body: z.object({ totp_mfa_factor: z.null().optional(), sms_mfa_factor: z.null().optional() }).default({}),
      response: factorsSchema(),
    }),
    run: async ({ caller, services, body, request, context }) => {
      const person = requirePerson(caller);
      const { secondFactors } = services.accounts;
      const client = clientOfCall(request, context);
      if (body.totp_mfa_factor === null) await secondFactors.removeFactor(person, "totp", client);
      if (body.sms_mfa_factor === null) await secondFactors.removeFactor(person, "sms", client);
      return factorsToWire(await secondFactors.listFactors(person.userId));
    },
  }),

  endpoint({
    ...shared,
    path: "/v1/user/backup-code",
    summary: "Make the backup code, which is answered this once",
    io: () => ({ response: z.object({ backup_code: z.string() }) }),
    run: async ({ caller, services, request, context }) => {
      const client = clientOfCall(request, context);
      return { backup_code: await services.accounts.secondFactors.makeBackupCode(requirePerson(caller), client) };
    },
  }),

  endpoint({
    ...shared,
    path: "/v1/user/backup-code/:code/remove-mfa",
    summary: "Remove all second factors by the backup code, and end all other sessions",
    io: () => ({ params: z.object({ code: code() }), response: statusSchema() }),
    run: async ({ caller, services, params, request, context }) => {
      const client = clientOfCall(request, context);
      await services.accounts.secondFactors.removeFactorsByBackupCode(requirePerson(caller), params.code, client);
      return { status: "ok" as const };
    },
  }),

  endpoint({
    ...shared,
    path: "/v1/user/verify-sensitive-action-code",
    summary: "Confirm the caller's session by a mailed code",
    io: () => ({
      body: z.object({ sensitive_action_verification_code: code() }),
      response: z.object({ status: z.literal("ok"), message: z.string() }),
    }),
    run: async ({ caller, services, body, request, context }) => {
      const client = clientOfCall(request, context);
      const given = body.sensitive_action_verification_code;
      await services.accounts.stepUp.confirmByMailedCode(requirePerson(caller), given, client);
      return { status: "ok" as const, message: SECURITY_MESSAGES.emailAccessVerified };
    },
  }),

  endpoint({
    ...shared,
    path: "/v1/user/prepare-internal-verification",
    summary: "Confirm the session of somebody who works for this installation by a mailed code",
    io: () => ({
      body: z.object({ email: z.string().max(320), verification_code: code() }),
      response: z.object({ status: z.literal("ok"), message: z.string() }),
    }),
    run: async ({ caller, services, body, request, context }) => {
      const proof = { email: body.email, code: body.verification_code };
      const client = clientOfCall(request, context);
      await services.accounts.stepUp.confirmInternally(requirePerson(caller), proof, client);
      return { status: "ok" as const, message: SECURITY_MESSAGES.emailAccessVerified };
    },
  }),
];
