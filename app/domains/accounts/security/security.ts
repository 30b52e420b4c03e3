/** Where somebody is signed in, what happened to their account, and their password. */
import { AppError } from "../../../lib/app-error";
import { CODES_THAT_UNDO_A_PASSWORD, retireActionCodes } from "../action-code-store";
import type { Caller } from "../caller";
import type { AccountsDependencies, Client } from "../dependencies";
import { publishUserChanged } from "../document-changes";
import { passwordChangedMail } from "../mails/password";
import { greetingName } from "../mails/words-of-others";
import { MESSAGES } from "../messages";
import { passwordRefusal } from "../password-choice/password-choice";
import { revokeOtherSessions } from "../session-store";
import { findUser } from "../user-store";
import { deviceName, placeName } from "./device-name";
import { announceEnded } from "./ended-sessions";
import { SECURITY_MESSAGES } from "./messages";
import { isPasswordOfSession, replacePasswordHash } from "./password-store";
import { retirePendingSignIns } from "./pending-sign-in-store";
import { selectSecurityEvents } from "./security-event-store";
import { guardGuess, type SecurityEventKind, securityEvent } from "./security-events";
import { revokeSessionOf, selectLiveSessions } from "./session-list-store";
import type { PersonInSession, StepUp } from "./step-up";

/** A browser in which somebody is signed in. */
export interface DeviceSession {
  sessionId: string;
  /** Like `Chrome on Windows`. */
  device: string;
  /** Like `United States (IL)`; empty where unknown. */
  place: string;
  /** Whether it is the one that asks. */
  isCurrent: boolean;
  /** Somebody from support, by the person's own grant. */
  isSupport: boolean;
  usedSecondFactor: boolean;
  createdAtMs: number;
  lastSeenAtMs: number;
}

export interface SecurityEventEntry {
  eventId: string;
  kind: SecurityEventKind;
  /** What it was about, where the kind does not say all; for a timeout its seconds, empty for none. */
  detail: string;
  device: string;
  place: string;
  createdAtMs: number;
}

export interface Security {
  /** After how many seconds without use sessions of a workspace end; null: they do not. */
  getInactivityTimeout(workspaceId: string): Promise<number | null>;
  /**
   * Sets that time; null: none. Noted for the admin who did it.
   * @throws AppError insufficient_permissions (403), sensitive_action (403), invalid_request (400).
   */
  setInactivityTimeout(
    admin: PersonInSession & Pick<Caller, "workspaceId" | "role">,
    seconds: number | null,
    client: Client,
  ): Promise<void>;
  /** The person's live sessions, this one first, then by their last use. */
  listSessions(person: PersonInSession): Promise<DeviceSession[]>;
  /** Ends a session of the person's at once: its page calls, tokens and sockets. @throws AppError not_found (404). */
  revokeSession(person: PersonInSession, sessionId: string, client: Client): Promise<void>;
  /** Ends all but this one; answers how many. */
  revokeOtherSessions(person: PersonInSession, client: Client): Promise<number>;
  /** What happened lately, newest first. */
  listEvents(userId: string): Promise<SecurityEventEntry[]>;
  /**
   * Changes the password by the old one, whatever else was confirmed; who has none yet needs a fresh confirmation. All
   * other sessions end, mailed links that could undo it work no more, and the person is told by mail.
   * @throws AppError invalid_request (400), sensitive_action (403), rate_limited (429).
   */
  changePassword(
    person: PersonInSession,
    form: { oldPassword: string; password: string; repeated: string },
    client: Client,
  ): Promise<void>;
}

const SHOWN_EVENTS = 30;

