/** Setting second factors up and taking them away. Source: spec 000, section 7; issue of accounts, "Second factors". */
import { AppError } from "../../../lib/app-error";
import type { AccountsDependencies, Client } from "../dependencies";
import { publishUserChanged } from "../document-changes";
import { openSealedText, sealText } from "../sealed-text";
import { findUser } from "../user-store";
import { backupCodeHash, newBackupCode } from "./backup-code";
import { confirmSession } from "./confirmation-store";
import { endedMeanwhile } from "./ended-meanwhile";
import { noteFactorChange } from "./factor-notices";
import { type FactorMethod, findConfirmedFactors, hasSecondFactor, totpContext } from "./factor-proof";
import { createFactorRecovery, type FactorRecovery } from "./factor-recovery";
import {
  confirmSmsFactor,
  confirmTotpFactor,
  deleteBackupCode,
  deleteSmsFactor,
  deleteTotpFactor,
  findFactors,
  isBackupCode,
  putBackupCodeWhile,
  putUnconfirmedSms,
  putUnconfirmedTotp,
} from "./factor-store";
import { SECURITY_MESSAGES } from "./messages";
import { normalizePhone, phonePreview } from "./phone";
import { guardGuess, securityEventWhile } from "./security-events";
import { sendSmsCode, takeSmsCode } from "./sms-codes";
import type { PersonInSession, StepUp } from "./step-up";
import { newTotpSecret, totpStep, totpUri } from "./totp";

/** What a person has set up. Times are of the set-up. */
export interface FactorList {
  totp: { createdAtMs: number } | null;
  sms: { createdAtMs: number; phonePreview: string } | null;
  backupCode: { createdAtMs: number } | null;
}

export interface SecondFactors extends FactorRecovery {
  listFactors(userId: string): Promise<FactorList>;
  /**
   * A new seed for an authenticator app: as text, and as the address that a QR code carries. It is no factor before
   * `confirmTotp`.
   * @throws AppError sensitive_action (403); conflict (409) where there is an app already.
   */
  startTotp(person: PersonInSession): Promise<{ secret: string; uri: string }>;
  /** Makes the app a factor by its first code. @throws AppError invalid_request (400), rate_limited (429). */
  confirmTotp(person: PersonInSession, code: string, client: Client): Promise<void>;
  /**
   * Texts a code to a telephone, which is no factor before `confirmSms`. Answers what is shown of the number.
   * @throws AppError sensitive_action (403), conflict (409), invalid_request (400), engine_not_configured (503).
   */
  startSms(person: PersonInSession, phone: string, client: Client): Promise<{ phonePreview: string }>;
  confirmSms(person: PersonInSession, code: string, client: Client): Promise<void>;
  /** With the last factor its backup code goes too. @throws AppError sensitive_action (403), not_found (404). */
  removeFactor(person: PersonInSession, method: FactorMethod, client: Client): Promise<void>;
  /**
   * Makes the one backup code, which is answered this once; the one before stops working.
   * @throws AppError sensitive_action (403); invalid_request (400) without a second factor; needs_authorization (401) where
   * the session has just ended.
   */
  makeBackupCode(person: PersonInSession, client: Client): Promise<string>;
}

const FACTOR_NAMES = { totp: "Authenticator app", sms: "Telephone" } as const;

