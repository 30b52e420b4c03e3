/** News of the product: only to those who asked for it, and each such mail says how it ends. */
import { AppError } from "../../../lib/app-error";
import { newActionCode } from "../account-links";
import { consumeActionCode, findActionCode } from "../action-code-store";
import type { AccountsDependencies, Client } from "../dependencies";
import { publishUserChanged } from "../document-changes";
import { firstStepsMail } from "../mails/product-updates";
import { greetingName } from "../mails/words-of-others";
import { MESSAGES } from "../messages";
import { sha256Hex } from "../secrets";
import { countMailedCode } from "../security/security-events";
import { findUser, setProfile } from "../user-store";

export interface ProductUpdates {
  /** Whether somebody gets news of the product. */
  setAgreement(userId: string, agrees: boolean): Promise<void>;
  /**
   * Ends news of the product by the code of such a mail, for which nobody has to sign in. Following the link once more
   * is answered alike. `userId`: whom the link names, if it does.
   * @throws AppError invalid_action_code (400); rate_limited (429).
   */
  optOutByCode(code: string, client: Client, userId?: string): Promise<void>;
  /** Mails somebody new what to begin with, if they want such mail. */
  mailFirstSteps(userId: string): Promise<void>;
}

export function createProductUpdates(dependencies: AccountsDependencies): ProductUpdates {
  const { database, mail, origin, nowMs } = dependencies;

  async function setAgreement(userId: string, agrees: boolean): Promise<void> {
    await setProfile(database, userId, { agreesToProductUpdates: agrees });
    publishUserChanged(dependencies, userId, ["consent"]);
  }

  return {
    setAgreement,

    async optOutByCode(code, client, userId) {
      await countMailedCode(dependencies, client);
      const codeHash = await sha256Hex(code);
      const known = await findActionCode(database, codeHash, "optOutOfUpdates");
      const used =
        known && (userId === undefined || userId === known.userId)
          ? await consumeActionCode(database, codeHash, "optOutOfUpdates", nowMs())
          : undefined;
      if (used) return setAgreement(used.userId, false);
      const isDone =
        known?.usedAtMs != null && (await findUser(database, known.userId))?.agreesToProductUpdates === false;
      if (!isDone || (userId !== undefined && userId !== known.userId))
        throw new AppError("invalid_action_code", 400, MESSAGES.optOutFailed);
    },

    async mailFirstSteps(userId) {
      const user = await findUser(database, userId);
      if (!user?.agreesToProductUpdates) return;
      const { code, statement } = await newActionCode(dependencies, "optOutOfUpdates", { userId, email: user.email });
      await statement;
      const link = { mode: "optOutOfUpdates", oobCode: code, lang: user.locale, userId };
      const content = firstStepsMail({
        firstName: greetingName(user),
        appUrl: `${origin}/app/speech-synthesis/text-to-speech`,
        optOut: {
          url: `${origin}/app/action?${new URLSearchParams(link)}`,
          oneClickUrl: `${origin}/v1/user/opt-out-of-updates/one-click?${new URLSearchParams({ opt_out_updates_key: code })}`,
        },
      });
      await mail.send({ to: user.email, ...content });
    },
  };
}
