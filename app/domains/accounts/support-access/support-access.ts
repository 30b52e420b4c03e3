/**
 * Support looks into an account only where its owner lets them: asked by mail, granted by a click, over after an hour or as
 * soon as the owner says so. What such a session may do is decided where forms and calls come in (`isOpenToSupport`).
 * Source: spec 000, sections 2, 4 ("Sign-in request"), 6 and 8.
 */
import { AppError } from "../../../lib/app-error";
import { newId } from "../../../lib/ids";
import { newActionCode } from "../account-links";
import { countUnknownBrowser } from "../account-mail-limits";
import { consumeActionCode, findOpenActionCode } from "../action-code-store";
import type { AccountsDependencies, Client } from "../dependencies";
import { publishUserChanged } from "../document-changes";
import { supportAccessAskedMail, supportAccessEndedMail, supportAccessGrantedMail } from "../mails/support-access";
import { greetingName } from "../mails/words-of-others";
import { MESSAGES } from "../messages";
import { normalizeEmail } from "../rules";
import { randomHex, sha256Hex } from "../secrets";
import { countMailedCode, securityEvent } from "../security/security-events";
import type { PersonInSession } from "../security/step-up";
import { findUser, findUserByEmail } from "../user-store";
import { SUPPORT_MESSAGES } from "./messages";
import { ACCESS_HOURS, ACCESS_MS, isGrantOpen, isStaffEmail, REQUEST_VALID_HOURS, reasonOf } from "./rules";
import * as store from "./store";

const SESSION_SECRET_BYTES = 32;
const LISTED_GRANTS = 20;

/** Somebody who is signed in, as far as this part cares. */
type Person = { userId: string; email: string; supportAccessId: string | null };

/** An access that was granted, as its owner sees it. */
export interface GrantedAccess {
  accessId: string;
  staffEmail: string;
  reason: string;
  grantedAtMs: number;
  /** When it ends or has ended. */
  endsAtMs: number;
  isOpen: boolean;
}

/** An account that somebody from support may open now. */
export interface OpenAccount {
  accessId: string;
  ownerEmail: string;
  reason: string;
  expiresAtMs: number;
}

export interface GrantOnly {
  signedInUserId?: string | undefined;
  linkUserId?: string | undefined;
}

export interface SupportAccess {
  /** Whether somebody is of the house: by the domain of an address that is verified, and not while they are in an account of others. */
  isStaff(person: Person): Promise<boolean>;
  /**
   * Asks the owner of an address by mail. Says nothing about whether the address has an account, in no way and no time.
   * @throws AppError forbidden (403) for others than staff; invalid_request (400) for the address or the reason;
   * rate_limited (429); engine_not_configured (503) without mail.
   */
  ask(staff: Person, form: { email: string; reason: string }, client: Client): Promise<void>;
  /** Who asks with a link's code and why, or null when the code is good for nothing. Does not use it up. */
  peek(code: string, client: Client): Promise<{ staffEmail: string; reason: string; accessHours: number } | null>;
  /**
   * The owner lets support in, by a link's code, which is used up.
   * @param only whose code it has to be: the person who is signed in, where somebody is (so nobody from support can let
   * themselves in by a link that was shown to them), and the one whom the link names
   * @throws AppError invalid_action_code (400); rate_limited (429).
   */
  grant(code: string, client: Client, only?: GrantOnly): Promise<void>;
  /** What an owner has granted and is open now, the newest first. */
  listOpen(userId: string): Promise<GrantedAccess[]>;
  /** The latest that an owner has granted, over or not. */
  listGranted(userId: string): Promise<GrantedAccess[]>;
  /** The owner ends it: sessions, tokens and sockets that used it end with it. @throws AppError not_found (404). */
  revoke(userId: string, accessId: string, client: Client): Promise<void>;
  /** The accounts that somebody from support may open now. @throws AppError forbidden (403) for others than staff. */
  listAccounts(staff: Person): Promise<OpenAccount[]>;
  /**
   * Opens a session as the owner, which ends with the grant, and once whoever opened it is not of the house any more.
   * @throws AppError forbidden (403) for others than staff, where the grant is not open or not theirs, and in a session of
   * theirs that has just ended.
   */
  openSession(
    staff: Person & PersonInSession,
    accessId: string,
    client: Client,
  ): Promise<{ sessionSecret: string; expiresAtMs: number }>;
}

