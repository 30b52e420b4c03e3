/**
 * Confirming by a mailed link. People who work for this installation get it under its own name (`internalCode`), as
 * everybody else under `sensitiveActionVerificationCode`. Source: spec 000, sections 2 and 7.
 */
import { AppError } from "../../../lib/app-error";
import { newActionCode } from "../account-links";
import { countMailOnRequest } from "../account-mail-limits";
import { consumeActionCode, retireActionCodes } from "../action-code-store";
import type { AccountsDependencies, Client } from "../dependencies";
import { sensitiveActionMail } from "../mails/security";
import { greetingName } from "../mails/words-of-others";
import { allowedRedirect } from "../redirect-rules";
import { normalizeEmail } from "../rules";
import { sha256Hex } from "../secrets";
import { findUser } from "../user-store";
import { SECURITY_MESSAGES } from "./messages";
import { countMailedCode } from "./security-events";
import type { PersonInSession } from "./step-up";

const RETURN_PATH = "/app/settings/security";
const VALID_MINUTES = 15;

type MailedMode = "sensitiveAction" | "internalVerification";
const PARAMETERS: Record<MailedMode, string> = {
  sensitiveAction: "sensitiveActionVerificationCode",
  internalVerification: "internalCode",
};

export interface MailedConfirmation {
  /**
   * Mails a link that confirms this session alone. `returnPath`: the page it leads to, if it is one of ours.
   * @throws AppError invalid_request (400) where there is a second factor, rate_limited (429).
   */
  mailConfirmation(person: PersonInSession, returnPath: string, client: Client): Promise<void>;
  /** @throws AppError invalid_action_code (400) for a code that is used, expired, or was issued for another session. */
  confirmByMailedCode(person: PersonInSession, code: string, client: Client): Promise<void>;
  /** As `confirmByMailedCode`, for the code of somebody who works for this installation; `email` is their own. */
  confirmInternally(person: PersonInSession, proof: { email: string; code: string }, client: Client): Promise<void>;
}

export function createMailedConfirmation(
  dependencies: AccountsDependencies,
  session: { require(person: PersonInSession): Promise<void>; confirm(person: PersonInSession): Promise<void> },
): MailedConfirmation {
  const { database, mail, origin, nowMs, staffDomains } = dependencies;

  async function confirmBy(mode: MailedMode, person: PersonInSession, code: string, client: Client): Promise<void> {
    await countMailedCode(dependencies, client, person.userId);
    await session.require(person);
    const used = await consumeActionCode(database, await sha256Hex(code), mode, nowMs(), person.sessionId);
    if (used?.userId !== person.userId)
      throw new AppError("invalid_action_code", 400, SECURITY_MESSAGES.mailedCodeInvalid);
    await session.confirm(person);
  }

  return {
    async mailConfirmation(person, returnPath, client) {
      await session.require(person);
      mail.requireConfigured();
      const user = await findUser(database, person.userId);
      if (!user) return;
      const { email, id: userId } = user;
      await countMailOnRequest(dependencies, email, client);
      const isStaff = staffDomains.includes(email.slice(email.lastIndexOf("@") + 1));
      const mode: MailedMode = isStaff ? "internalVerification" : "sensitiveAction";
      const { code, statement } = await newActionCode(dependencies, mode, { userId, email }, person.sessionId);
      await database.batch([retireActionCodes(database, userId, mode, nowMs()), statement]);
      const url = new URL(allowedRedirect(returnPath, origin) ?? RETURN_PATH, origin);
      url.searchParams.set(PARAMETERS[mode], code);
      const facts = { firstName: greetingName(user), url: url.href, validMinutes: VALID_MINUTES };
      await mail.send({ to: email, ...sensitiveActionMail(facts) });
    },

    confirmByMailedCode: (person, code, client) => confirmBy("sensitiveAction", person, code, client),

    async confirmInternally(person, { email, code }, client) {
      const user = await findUser(database, person.userId);
      if (user?.email !== normalizeEmail(email))
        throw new AppError("invalid_action_code", 400, SECURITY_MESSAGES.mailedCodeInvalid);
      await confirmBy("internalVerification", person, code, client);
    },
  };
}
