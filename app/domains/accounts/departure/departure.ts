/**
 * Leaving: an account is closed at once, can be kept for two weeks, and is erased then. See the decision about the end of
 * accounts in docs/decisions.
 */
import { AppError } from "../../../lib/app-error";
import { newActionCode } from "../account-links";
import { findOpenActionCode, isOpenCode, retireActionCodes } from "../action-code-store";
import type { AccountsDependencies, Client } from "../dependencies";
import { publishWorkspaceChanged } from "../document-changes";
import { renewUndoLinks } from "../email-change/undo-links";
import { accountKeptMail, deletionAskedElsewhereMail, deletionAskedMail } from "../mails/departure";
import { greetingName } from "../mails/words-of-others";
import { sha256Hex } from "../secrets";
import { type Acting, credentialLives, isActingStill } from "../security/conditional-rows-store";
import { endedMeanwhile } from "../security/ended-meanwhile";
import { countMailedCode, securityEvent } from "../security/security-events";
import { revokeSessionsOfUser } from "../session-store";
import { endAllOfStaff } from "../support-access/store";
import { findUser } from "../user-store";
import { eraseAccount } from "./erasure";
import { DEPARTURE_MESSAGES } from "./messages";
import { eraseAtMsOf, mayLeave } from "./rules";
import * as store from "./store";

const ERASED_AT_ONCE = 5;

export interface Departure {
  /** What the end of the account would mean: workspaces that go with it, and those that keep it from ending. */
  plan(userId: string): Promise<{ erased: string[]; left: string[]; blocking: string[] }>;
  /**
   * Closes the account at once: sessions, sockets and keys end, links show nothing any more. Mails a link by which it can be
   * kept; and to each address that can still be given back, that it can, which keeps the account as well. The caller has had the person confirm who they are.
   * @throws AppError conflict (409) where a workspace would be left without an admin, or where it is closed already;
   * rate_limited (429); needs_authorization (401) where the session has just ended in which that was asked.
   */
  close(asking: Acting, client: Client): Promise<{ eraseAtMs: number }>;
  /** Whether a keep link can still be used, and when the account would be erased. Does not use it up. */
  findKeepLink(code: string, client: Client): Promise<{ eraseAtMs: number } | null>;
  /** Keeps the account, by a link's code. @throws AppError invalid_action_code (400); rate_limited (429). */
  keepByCode(code: string, client: Client): Promise<void>;
  /**
   * Keeps the account of somebody who has signed in to it.
   * @throws AppError conflict (409) once erasing has begun; needs_authorization (401) where the session has just ended.
   */
  keep(asking: Acting, client: Client): Promise<void>;
  /** Erases the accounts whose time is over. For the regular clean-up; goes on with what a crash left half done. */
  eraseDue(): Promise<void>;
}