export function createSecondFactors(dependencies: AccountsDependencies, stepUp: StepUp): SecondFactors {
  const { database, nowMs, sealingSecret } = dependencies;

  /** A code that makes a set-up complete; wrong ones are counted. */
  async function requireRight(person: PersonInSession, client: Client, attempt: () => Promise<boolean>): Promise<void> {
    const about = {
      userId: person.userId,
      limit: "second_factor_failure_user",
      stopped: "second_factor_stopped",
    } as const;
    if (await guardGuess(dependencies, about, client, async () => ((await attempt()) ? true : null))) return;
    throw new AppError("invalid_request", 400, SECURITY_MESSAGES.codeWrong, { param: "code" });
  }

  /** Whoever set a factor up has just shown it. */
  async function confirmed(person: PersonInSession, method: FactorMethod, client: Client): Promise<void> {
    const now = nowMs();
    await confirmSession(database, person, now, { secondFactorAtMs: now });
    const changed = { kind: `${method}_added`, factor: FACTOR_NAMES[method], change: "added" } as const;
    await noteFactorChange(dependencies, person.userId, changed, client);
  }

  return {
    ...createFactorRecovery(dependencies),

    async listFactors(userId) {
      const { totp, sms, backupCode } = await findFactors(database, userId);
      return {
        totp: totp?.confirmedAtMs == null ? null : { createdAtMs: totp.confirmedAtMs },
        sms:
          sms?.confirmedAtMs == null ? null : { createdAtMs: sms.confirmedAtMs, phonePreview: phonePreview(sms.phone) },
        backupCode: backupCode && { createdAtMs: backupCode.createdAtMs },
      };
    },

    async startTotp(person) {
      await stepUp.requireFresh(person);
      const user = await findUser(database, person.userId);
      const secret = await newTotpSecret();
      const sealedSecret = await sealText(secret, totpContext(person.userId), await sealingSecret());
      const factor = { userId: person.userId, sealedSecret, createdAtMs: nowMs() };
      if (!(await putUnconfirmedTotp(database, factor)))
        throw new AppError("conflict", 409, SECURITY_MESSAGES.totpExists);
      return { secret, uri: await totpUri(secret, user?.email ?? "") };
    },

    async confirmTotp(person, code, client) {
      const { totp } = await findFactors(database, person.userId);
      if (!totp || totp.confirmedAtMs !== null)
        throw new AppError("invalid_request", 400, SECURITY_MESSAGES.setUpAgain, { param: "code" });
      const { sealedSecret } = totp;
      await requireRight(person, client, async () => {
        const secret = await openSealedText(sealedSecret, totpContext(person.userId), await sealingSecret());
        const step = secret === null ? null : await totpStep(secret, code, nowMs());
        const { userId, sessionId } = person;
        return step !== null && confirmTotpFactor(database, { userId, sessionId, step, sealedSecret, nowMs: nowMs() });
      });
      await confirmed(person, "totp", client);
    },

    async startSms(person, input, client) {
      await stepUp.requireFresh(person);
      dependencies.sms.requireConfigured();
      const phone = normalizePhone(input);
      if (!phone) throw new AppError("invalid_request", 400, SECURITY_MESSAGES.phoneInvalid, { param: "phone" });
      const { userId, sessionId } = person;
      if (!(await putUnconfirmedSms(database, { userId, phone, createdAtMs: nowMs() })))
        throw new AppError("conflict", 409, SECURITY_MESSAGES.smsExists);
      await sendSmsCode(
        dependencies,
        { userId, purpose: "sms_set_up", boundTo: `${sessionId} ${phone}` },
        phone,
        client,
      );
      return { phonePreview: phonePreview(phone) };
    },

    async confirmSms(person, code, client) {
      const { userId, sessionId } = person;
      const { sms } = await findFactors(database, userId);
      if (!sms || sms.confirmedAtMs !== null)
        throw new AppError("invalid_request", 400, SECURITY_MESSAGES.setUpAgain, { param: "code" });
      const { phone } = sms;
      await requireRight(
        person,
        client,
        async () =>
          (await takeSmsCode(
            dependencies,
            { userId, purpose: "sms_set_up", boundTo: `${sessionId} ${phone}` },
            code,
          )) && (await confirmSmsFactor(database, { userId, sessionId, phone, nowMs: nowMs() })),
      );
      await confirmed(person, "sms", client);
    },

    async removeFactor(person, method, client) {
      await stepUp.requireFresh(person);
      const { userId } = person;
      const { totp, smsPhone } = await findConfirmedFactors(dependencies, userId);
      const has = { totp, sms: smsPhone !== null };
      if (!has[method]) throw new AppError("not_found", 404, SECURITY_MESSAGES.noSuchFactor);
      const isLast = !has[method === "totp" ? "sms" : "totp"];
      await database.batch([
        method === "totp" ? deleteTotpFactor(database, userId) : deleteSmsFactor(database, userId),
        ...(isLast ? [deleteBackupCode(database, userId)] : []),
      ]);
      const changed = { kind: `${method}_removed`, factor: FACTOR_NAMES[method], change: "removed" } as const;
      await noteFactorChange(dependencies, userId, changed, client);
    },

    async makeBackupCode(person, client) {
      await stepUp.requireFresh(person);
      const { userId, sessionId } = person;
      if (!hasSecondFactor(await findConfirmedFactors(dependencies, userId)))
        throw new AppError("invalid_request", 400, SECURITY_MESSAGES.backupCodeNeedsFactor);
      const code = newBackupCode();
      const codeHash = await backupCodeHash(code);
      const [made] = await database.batch([
        putBackupCodeWhile(database, { userId, codeHash, createdAtMs: nowMs() }, sessionId),
        securityEventWhile(dependencies, isBackupCode(database, userId, codeHash), userId, "backup_code_made", client),
      ]);
      if (made.length === 0) throw endedMeanwhile();
      publishUserChanged(dependencies, userId, ["factors"]);
      return code;
    },
  };
}
