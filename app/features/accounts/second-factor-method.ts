import type { SecondFactorChoices } from "~/domains/accounts/security/second-factor-sign-in";

export type SecondFactorMethod = "totp" | "sms" | "backup";

/** The way that was asked for if the person has it, otherwise the first one they have. */
export function methodOf(asked: string | null, choices: SecondFactorChoices): SecondFactorMethod {
  if (asked === "backup" && choices.backupCode) return "backup";
  if (asked === "sms" && choices.smsPhonePreview !== null) return "sms";
  return choices.totp ? "totp" : "sms";
}
