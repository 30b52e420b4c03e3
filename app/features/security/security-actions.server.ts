/** What the forms of the security screen do. Each answer has one field that says what was done. */

import { MESSAGES } from "~/domains/accounts/messages";
import type { SignedIn } from "~/domains/accounts/sessions";
import { clientOf } from "~/features/accounts/client-of-request";
import { refuse } from "~/features/accounts/form-refusal.server";
import type { RequestContext } from "../../../workers/app/context";
import { qrCodeImage } from "./qr-code.server";

/** @throws AppError as the use cases do; sensitive_action (403) where the person has to confirm first. */
export async function runSecurityAction(form: FormData, user: SignedIn, request: Request, context: RequestContext) {
  const { secondFactors, passkeys, security } = context.services.accounts;
  const client = clientOf(request, context);
  const field = (name: string) => String(form.get(name) ?? "");
  const method = field("method") === "sms" ? "sms" : "totp";
  switch (field("intent")) {
    case "change_password": {
      const { oldPassword, password, repeated } = {
        oldPassword: field("old_password"),
        password: field("password"),
        repeated: field("repeated"),
      };
      await security.changePassword(user, { oldPassword, password, repeated }, client);
      return { done: "password_changed" as const };
    }
    case "totp_start": {
      const { secret, uri } = await secondFactors.startTotp(user);
      return { app: { secret, qrCode: await qrCodeImage(uri) } };
    }
    case "totp_confirm":
      await secondFactors.confirmTotp(user, field("code"), client);
      return { done: "factor_added" as const };
    case "sms_start":
      return { texted: (await secondFactors.startSms(user, field("phone"), client)).phonePreview };
    case "sms_confirm":
      await secondFactors.confirmSms(user, field("code"), client);
      return { done: "factor_added" as const };
    case "factor_remove":
      await secondFactors.removeFactor(user, method, client);
      return { done: "factor_removed" as const };
    case "backup_code":
      return { backupCode: await secondFactors.makeBackupCode(user, client) };
    case "passkey_rename":
      await passkeys.renamePasskey(user.userId, field("passkey_id"), field("name"));
      return { done: "passkey_renamed" as const };
    case "passkey_remove":
      await passkeys.removePasskey(user, field("passkey_id"), client);
      return { done: "passkey_removed" as const };
    case "timeout": {
      const seconds = field("seconds");
      await security.setInactivityTimeout(user, seconds === "" ? null : Number(seconds), client);
      return { done: "timeout_set" as const };
    }
    default:
      return refuse({ form: MESSAGES.somethingWentWrong });
  }
}
