/**
 * Another e-mail address for an account. It is asked for by somebody who has just confirmed who they are, confirmed by a link
 * that only the new address gets, in a browser that is signed in, and can be undone from the old address for 30 days.
 * Source: spec 000, section 4 ("Email change"), sections 7 and 8.
 */
import { AppError } from "../../../lib/app-error";
import { newActionCode } from "../account-links";
import { countMailToNewAddress } from "../account-mail-limits";
import { consumeActionCode, findActionCode, findOpenActionCode } from "../action-code-store";
import type { Caller } from "../caller";
import { removeDeletion } from "../departure/store";
import type { AccountsDependencies, Client } from "../dependencies";
import { publishUserChanged } from "../document-changes";
import { addressChangedMail, addressInUseMail, addressRestoredMail, confirmNewAddressMail } from "../mails/address";
import { greetingName } from "../mails/words-of-others";
import { MESSAGES } from "../messages";
import { normalizeEmail } from "../rules";
import { sha256Hex } from "../secrets";
import { announceKeysEnded } from "../security/ended-keys";
import { announceEnded } from "../security/ended-sessions";
import { retirePendingSignIns } from "../security/pending-sign-in-store";
import { countMailedCode, securityEvent } from "../security/security-events";
import type { PersonInSession, StepUp } from "../security/step-up";
import { listWaysIn, type WayIn } from "../security/ways-in";
import { removeWaysAddedSince, selectApiKeysSince } from "../security/ways-in-store";
import { revokeOtherSessions, revokeSessionsOfUser } from "../session-store";
import { movePreSignUp } from "../sign-up-extras/pre-sign-up-store";
import { SINGLE_SIGN_ON_MESSAGES } from "../single-sign-on/messages";
import { endOtherWaysOf, mayHaveAddress } from "../single-sign-on/requirement";
import { endAllOfOwner } from "../support-access/store";
import { findUser, findUserByEmail, setPasswordHash, type User } from "../user-store";
import {
  displaceUnverified,
  giveEmailBack,
  isAddressOfSession,
  moveEmail,
  removeOtherUndos,
  reopenCode,
  retireCodes,
} from "./email-change-store";
import { CONFIRM_VALID_HOURS, partWays, REVERT_VALID_DAYS, UNDONE_DAYS_BEFORE, undoneSince } from "./rules";
import { undoUrl } from "./undo-links";

/** Codes that prove the address they were mailed to, or were given to whoever could read it. */
const CODES_OF_ADDRESS = [
  "changeEmail",
  "verifyEmail",
  "resetPassword",
  "sensitiveAction",
  "internalVerification",
] as const;

export interface EmailChange {
  /**
   * Mails a link to the new address. Says nothing about whether it belongs to somebody's account; its owner is told.
   * @throws AppError sensitive_action (403); invalid_request (400), also for an address outside the domains of a provider by
   * which they have to sign in; rate_limited (429); engine_not_configured (503).
   */
  request(caller: Pick<Caller, "userId" | "sessionId">, newEmail: string, client: Client): Promise<void>;
  /**
   * Changes the address by a mailed code, for the person it was issued for. Their other sessions end, and the old address
   * gets a link that undoes it. Answers the new address.
   * @throws AppError invalid_action_code (400); invalid_request (400) where they have to sign in by a provider by now, outside
   * whose domains it is; conflict (409) where the address was taken meanwhile; rate_limited (429).
   */
  confirm(person: PersonInSession, code: string, client: Client): Promise<string>;
  /**
   * To which address a revert link leads back, which ways in go with it and which stay; null when the code is good for
   * nothing. Does not use it up.
   */
  peekRevert(code: string, client: Client): Promise<{ email: string; removed: WayIn[]; kept: WayIn[] } | null>;
  /**
   * Gives an account its old address back. All sessions end, the password works no more, and every way in that was added
   * since, or in the 30 days before the change was asked for, is gone (passkeys, second factors, API keys, what support was
   * granted; providers since the change). An account that was closed meanwhile is kept. What went and what is left is mailed to the address. Answers a code by which a new
   * password is chosen.
   * @throws AppError invalid_action_code (400); conflict (409) where the address belongs to somebody else; rate_limited (429).
   */
  revert(code: string, client: Client): Promise<{ resetCode: string; email: string }>;
}

