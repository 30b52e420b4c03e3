/** Whether somebody has their second factor: the one check behind signing in and confirming. */
import type { AccountsDependencies } from "../dependencies";
import { openSealedText } from "../sealed-text";
import type { FactorCodePurpose } from "./factor-code-store";
import { findFactors, takeTotpStep } from "./factor-store";
import { takeSmsCode } from "./sms-codes";
import { totpStep } from "./totp";

export type FactorMethod = "totp" | "sms";

/** What a sealed seed belongs to, so that it does not open in another person's row. */
export const totpContext = (userId: string) => `totp:${userId}`;

/** The factors with which a person can show who they are. */
export interface ConfirmedFactors {
  totp: boolean;
  /** The telephone, as far as it is shown. */
  smsPhone: string | null;
  backupCode: boolean;
}

export async function findConfirmedFactors(
  { database }: Pick<AccountsDependencies, "database">,
  userId: string,
): Promise<ConfirmedFactors> {
  const { totp, sms, backupCode } = await findFactors(database, userId);
  return {
    totp: totp?.confirmedAtMs != null,
    smsPhone: sms?.confirmedAtMs != null ? sms.phone : null,
    backupCode: backupCode !== null,
  };
}

export const hasSecondFactor = ({ totp, smsPhone }: ConfirmedFactors) => totp || smsPhone !== null;

/** Whether a code is right, and was not taken before. `boundTo`: the session or pending sign-in a text message was for. */
export async function provesFactor(
  dependencies: Pick<AccountsDependencies, "database" | "nowMs" | "sealingSecret">,
  who: { userId: string; purpose: FactorCodePurpose; boundTo: string },
  method: FactorMethod,
  code: string,
): Promise<boolean> {
  const { database, nowMs, sealingSecret } = dependencies;
  const { totp, sms } = await findFactors(database, who.userId);
  if (method === "sms") return sms?.confirmedAtMs != null && takeSmsCode(dependencies, who, code);
  if (totp?.confirmedAtMs == null) return false;
  const { sealedSecret } = totp;
  const secret = await openSealedText(sealedSecret, totpContext(who.userId), await sealingSecret());
  const step = secret === null ? null : await totpStep(secret, code, nowMs());
  return step !== null && takeTotpStep(database, { userId: who.userId, step, sealedSecret });
}
