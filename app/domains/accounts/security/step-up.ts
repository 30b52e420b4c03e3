/**
 * Confirming who one is before a sensitive action. A sign-in counts; after a quarter of an hour it has to be shown again,
 * so that a browser left open, or a stolen cookie, changes nothing that matters. Source: spec 000, sections 7 and 8.
 */
import type { AuthenticationResponseJSON } from "@simplewebauthn/server";
import { AppError } from "../../../lib/app-error";
import type { Caller } from "../caller";
import type { AccountsDependencies, Client } from "../dependencies";
import { findUser } from "../user-store";
import { confirmSession, findConfirmation } from "./confirmation-store";
import { type FactorMethod, findConfirmedFactors, hasSecondFactor, provesFactor } from "./factor-proof";
import { createMailedConfirmation, type MailedConfirmation } from "./mailed-confirmation";
import { SECURITY_MESSAGES } from "./messages";
import { authenticationOptions, verifyAuthentication } from "./passkey-protocol";
import { findPasskeyOf, notePasskeyUse, selectPasskeys } from "./passkey-store";
import { phonePreview } from "./phone";
import { guardGuess } from "./security-events";
import { sendSmsCode } from "./sms-codes";

/** How long a confirmation opens sensitive actions. */
export const CONFIRMED_FOR_MS = 15 * 60_000;

/** Somebody in a browser of theirs. `SignedIn` and a `Caller` with a session are such. */
export interface PersonInSession {
  userId: string;
  sessionId: string;
}

/**
 * By what a person can confirm who they are. Where there is a second factor, the password and the mail do not count:
 * they are what it is there to back up.
 */
export interface ConfirmationWays {
  password: boolean;
  mailedCode: boolean;
  totp: boolean;
  /** What is shown of the telephone's number. */
  smsPhonePreview: string | null;
  passkey: boolean;
}

export interface StepUp extends MailedConfirmation {
  /**
   * Refuses unless this session's person has confirmed who they are within the last 15 minutes; signing in counts.
   * @throws AppError sensitive_action (403), also for API keys and for support that is signed in by a grant.
   */
  requireFresh(caller: Pick<Caller, "userId" | "sessionId">): Promise<void>;
  listConfirmationWays(person: PersonInSession): Promise<ConfirmationWays>;
  /** @throws AppError invalid_request (400) for a wrong password, rate_limited (429) after several. */
  confirmByPassword(person: PersonInSession, password: string, client: Client): Promise<void>;
  /** Texts a code. @throws AppError invalid_request (400) without a telephone, rate_limited (429). */
  sendCode(person: PersonInSession, client: Client): Promise<void>;
  /** @throws AppError invalid_request (400) for a wrong code, rate_limited (429) after several. */
  confirmByCode(person: PersonInSession, method: FactorMethod, code: string, client: Client): Promise<void>;
  /** What a browser needs to use one of the person's passkeys. */
  startPasskey(person: PersonInSession): ReturnType<typeof authenticationOptions>;
  /** @throws AppError invalid_request (400) for an answer that does not hold. */
  confirmByPasskey(person: PersonInSession, response: AuthenticationResponseJSON, client: Client): Promise<void>;
}

export function createStepUp(dependencies: AccountsDependencies): StepUp {
  const { database, passwords, nowMs } = dependencies;

  async function listConfirmationWays({ userId }: PersonInSession): Promise<ConfirmationWays> {
    const [user, factors, passkeys] = await Promise.all([
      findUser(database, userId),
      findConfirmedFactors(dependencies, userId),
      selectPasskeys(database, userId),
    ]);
    if (!user) throw new AppError("not_found", 404, "This account does not exist any more.");
    const withoutFactor = !hasSecondFactor(factors);
    return {
      password: withoutFactor && user.passwordHash !== "",
      mailedCode: withoutFactor,
      totp: factors.totp,
      smsPhonePreview: factors.smsPhone === null ? null : phonePreview(factors.smsPhone),
      passkey: passkeys.length > 0,
    };
  }

  async function requireWay(person: PersonInSession, way: keyof ConfirmationWays): Promise<void> {
    if (!(await listConfirmationWays(person))[way])
      throw new AppError("invalid_request", 400, SECURITY_MESSAGES.wayNotOffered);
  }

  async function confirm(person: PersonInSession, secondFactor: boolean): Promise<void> {
    const now = nowMs();
    await confirmSession(database, person, now, secondFactor ? { secondFactorAtMs: now } : {});
  }

  async function requireRight(
    { userId }: PersonInSession,
    client: Client,
    refusal: AppError,
    attempt: () => Promise<boolean>,
  ): Promise<void> {
    const about = { userId, limit: "confirmation_failure_user", stopped: "confirmation_stopped" } as const;
    if (!(await guardGuess(dependencies, about, client, async () => ((await attempt()) ? true : null)))) throw refusal;
  }

  return {
    ...createMailedConfirmation(dependencies, {
      require: (person) => requireWay(person, "mailedCode"),
      confirm: (person) => confirm(person, false),
    }),
    listConfirmationWays,

    async requireFresh({ sessionId, userId }) {
      if (!sessionId) throw new AppError("sensitive_action", 403, SECURITY_MESSAGES.signInToConfirm);
      const session = await findConfirmation(database, { sessionId, userId });
      const isFresh = (session?.confirmedAtMs ?? 0) > nowMs() - CONFIRMED_FOR_MS && !session?.supportAccessId;
      if (!isFresh) throw new AppError("sensitive_action", 403, SECURITY_MESSAGES.confirmFirst);
    },

    async confirmByPassword(person, password, client) {
      await requireWay(person, "password");
      const wrong = new AppError("invalid_request", 400, SECURITY_MESSAGES.passwordWrong, { param: "password" });
      await requireRight(person, client, wrong, async () => {
        const user = await findUser(database, person.userId);
        return user !== undefined && (await passwords.verify(password, user.passwordHash)).ok;
      });
      await confirm(person, false);
    },

    async sendCode(person, client) {
      const { smsPhone } = await findConfirmedFactors(dependencies, person.userId);
      if (smsPhone === null) throw new AppError("invalid_request", 400, SECURITY_MESSAGES.wayNotOffered);
      const { userId, sessionId } = person;
      await sendSmsCode(dependencies, { userId, purpose: "sms_confirm", boundTo: sessionId }, smsPhone, client);
    },

    async confirmByCode(person, method, code, client) {
      const { userId, sessionId } = person;
      const wrong = new AppError("invalid_request", 400, SECURITY_MESSAGES.codeWrong, { param: "code" });
      await requireRight(person, client, wrong, () =>
        provesFactor(dependencies, { userId, purpose: "sms_confirm", boundTo: sessionId }, method, code),
      );
      await confirm(person, true);
    },

    async startPasskey(person) {
      const passkeys = await selectPasskeys(database, person.userId);
      if (passkeys.length === 0) throw new AppError("invalid_request", 400, SECURITY_MESSAGES.wayNotOffered);
      return authenticationOptions(dependencies, { purpose: "confirm", userId: person.userId, passkeys });
    },

    async confirmByPasskey(person, response, client) {
      const { userId } = person;
      const wrong = new AppError("invalid_request", 400, SECURITY_MESSAGES.passkeyRefused);
      await requireRight(person, client, wrong, async () => {
        const passkey = await findPasskeyOf(database, userId, response.id);
        if (!passkey) return false;
        const use = await verifyAuthentication(dependencies, passkey, { purpose: "confirm", userId }, response);
        return use !== null && notePasskeyUse(database, { id: passkey.id, ...use, nowMs: nowMs() });
      });
      await confirm(person, true);
    },
  };
}