export function createDeparture(dependencies: AccountsDependencies): Departure {
  const { database, mail, origin, events, rateLimits, nowMs, waitUntil, departure: ports } = dependencies;

  async function plan(userId: string) {
    const workspaces = await store.listWorkspacesWithOthers(database, userId);
    const names = (wanted: (workspace: store.SharedWith) => boolean) =>
      workspaces.filter(wanted).map(({ name }) => name);
    return {
      erased: names(({ others }) => others.length === 0),
      left: names(({ others }) => others.length > 0 && mayLeave(others)),
      blocking: names(({ others }) => !mayLeave(others)),
    };
  }

  async function closeStored(asking: Acting, client: Client) {
    const { userId } = asking;
    const user = await findUser(database, userId);
    if (!user) throw new AppError("not_found", 404, "This account does not exist any more.");
    const now = nowMs();
    const undos = await renewUndoLinks(dependencies, user, now);
    const eraseAtMs = eraseAtMsOf(now, undos.openUntilMs);
    const { code, statement } = await newActionCode(dependencies, "keepAccount", { userId, email: user.email });
    const [ofStaff, staffSessions] = endAllOfStaff(database, userId, now);
    const [ended] = await database.batch([
      staffSessions,
      ofStaff,
      ...store.closingStatements(database, asking, { nowMs: now, eraseAtMs }),
      revokeSessionsOfUser(database, userId, now),
      securityEvent(dependencies, userId, "account_deletion_asked", client),
      // After the older codes were made useless.
      statement,
      ...undos.statements,
    ]);
    return { user, code, eraseAtMs, ended, undoLinks: await undos.listLinks() };
  }

  async function announceClosing(userId: string, ended: { workspaceId: string; sessionId: string }[]): Promise<void> {
    const workspaceIds = await dependencies.workspaces.listWorkspaceIds(userId);
    await Promise.all([
      ...workspaceIds.map((id) => events.publish(id, [{ type: "person_left", userId }])),
      // Of accounts in which the person was for support.
      ...ended.map(({ workspaceId, sessionId }) => events.publish(workspaceId, [{ type: "session_ended", sessionId }])),
    ]);
  }

  async function tellKept(userId: string, client: Client): Promise<void> {
    await securityEvent(dependencies, userId, "account_kept", client);
    const user = await findUser(database, userId);
    if (!user) return;
    const content = accountKeptMail({ firstName: greetingName(user), signInUrl: `${origin}/app/sign-in` });
    waitUntil(mail.send({ to: user.email, ...content }));
  }

  /** Why an account could not be kept: it is closed for good by now, or `otherwise`. */
  async function notKept(userId: string, otherwise: AppError): Promise<AppError> {
    const deletion = await store.findDeletion(database, userId);
    return deletion?.erasingSinceMs == null ? otherwise : tooLate();
  }

  return {
    plan,

    async close(asking, client) {
      const { userId } = asking;
      // Closing and keeping in turn would mail links, and end sessions and sockets, without end.
      await rateLimits.take("account_deletion_user", userId);
      const { blocking } = await plan(userId);
      if (blocking.length > 0) throw new AppError("conflict", 409, DEPARTURE_MESSAGES.onlyAdmin(blocking));
      if (await store.findDeletion(database, userId)) {
        throw new AppError("conflict", 409, DEPARTURE_MESSAGES.alreadyClosed);
      }
      mail.requireConfigured();
      const { user, code, eraseAtMs, ended, undoLinks } = await closeStored(asking, client).catch(async (error) => {
        // Another request closed it a moment before, or the owner shut out whoever asks.
        if (await store.findDeletion(database, userId))
          throw new AppError("conflict", 409, DEPARTURE_MESSAGES.alreadyClosed);
        throw (await isActingStill(database, asking)) ? error : endedMeanwhile();
      });
      waitUntil(announceClosing(userId, ended));
      const facts = { firstName: greetingName(user), locale: user.locale, eraseAtMs };
      const content = deletionAskedMail({
        ...facts,
        keepUrl: `${origin}/app/keep-account?${new URLSearchParams({ mode: "keepAccount", oobCode: code })}`,
      });
      waitUntil(mail.send({ to: user.email, ...content }));
      for (const { email, url, expiresAtMs } of undoLinks) {
        const notice = deletionAskedElsewhereMail({ ...facts, undoUrl: url, undoUntilMs: expiresAtMs });
        waitUntil(mail.send({ to: email, ...notice }));
      }
      return { eraseAtMs };
    },

    async findKeepLink(code, client) {
      await countMailedCode(dependencies, client);
      const open = await findOpenActionCode(database, await sha256Hex(code), "keepAccount", nowMs());
      const deletion = open && (await store.findDeletion(database, open.userId));
      return deletion && deletion.erasingSinceMs === null ? { eraseAtMs: deletion.eraseAtMs } : null;
    },

    async keepByCode(code, client) {
      await countMailedCode(dependencies, client);
      const codeHash = await sha256Hex(code);
      const open = await findOpenActionCode(database, codeHash, "keepAccount", nowMs());
      if (!open) throw keepLinkInvalid();
      const { userId } = open;
      const isOpen = isOpenCode(database, codeHash, "keepAccount", nowMs());
      const [removed] = await database.batch([
        store.removeDeletion(database, userId, isOpen),
        retireActionCodes(database, userId, "keepAccount", nowMs()),
      ]);
      if (removed.length === 0) throw await notKept(userId, keepLinkInvalid());
      await tellKept(userId, client);
    },

    async keep(asking, client) {
      const { userId } = asking;
      const removed = await store.removeDeletion(database, userId, credentialLives(database, asking));
      if (removed.length === 0) {
        const isClosed = await store.findDeletion(database, userId);
        throw await notKept(userId, isClosed ? endedMeanwhile() : tooLate());
      }
      await tellKept(userId, client);
    },

    async eraseDue() {
      for (const userId of await store.listDue(database, nowMs(), ERASED_AT_ONCE)) {
        if (!(await store.takeErasure(database, userId, nowMs()))) continue;
        try {
          const handedOver = (id: string) => publishWorkspaceChanged(dependencies, id, ["members", "roles"]);
          await eraseAccount({ database, ports, handedOver }, userId);
        } catch (error) {
          await store.leaveErasure(database, userId);
          ports.reportError("erasure_failed", error, {});
        }
      }
    },
  };
}

const tooLate = () => new AppError("conflict", 409, DEPARTURE_MESSAGES.tooLate);
const keepLinkInvalid = () => new AppError("invalid_action_code", 400, DEPARTURE_MESSAGES.keepLinkInvalid);