export function createEmailChange(
  dependencies: AccountsDependencies,
  stepUp: Pick<StepUp, "requireFresh">,
): EmailChange {
  const { database, mail, origin, nowMs, waitUntil } = dependencies;

  async function requirePerson(userId: string): Promise<User> {
    const user = await findUser(database, userId);
    if (!user) throw new AppError("not_found", 404, "This account does not exist any more.");
    return user;
  }

  async function mailLink(user: User, newEmail: string): Promise<void> {
    const holder = await findUserByEmail(database, newEmail);
    if (holder && holder.emailVerifiedAtMs !== null) {
      const content = addressInUseMail({ firstName: greetingName(holder), signInUrl: `${origin}/app/sign-in` });
      return mail.send({ to: newEmail, ...content });
    }
    const { id: userId, email } = user;
    // Good for this very address alone, and only as long as the person has the one before.
    const { code, statement } = await newActionCode(dependencies, "changeEmail", { userId, email }, newEmail);
    await database.batch([retireCodes(database, userId, ["changeEmail"], nowMs()), statement]);
    const url = `${origin}/app/email-change?${new URLSearchParams({ verification_code: code })}`;
    const content = confirmNewAddressMail({ url, validHours: CONFIRM_VALID_HOURS });
    await mail.send({ to: newEmail, ...content });
  }

  async function tellOldAddress(user: User, newEmail: string, revertCode: string): Promise<void> {
    const content = addressChangedMail({
      firstName: greetingName(user),
      locale: user.locale,
      newEmail,
      atMs: nowMs(),
      revertUrl: undoUrl(origin, revertCode),
      validDays: REVERT_VALID_DAYS,
      undoneDaysBefore: UNDONE_DAYS_BEFORE,
    });
    await mail.send({ to: user.email, ...content });
  }

  async function tellRestored(
    userId: string,
    { removed, kept, wasClosed }: { removed: WayIn[]; kept: WayIn[]; wasClosed: boolean },
  ): Promise<void> {
    const user = await requirePerson(userId);
    const namesOf = (ways: WayIn[]) => ways.map(({ name }) => name);
    const content = addressRestoredMail({
      firstName: greetingName(user),
      removed: namesOf(removed),
      kept: namesOf(kept),
      wasClosed,
      securityUrl: `${origin}/app/settings/security`,
    });
    await mail.send({ to: user.email, ...content });
  }

  /** A revert code that can be used, and whom it is for. */
  async function findRevert(code: string) {
    const codeHash = await sha256Hex(code);
    const found = await findActionCode(database, codeHash, "revertEmail");
    return found && found.usedAtMs === null && found.expiresAtMs > nowMs() ? found : undefined;
  }

  /** Runs a batch that gives somebody an address; somebody else may get it at the same moment. */
  async function orTaken<T>(email: string, userId: string, work: PromiseLike<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      const holder = await findUserByEmail(database, email);
      if (holder && holder.id !== userId) throw taken();
      throw error;
    }
  }

  return {
    async request(caller, input, client) {
      await stepUp.requireFresh(caller);
      const user = await requirePerson(caller.userId);
      const newEmail = normalizeEmail(input);
      if (!newEmail) throw new AppError("invalid_request", 400, MESSAGES.emailInvalid, { param: "email" });
      if (newEmail === user.email) throw new AppError("invalid_request", 400, MESSAGES.emailIsSame, { param: "email" });
      if (!(await mayHaveAddress(dependencies, user, newEmail)))
        throw hasToStay(SINGLE_SIGN_ON_MESSAGES.addressHasToStay);
      mail.requireConfigured();
      await countMailToNewAddress(dependencies, user, newEmail, client);
      // After the answer, so that its duration tells nothing about the address.
      waitUntil(mailLink(user, newEmail));
    },

    async confirm(person, code, client) {
      const { userId, sessionId } = person;
      await countMailedCode(dependencies, client, userId);
      const codeHash = await sha256Hex(code);
      const open = await findOpenActionCode(database, codeHash, "changeEmail", nowMs());
      // Asked for before the requirement began, perhaps.
      if (
        open?.userId === userId &&
        !(await mayHaveAddress(dependencies, { id: userId, email: open.email }, open.boundTo))
      )
        throw hasToStay(SINGLE_SIGN_ON_MESSAGES.addressHasToStayAtConfirm);
      const used =
        open?.userId === userId ? await consumeActionCode(database, codeHash, "changeEmail", nowMs()) : undefined;
      if (!used) throw invalidCode();
      const user = await requirePerson(userId);
      const { boundTo: newEmail, email: oldEmail } = used;
      const now = nowMs();
      const revert = await newActionCode(dependencies, "revertEmail", { userId, email: oldEmail }, newEmail);
      const batch = database.batch([
        displaceUnverified(database, newEmail, userId),
        ...movePreSignUp(database, userId, newEmail),
        moveEmail(database, person, { from: oldEmail, to: newEmail }, now),
        revokeOtherSessions(database, { userId, sessionId }, now),
        retirePendingSignIns(database, userId, now),
        retireCodes(database, userId, [...CODES_OF_ADDRESS], now),
        revert.statement,
        securityEvent(dependencies, userId, "email_changed", client),
      ]);
      const [, , , , ended] = await orTaken(newEmail, userId, batch).catch(async (error: unknown) => {
        // Of two links at once, the second finds that the address before is another one by now; an undo ends the session.
        throw (await isAddressOfSession(database, person, oldEmail)) ? error : invalidCode();
      });
      announceEnded(dependencies, ended);
      publishUserChanged(dependencies, userId, ["email", "sessions"]);
      await endOtherWaysOf(dependencies, { id: userId, email: newEmail });
      waitUntil(tellOldAddress(user, newEmail, revert.code));
      return newEmail;
    },

    async peekRevert(code, client) {
      await countMailedCode(dependencies, client);
      const found = await findRevert(code);
      if (!found) return null;
      return { email: found.email, ...partWays(await listWaysIn(dependencies, found.userId), found.createdAtMs) };
    },

    async revert(code, client) {
      await countMailedCode(dependencies, client);
      const found = await findRevert(code);
      if (!found) throw invalidCode();
      const { userId, email, codeHash, createdAtMs } = found;
      const holder = await findUserByEmail(database, email);
      if (holder && holder.id !== userId && holder.emailVerifiedAtMs !== null) throw taken();
      if (!(await consumeActionCode(database, codeHash, "revertEmail", nowMs()))) throw invalidCode();
      const now = nowMs();
      const { removed, kept } = partWays(await listWaysIn(dependencies, userId), createdAtMs);
      const endedProofs = retireCodes(database, userId, [...CODES_OF_ADDRESS], now);
      const reset = await newActionCode(dependencies, "resetPassword", { userId, email });
      const undone = undoneSince(createdAtMs);
      const batch = database.batch([
        revokeSessionsOfUser(database, userId, now),
        selectApiKeysSince(database, userId, undone.sinceMs),
        // Whoever took the account may have closed it as well.
        removeDeletion(database, userId),
        displaceUnverified(database, email, userId),
        ...movePreSignUp(database, userId, email),
        giveEmailBack(database, found, now),
        setPasswordHash(database, userId, ""),
        retirePendingSignIns(database, userId, now),
        // Later changes are undone with this one; links of earlier ones stay good.
        removeOtherUndos(database, found),
        endedProofs,
        ...removeWaysAddedSince(database, userId, undone),
        endAllOfOwner(database, userId, now),
        reset.statement,
        securityEvent(dependencies, userId, "email_change_undone", client),
      ]);
      const [ended, endedKeys, reopened] = await orTaken(email, userId, batch).catch(async (error: unknown) => {
        // Of a thief's link and the owner's at once, whichever is carried out first: the earlier change is undone.
        throw (await reopenCode(database, codeHash)) ? error : invalidCode();
      });
      announceEnded(dependencies, ended);
      announceKeysEnded(dependencies, endedKeys);
      waitUntil(tellRestored(userId, { removed, kept, wasClosed: reopened.length > 0 }));
      return { resetCode: reset.code, email };
    },
  };
}

const invalidCode = () => new AppError("invalid_action_code", 400, MESSAGES.emailLinkInvalid);
const hasToStay = (message: string) => new AppError("invalid_request", 400, message, { param: "email" });
const taken = () => new AppError("conflict", 409, MESSAGES.emailTaken);