export function createSecurity(dependencies: AccountsDependencies, stepUp: StepUp): Security {
  const { database, workspaces, passwords, mail, origin, nowMs, waitUntil } = dependencies;

  /** Answers the hash that the old password fits. */
  async function requireOldPassword(person: PersonInSession, oldPassword: string, client: Client): Promise<string> {
    if (oldPassword === "")
      throw new AppError("invalid_request", 400, SECURITY_MESSAGES.oldPasswordMissing, { param: "old_password" });
    const about = {
      userId: person.userId,
      limit: "confirmation_failure_user",
      stopped: "confirmation_stopped",
    } as const;
    const right = await guardGuess(dependencies, about, client, async () => {
      const user = await findUser(database, person.userId);
      return user && (await passwords.verify(oldPassword, user.passwordHash)).ok ? user.passwordHash : null;
    });
    if (right === null) throw oldPasswordWrong();
    return right;
  }

  /** Why a password cannot be changed that is not the one by which that was asked for any more, or from an ended session. */
  const changedMeanwhile = (from: string) =>
    from === "" ? new AppError("sensitive_action", 403, SECURITY_MESSAGES.confirmFirst) : oldPasswordWrong();

  return {
    getInactivityTimeout: (workspaceId) => workspaces.getSessionTimeout(workspaceId),

    async setInactivityTimeout(admin, seconds, client) {
      if (admin.role !== "admin")
        throw new AppError("insufficient_permissions", 403, "Only workspace admins can do this.");
      await stepUp.requireFresh(admin);
      await workspaces.setSessionTimeout(admin.workspaceId, seconds);
      await securityEvent(dependencies, admin.userId, "inactivity_timeout_changed", client, String(seconds ?? ""));
    },

    async listSessions({ userId, sessionId }) {
      const live = await selectLiveSessions(database, userId, nowMs());
      const listed = live.map((session) => ({
        sessionId: session.id,
        device: deviceName(session.userAgent),
        place: placeName(session.place),
        isCurrent: session.id === sessionId,
        isSupport: session.supportAccessId !== null,
        usedSecondFactor: session.secondFactorAtMs !== null,
        createdAtMs: session.createdAtMs,
        lastSeenAtMs: session.lastSeenAtMs,
      }));
      return [...listed.filter(({ isCurrent }) => isCurrent), ...listed.filter(({ isCurrent }) => !isCurrent)];
    },

    async revokeSession({ userId }, sessionId, client) {
      const ended = await revokeSessionOf(database, { userId, sessionId }, nowMs());
      if (ended.length === 0) throw new AppError("not_found", 404, SECURITY_MESSAGES.noSuchSession);
      await securityEvent(dependencies, userId, "session_revoked", client);
      announceEnded(dependencies, ended);
      publishUserChanged(dependencies, userId, ["sessions"]);
    },

    async revokeOtherSessions({ userId, sessionId }, client) {
      const [ended] = await database.batch([
        revokeOtherSessions(database, { userId, sessionId }, nowMs()),
        retirePendingSignIns(database, userId, nowMs()),
        securityEvent(dependencies, userId, "other_sessions_revoked", client),
      ]);
      announceEnded(dependencies, ended);
      publishUserChanged(dependencies, userId, ["sessions"]);
      return ended.length;
    },

    async listEvents(userId) {
      const rows = await selectSecurityEvents(database, userId, SHOWN_EVENTS);
      return rows.map(({ id, kind, detail, userAgent, place, createdAtMs }) => ({
        eventId: id,
        kind: kind as SecurityEventKind,
        detail,
        device: deviceName(userAgent),
        place: placeName(place),
        createdAtMs,
      }));
    },

    async changePassword(person, { oldPassword, password, repeated }, client) {
      const user = await findUser(database, person.userId);
      const known = { email: user?.email ?? "", firstName: user?.firstName };
      const problem = password === repeated ? await passwordRefusal(password, known) : MESSAGES.passwordsDiffer;
      if (problem) throw new AppError("invalid_request", 400, problem, { param: "password" });
      // A session left open may be fresh; it does not know the password.
      let from = "";
      if (user?.passwordHash === "") await stepUp.requireFresh(person);
      else from = await requireOldPassword(person, oldPassword, client);
      const { userId, sessionId } = person;
      const to = await passwords.hash(password);
      const batch = database.batch([
        revokeOtherSessions(database, { userId, sessionId }, nowMs()),
        retirePendingSignIns(database, userId, nowMs()),
        retireActionCodes(database, userId, CODES_THAT_UNDO_A_PASSWORD, nowMs()),
        // Hashing takes a while: whoever was shut out meanwhile must not choose the password of those who did that.
        replacePasswordHash(database, person, { from, to }),
        securityEvent(dependencies, userId, "password_changed", client),
      ]);
      const [ended] = await batch.catch(async (error: unknown) => {
        throw (await isPasswordOfSession(database, person, from)) ? error : changedMeanwhile(from);
      });
      announceEnded(dependencies, ended);
      publishUserChanged(dependencies, userId, ["password", "sessions"]);
      waitUntil(mailPasswordChanged(userId));
    },
  };

  async function mailPasswordChanged(userId: string): Promise<void> {
    const user = await findUser(database, userId);
    if (!user) return;
    const content = passwordChangedMail({
      endedSessions: "others",
      firstName: greetingName(user),
      securityUrl: `${origin}/app/settings/security`,
      forgotPasswordUrl: `${origin}/app/sign-in/forgot-password`,
    });
    await mail.send({ to: user.email, ...content });
  }
}

const oldPasswordWrong = () =>
  new AppError("invalid_request", 400, SECURITY_MESSAGES.passwordWrong, { param: "old_password" });
