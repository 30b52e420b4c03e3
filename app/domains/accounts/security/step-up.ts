/**
 * Confirming who one is before a sensitive action. A sign-in counts; after a quarter of an hour it has to be shown again,
 * so that a browser left open, or a stolen cookie, changes nothing that matters. Source: spec 000, sections 7 and 8.
 */
import { AppError } from "../../../lib/app-error";
import { newActionCode } from "../account-links";
import { consumeActionCode, retireActionCodes } from "../action-code-store";
import type { Caller } from "../caller";
import type { AccountsDependencies, Client } from "../dependencies";
import { sensitiveActionMail } from "../mails/security";
import { verifyPassword } from "../passwords";
import { allowedRedirect } from "../redirect-rules";
import { sha256Hex } from "../secrets";
import { findUser } from "../user-store";
import { confirmSession, findConfirmation } from "./confirmation-store";
import { SECURITY_MESSAGES } from "./messages";

/** How long a confirmation opens sensitive actions. */
export const CONFIRMED_FOR_MS = 15 * 60_000;
const CONFIRM_PATH = "/app/settings/security";

/** Somebody in a browser of theirs. `SignedIn` and a `Caller` with a session are such. */
export interface PersonInSession {
  userId: string;
  sessionId: string;
}

/** By what a person can confirm who they are. With a second factor or a passkey, nothing less counts. */
export interface ConfirmationWays {
  password: boolean;
  mailedCode: boolean;
}

export interface StepUp {
  /**
   * Refuses unless this session's person has confirmed who they are within the last 15 minutes; signing in counts.
   * @throws AppError sensitive_action (403), also for API keys and for support that is signed in by a grant.
   */
  requireFresh(caller: Pick<Caller, "userId" | "sessionId">): Promise<void>;
  listConfirmationWays(person: PersonInSession): Promise<ConfirmationWays>;
  /** @throws AppError invalid_request (400) for a wrong password, rate_limited (429) after several. */
  confirmByPassword(person: PersonInSession, password: string, client: Client): Promise<void>;
  /** Mails a link that confirms this session alone. `returnPath`: the page it leads to, if it is one of ours. */
  mailConfirmation(person: PersonInSession, returnPath: string, client: Client): Promise<void>;
  /** @throws AppError invalid_action_code (400) for a code that is used, expired, or was issued for another session. */
  confirmByMailedCode(person: PersonInSession, code: string, client: Client): Promise<void>;
}

export function createStepUp(dependencies: AccountsDependencies): StepUp {
  const { database, mail, origin, rateLimits, nowMs } = dependencies;

  async function listConfirmationWays(person: PersonInSession): Promise<ConfirmationWays> {
    const user = await requireUser(person);
    return { password: user.passwordHash !== "", mailedCode: true };
  }

  async function requireUser({ userId }: PersonInSession) {
    const user = await findUser(database, userId);
    if (!user) throw new AppError("not_found", 404, "This account does not exist any more.");
    return user;
  }

  async function requireWay(person: PersonInSession, way: keyof ConfirmationWays): Promise<void> {
    if (!(await listConfirmationWays(person))[way])
      throw new AppError("invalid_request", 400, SECURITY_MESSAGES.wayNotOffered);
  }

  return {
    listConfirmationWays,

    async requireFresh({ sessionId, userId }) {
      if (!sessionId) throw new AppError("sensitive_action", 403, SECURITY_MESSAGES.signInToConfirm);
      const session = await findConfirmation(database, { sessionId, userId });
      const isFresh = (session?.confirmedAtMs ?? 0) > nowMs() - CONFIRMED_FOR_MS && !session?.supportAccessId;
      if (!isFresh) throw new AppError("sensitive_action", 403, SECURITY_MESSAGES.confirmFirst);
    },

    async confirmByPassword(person, password, client) {
      await requireWay(person, "password");
      const limited = [
        ["confirmation_failure_user", person.userId],
        ["sign_in_failure_client", client.address],
      ] as const;
      for (const [limit, subject] of limited) await rateLimits.check(limit, subject);
      const user = await requireUser(person);
      if (!(await verifyPassword(password, user.passwordHash)).ok) {
        for (const [limit, subject] of limited) await rateLimits.take(limit, subject);
        throw new AppError("invalid_request", 400, SECURITY_MESSAGES.passwordWrong, { param: "password" });
      }
      await confirmSession(database, person, nowMs());
    },

    async mailConfirmation(person, returnPath, client) {
      await requireWay(person, "mailedCode");
      mail.requireConfigured();
      const { email, firstName, id: userId } = await requireUser(person);
      await rateLimits.take("account_mail_client", client.address);
      await rateLimits.take("account_mail_address", email);
      const { code, statement } = await newActionCode(
        dependencies,
        "sensitiveAction",
        { userId, email },
        person.sessionId,
      );
      await database.batch([retireActionCodes(database, userId, "sensitiveAction", nowMs()), statement]);
      const url = new URL(allowedRedirect(returnPath, origin) ?? CONFIRM_PATH, origin);
      url.searchParams.set("sensitiveActionVerificationCode", code);
      await mail.send({ to: email, ...sensitiveActionMail({ firstName, url: url.href, validMinutes: 15 }) });
    },

    async confirmByMailedCode(person, code, client) {
      await rateLimits.take("action_code_client", client.address);
      await requireWay(person, "mailedCode");
      const codeHash = await sha256Hex(code);
      const used = await consumeActionCode(database, codeHash, "sensitiveAction", nowMs(), person.sessionId);
      if (!used || used.userId !== person.userId)
        throw new AppError("invalid_action_code", 400, SECURITY_MESSAGES.mailedCodeInvalid);
      await confirmSession(database, person, nowMs());
    },
  };
}
