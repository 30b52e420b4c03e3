/** The second step of signing in. Nothing leads past it but the second factor itself or the backup code. */
import { AppError } from "../../../lib/app-error";
import type { AccountsDependencies, Client } from "../dependencies";
import { sha256Hex } from "../secrets";
import { type KeptFirstFactor, openSession } from "../sign-in-completion";
import { findUser, type User } from "../user-store";
import { type FactorMethod, findConfirmedFactors, provesFactor } from "./factor-proof";
import { removeAllFactors, takeBackupCode } from "./factor-recovery";
import { SECURITY_MESSAGES } from "./messages";
import { countPendingAttempt, findPendingSignIn, PENDING_ATTEMPTS } from "./pending-sign-in-store";
import { phonePreview } from "./phone";
import { guardGuess } from "./security-events";
import { sendSmsCode } from "./sms-codes";

/** By what a pending sign-in can go on. */
export interface SecondFactorChoices {
  totp: boolean;
  smsPhonePreview: string | null;
  backupCode: boolean;
}

export type SecondFactorOutcome =
  | { kind: "signed_in"; sessionSecret: string }
  | { kind: "wrong_code" }
  /** Too many wrong codes, or too long ago: the sign-in has to begin again. */
  | { kind: "ended" };

interface Proved {
  kind: "proved";
  user: User;
  pendingId: string;
  firstFactor: KeptFirstFactor;
}

export interface SecondFactorSignIn {
  /** What is asked for, or null where no sign-in is pending. */
  findPending(pendingSecret: string): Promise<SecondFactorChoices | null>;
  /** Texts a code. @throws AppError rate_limited (429), invalid_request (400) without a telephone. */
  sendCode(pendingSecret: string, client: Client): Promise<void>;
  /** @throws AppError rate_limited (429) after several wrong codes, over all sign-ins of the person. */
  completeWithCode(
    pendingSecret: string,
    method: FactorMethod,
    code: string,
    client: Client,
  ): Promise<SecondFactorOutcome>;
  /**
   * Signs in by the backup code. It is used up and all second factors are gone; every other session ends, and the person
   * is told by mail.
   */
  completeWithBackupCode(pendingSecret: string, code: string, client: Client): Promise<SecondFactorOutcome>;
}

export function createSecondFactorSignIn(dependencies: AccountsDependencies): SecondFactorSignIn {
  const { database, nowMs } = dependencies;

  /** Counts the attempt before it is made, so that many at once get no more than their number. */
  async function attempt(
    pendingSecret: string,
    prove: (pending: { id: string; userId: string }) => Promise<boolean>,
  ): Promise<Proved | Exclude<SecondFactorOutcome, { kind: "signed_in" }>> {
    const pending = await countPendingAttempt(database, await sha256Hex(pendingSecret), nowMs());
    if (!pending) return { kind: "ended" };
    if (!(await prove(pending))) return { kind: pending.attempts < PENDING_ATTEMPTS ? "wrong_code" : "ended" };
    const user = await findUser(database, pending.userId);
    if (!user) return { kind: "ended" };
    const kind = pending.firstFactor as KeptFirstFactor["kind"];
    return { kind: "proved", user, pendingId: pending.id, firstFactor: { kind, providerKey: pending.providerKey } };
  }

  /**
   * Uses the pending sign-in up by the session it becomes. Where that was ended meanwhile, as by a new password, or the
   * workspace began to ask for its own provider, the sign-in has to begin again, and says so there.
   */
  async function open(
    { user, pendingId, firstFactor }: Proved,
    secondFactor: boolean,
    client: Client,
  ): Promise<SecondFactorOutcome> {
    const basis = { kind: "pending", pendingId, nowMs: nowMs() } as const;
    const outcome = await openSession(dependencies, user, { firstFactor, secondFactor, basis }, client);
    return outcome.kind === "refused" ? { kind: "ended" } : outcome;
  }

  return {
    async findPending(pendingSecret) {
      const pending = await findPendingSignIn(database, await sha256Hex(pendingSecret), nowMs());
      if (!pending) return null;
      const { totp, smsPhone, backupCode } = await findConfirmedFactors(dependencies, pending.userId);
      return { totp, smsPhonePreview: smsPhone === null ? null : phonePreview(smsPhone), backupCode };
    },

    async sendCode(pendingSecret, client) {
      const pending = await findPendingSignIn(database, await sha256Hex(pendingSecret), nowMs());
      const phone = pending && (await findConfirmedFactors(dependencies, pending.userId)).smsPhone;
      if (!pending || !phone) throw new AppError("invalid_request", 400, SECURITY_MESSAGES.signInAgain);
      const subject = { userId: pending.userId, purpose: "sms_sign_in", boundTo: pending.id } as const;
      await sendSmsCode(dependencies, subject, phone, client);
    },

    async completeWithCode(pendingSecret, method, code, client) {
      const outcome = await attempt(pendingSecret, async ({ id, userId }) => {
        const about = { userId, limit: "second_factor_failure_user", stopped: "second_factor_stopped" } as const;
        const proof = { userId, purpose: "sms_sign_in", boundTo: id } as const;
        const proved = await guardGuess(dependencies, about, client, async () =>
          (await provesFactor(dependencies, proof, method, code)) ? true : null,
        );
        return proved !== null;
      });
      if (outcome.kind !== "proved") return outcome;
      return open(outcome, true, client);
    },

    async completeWithBackupCode(pendingSecret, code, client) {
      const outcome = await attempt(pendingSecret, ({ userId }) => takeBackupCode(dependencies, userId, code, client));
      if (outcome.kind !== "proved") return outcome;
      const opened = await open(outcome, false, client);
      if (opened.kind !== "signed_in") return opened;
      const sessionId = await sha256Hex(opened.sessionSecret);
      await removeAllFactors(dependencies, { userId: outcome.user.id, sessionId }, client);
      return opened;
    },
  };
}