export function createSupportAccess(dependencies: AccountsDependencies): SupportAccess {
  const { database, mail, origin, rateLimits, events, nowMs, waitUntil, workspaces, staffDomains } = dependencies;

  async function isStaff({ userId, email, supportAccessId }: Person): Promise<boolean> {
    if (supportAccessId !== null || !isStaffEmail(email, staffDomains)) return false;
    const user = await findUser(database, userId);
    // The address of the moment counts, not the one a page was loaded with.
    return user !== undefined && user.emailVerifiedAtMs !== null && isStaffEmail(user.email, staffDomains);
  }

  async function requireStaff(person: Person): Promise<void> {
    if (!(await isStaff(person))) throw new AppError("forbidden", 403, SUPPORT_MESSAGES.notStaff);
  }

  async function mailRequest(staff: Person, email: string, reason: string): Promise<void> {
    const owner = await findUserByEmail(database, email);
    if (!owner || owner.emailVerifiedAtMs === null) return;
    const accessId = newId("sup", nowMs());
    const person = { userId: owner.id, email };
    const { code, statement } = await newActionCode(dependencies, "verifySignInRequest", person, accessId);
    const { userId: staffUserId, email: staffEmail } = staff;
    const requestedAtMs = nowMs();
    await database.batch([
      store.insertRequest(database, { id: accessId, userId: owner.id, staffUserId, staffEmail, reason, requestedAtMs }),
      statement,
      securityEvent(dependencies, owner.id, "support_access_requested", { userAgent: "" }),
    ]);
    const parameters = { mode: "verifySignInRequest", oobCode: code, continueUrl: "/app/settings/privacy", lang: "en" };
    const content = supportAccessAskedMail({
      firstName: greetingName(owner),
      staffEmail,
      reason,
      url: `${origin}/app/action?${new URLSearchParams(parameters)}`,
      validHours: REQUEST_VALID_HOURS,
      accessHours: ACCESS_HOURS,
    });
    await mail.send({ to: email, ...content });
  }

  /** The request behind a code that can still be granted by its owner. */
  async function findRequest(code: string) {
    const codeHash = await sha256Hex(code);
    const open = await findOpenActionCode(database, codeHash, "verifySignInRequest", nowMs());
    const access = open?.boundTo ? await store.findAccess(database, open.boundTo) : undefined;
    if (!open || !access || access.userId !== open.userId || access.revokedAtMs !== null) return null;
    // Whoever asked may have left the house since.
    const staff = { userId: access.staffUserId, email: access.staffEmail, supportAccessId: null };
    return (await isStaff(staff)) ? { codeHash, access } : null;
  }

  const shown = (access: store.StoredAccess): GrantedAccess => ({
    accessId: access.id,
    staffEmail: access.staffEmail,
    reason: access.reason,
    grantedAtMs: access.grantedAtMs ?? 0,
    endsAtMs: Math.min(access.expiresAtMs ?? 0, access.revokedAtMs ?? Number.POSITIVE_INFINITY),
    isOpen: isGrantOpen(access, nowMs()),
  });

  return {
    isStaff,

    async ask(staff, form, client) {
      await requireStaff(staff);
      const email = normalizeEmail(form.email);
      if (!email) throw new AppError("invalid_request", 400, MESSAGES.emailInvalid, { param: "email" });
      const reason = reasonOf(form.reason);
      if (reason === null) {
        throw new AppError("invalid_request", 400, SUPPORT_MESSAGES.reasonMissing, { param: "reason" });
      }
      if (email === staff.email) {
        throw new AppError("invalid_request", 400, SUPPORT_MESSAGES.ownAccount, { param: "email" });
      }
      mail.requireConfigured();
      await rateLimits.take("support_request_staff", staff.userId);
      await countUnknownBrowser(dependencies, staff.email, client);
      await rateLimits.take("support_request_address", email);
      // After the answer, so that its duration tells nothing about the address.
      waitUntil(mailRequest(staff, email, reason));
    },

    async peek(code, client) {
      await countMailedCode(dependencies, client);
      const found = await findRequest(code);
      if (!found) return null;
      const { staffEmail, reason } = found.access;
      return { staffEmail, reason, accessHours: ACCESS_HOURS };
    },

    async grant(code, client, only = {}) {
      await countMailedCode(dependencies, client, only.signedInUserId);
      const found = await findRequest(code);
      const invalid = () => new AppError("invalid_action_code", 400, SUPPORT_MESSAGES.linkInvalid);
      const isTheirs = (userId: string | undefined) => userId === undefined || userId === found?.access.userId;
      if (!found || !isTheirs(only.signedInUserId) || !isTheirs(only.linkUserId)) throw invalid();
      const { codeHash, access } = found;
      const now = nowMs();
      const used = await consumeActionCode(database, codeHash, "verifySignInRequest", now, access.id);
      const { id: accessId, userId } = access;
      const times = { grantedAtMs: now, expiresAtMs: now + ACCESS_MS };
      if (!used || !(await store.openAccess(database, { accessId, userId, email: used.email }, times))) throw invalid();
      await securityEvent(dependencies, access.userId, "support_access_granted", client);
      publishUserChanged(dependencies, access.userId, ["support_access"]);
      publishUserChanged(dependencies, access.staffUserId, ["support_access"]);
      const owner = await findUser(database, access.userId);
      if (!owner) return;
      const content = supportAccessGrantedMail({
        firstName: greetingName(owner),
        locale: owner.locale,
        staffEmail: access.staffEmail,
        expiresAtMs: times.expiresAtMs,
        privacyUrl: `${origin}/app/settings/privacy`,
      });
      waitUntil(mail.send({ to: owner.email, ...content }));
    },

    async listOpen(userId) {
      return (await store.listOpenOfOwner(database, userId, nowMs())).map(shown);
    },

    async listGranted(userId) {
      return (await store.listGrantedByOwner(database, userId, LISTED_GRANTS)).map(shown);
    },

    async revoke(userId, accessId, client) {
      const now = nowMs();
      const ended = await store.endAccess(database, userId, accessId, now);
      if (!ended) throw new AppError("not_found", 404, SUPPORT_MESSAGES.noSuchGrant);
      await securityEvent(dependencies, userId, "support_access_revoked", client);
      for (const { workspaceId, sessionId } of ended.sessions) {
        waitUntil(events.publish(workspaceId, [{ type: "session_ended", sessionId }]));
      }
      publishUserChanged(dependencies, userId, ["support_access"]);
      publishUserChanged(dependencies, ended.access.staffUserId, ["support_access"]);
      const owner = await findUser(database, userId);
      if (!owner) return;
      const { locale, email } = owner;
      const content = supportAccessEndedMail({
        firstName: greetingName(owner),
        locale,
        staffEmail: ended.access.staffEmail,
        endedAtMs: now,
      });
      waitUntil(mail.send({ to: email, ...content }));
    },

    async listAccounts(staff) {
      await requireStaff(staff);
      const rows = await store.listOpenOfStaff(database, staff.userId, nowMs());
      return rows.map(({ access, ownerEmail }) => ({
        accessId: access.id,
        ownerEmail,
        reason: access.reason,
        expiresAtMs: access.expiresAtMs ?? 0,
      }));
    },

    async openSession(staff, accessId, client) {
      await requireStaff(staff);
      const notGranted = () => new AppError("forbidden", 403, SUPPORT_MESSAGES.notGranted);
      const access = await store.findAccessOfStaff(database, staff.userId, accessId);
      if (!access?.expiresAtMs || !isGrantOpen(access, nowMs())) throw notGranted();
      const now = nowMs();
      const sessionSecret = randomHex(SESSION_SECRET_BYTES);
      const sessionId = await sha256Hex(sessionSecret);
      const visit = {
        id: sessionId,
        userId: access.userId,
        workspaceId: await workspaces.getFirstWorkspaceId(access.userId),
        userAgent: client.userAgent.slice(0, 256),
        place: client.place ?? "",
        firstFactor: "support",
        supportAccessId: accessId,
        createdAtMs: now,
        lastSeenAtMs: now,
        expiresAtMs: access.expiresAtMs,
      };
      if (!(await store.insertVisitWhile(database, visit, staff, now))) throw notGranted();
      await securityEvent(dependencies, access.userId, "support_session_started", client);
      return { sessionSecret, expiresAtMs: access.expiresAtMs };
    },
  };
}
