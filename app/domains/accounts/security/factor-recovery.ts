/** Getting back in without the second factor: by the backup code alone, and everybody else is out afterwards. */
import { AppError } from "../../../lib/app-error";
import type { AccountsDependencies, Client } from "../dependencies";
import { publishUserChanged } from "../document-changes";
import { backupCodeUsedMail } from "../mails/security";
import { greetingName } from "../mails/words-of-others";
import { revokeOtherSessions } from "../session-store";
import { findUser } from "../user-store";
import { backupCodeHash } from "./backup-code";
import { announceEnded } from "./ended-sessions";
import { consumeBackupCode, deleteBackupCode, deleteSmsFactor, deleteTotpFactor } from "./factor-store";
import { SECURITY_MESSAGES } from "./messages";
import { occasionOf, securityLinks } from "./occasion";
import { retirePendingSignIns } from "./pending-sign-in-store";
import { guardGuess, securityEvent } from "./security-events";
import type { PersonInSession } from "./step-up";

export interface FactorRecovery {
  /**
   * Takes a signed-in person's second factors away by their backup code, which is used up. All their other sessions end,
   * and they are told by mail.
   * @throws AppError invalid_request (400) for a wrong code, rate_limited (429).
   */
  removeFactorsByBackupCode(person: PersonInSession, code: string, client: Client): Promise<void>;
}

export function createFactorRecovery(dependencies: AccountsDependencies): FactorRecovery {
  return {
    async removeFactorsByBackupCode(person, code, client) {
      if (!(await takeBackupCode(dependencies, person.userId, code, client)))
        throw new AppError("invalid_request", 400, SECURITY_MESSAGES.backupCodeWrong, { param: "code" });
      await removeAllFactors(dependencies, person, client);
    },
  };
}

/** Uses a person's backup code up; wrong ones are counted. @throws AppError rate_limited (429). */
export async function takeBackupCode(
  dependencies: AccountsDependencies,
  userId: string,
  code: string,
  client: Client,
): Promise<boolean> {
  const about = { userId, limit: "backup_code_failure_user", stopped: "second_factor_stopped" } as const;
  const taken = await guardGuess(dependencies, about, client, async () =>
    (await consumeBackupCode(dependencies.database, userId, await backupCodeHash(code))) ? true : null,
  );
  return taken !== null;
}

/** `sessionId`: the one session that stays. */
export async function removeAllFactors(
  dependencies: AccountsDependencies,
  { userId, sessionId }: PersonInSession,
  client: Client,
): Promise<void> {
  const { database, nowMs, waitUntil } = dependencies;
  const [ended] = await database.batch([
    revokeOtherSessions(database, { userId, sessionId }, nowMs()),
    retirePendingSignIns(database, userId, nowMs()),
    deleteTotpFactor(database, userId),
    deleteSmsFactor(database, userId),
    deleteBackupCode(database, userId),
    securityEvent(dependencies, userId, "backup_code_used", client),
  ]);
  announceEnded(dependencies, ended);
  publishUserChanged(dependencies, userId, ["factors", "sessions"]);
  waitUntil(mailBackupCodeUsed(dependencies, userId, client));
}

async function mailBackupCodeUsed(dependencies: AccountsDependencies, userId: string, client: Client): Promise<void> {
  const user = await findUser(dependencies.database, userId);
  if (!user) return;
  const content = backupCodeUsedMail({
    firstName: greetingName(user),
    occasion: occasionOf(dependencies, user, client),
    ...securityLinks(dependencies.origin),
  });
  await dependencies.mail.send({ to: user.email, ...content });
}
