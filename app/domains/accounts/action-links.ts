/** What the emailed action-link page does. Source: spec 000, sections 2, 4 and 8. */
import { AppError } from "../../lib/app-error";
import { issueActionLink, type LinkTarget } from "./account-links";
import { countMailOnRequest } from "./account-mail-limits";
import {
  CODES_THAT_UNDO_A_PASSWORD,
  consumeActionCode,
  deleteCodesOfOthers,
  findOpenActionCode,
  findVerifiedByCode,
  retireActionCodes,
  selectOpenBounds,
} from "./action-code-store";
import type { AccountsDependencies, Client } from "./dependencies";
import { accountOf, deviceHashOf, type Given, NOTHING_GIVEN, readGiven } from "./given-at-sign-up";
import { isLocale } from "./locales";
import { passwordChangedMail } from "./mails/password";
import { greetingName } from "./mails/words-of-others";
import { MESSAGES } from "./messages";
import { passwordRefusal } from "./password-choice/password-choice";
import { nameFromEmail, normalizeEmail } from "./rules";
import { sha256Hex } from "./secrets";
import { announceKeysEnded } from "./security/ended-keys";
import { announceEnded } from "./security/ended-sessions";
import { resetPasswordHash } from "./security/password-store";
import { retirePendingSignIns } from "./security/pending-sign-in-store";
import { type WaysAtReset, waysAtReset } from "./security/reset-removal";
import { countMailedCode, securityEvent } from "./security/security-events";
import { listWaysIn } from "./security/ways-in";
import { removePasskeysAndKeysSince, selectApiKeysSince } from "./security/ways-in-store";
import { revokeSessionsOfUser } from "./session-store";
import { settlePreSignUp } from "./sign-up-extras/pre-sign-up-store";
import type { ProductUpdates } from "./sign-up-extras/product-updates";
import { CAME_WITH_KEPT_MS } from "./sign-up-extras/sign-up-extras";
import { findUser, findUserByEmail, isUnverified, markEmailVerified, setProfile } from "./user-store";

export type ResetOutcome = { kind: "changed" } | { kind: "refused"; problem: string } | { kind: "invalid_action_code" };

/** What a link says besides its code. */
export interface LinkFacts {
  /** Whom it was mailed to; a code of somebody else's does not count then. */
  userId?: string | undefined;
  /** In which language it was written: the person's, once their address is verified. */
  lang?: string | undefined;
}

export interface ActionLinks {
  /** Mails a link to choose a new password. Says nothing about whether the address has an account. */
  requestPasswordReset(email: string, client: Client, target?: LinkTarget): Promise<void>;
  /** Whether a reset link can still be used. @throws AppError rate_limited (429). */
  isResetCodeOpen(code: string, client: Client, link?: LinkFacts): Promise<boolean>;
  /** The address that a reset link was mailed to, or null when it cannot be used. @throws AppError rate_limited (429). */
  findResetAddress(code: string, client: Client, link?: LinkFacts): Promise<string | null>;
  /** Which ways in besides the password there are, of whom a reset link was mailed to; null as `findResetAddress`. */
  findWaysAtReset(code: string, client: Client, link?: LinkFacts): Promise<WaysAtReset | null>;
  /**
   * Sets a new password by a link's code, which is used up, and signs the person out everywhere. With `removesAdded` the
   * passkeys and API keys of the 30 days before the link was mailed go too. The owner is mailed what went and what is left.
   */
  resetPassword(
    form: { code: string; password: string; repeated: string; removesAdded?: boolean },
    client: Client,
    link?: LinkFacts,
  ): Promise<ResetOutcome>;
  /**
   * Verifies an address by a link's code, for the sign-up it was mailed for; links of others' sign-ups for the address end.
   * Following the link once more is answered alike and changes nothing. Where there was another sign-up, `password` has to
   * be that of this one, unless the browser is the one that made it.
   * @throws AppError invalid_action_code (400) for a code that never was, or has expired; invalid_request (400) about
   * `password`, which leaves the code good.
   */
  verifyEmail(code: string, client: Client, link?: LinkFacts & { password?: string | undefined }): Promise<void>;
}

export function createActionLinks(
  dependencies: AccountsDependencies,
  productUpdates: Pick<ProductUpdates, "mailFirstSteps">,
): ActionLinks {
  const { database, passwords, mail, origin, nowMs, waitUntil, workspaces } = dependencies;

  async function findResetAddress(code: string, client: Client, link?: LinkFacts): Promise<string | null> {
    await countMailedCode(dependencies, client);
    const open = await findOpenActionCode(database, await sha256Hex(code), "resetPassword", nowMs());
    return open && isOf(open, link) ? open.email : null;
  }

  /** Whoever follows a link that was mailed for somebody else's sign-up must not make that one's password good. */
  async function requireOwnSignUp(
    { userId, boundTo }: { userId: string; boundTo: string },
    client: Client,
    password: string | undefined,
  ): Promise<void> {
    const signUp = readGiven(boundTo);
    const user = await findUser(database, userId);
    if (!user || user.emailVerifiedAtMs !== null) return;
    const deviceHash = await deviceHashOf(client);
    if (signUp && deviceHash !== null && signUp.deviceHash === deviceHash) return;
    const passwordHash = signUp?.given.passwordHash ?? user.passwordHash;
    const others = (await selectOpenBounds(database, userId, "verifyEmail", nowMs())).some(
      (one) => (readGiven(one)?.given.passwordHash ?? user.passwordHash) !== passwordHash,
    );
    // The account has what was given first, also once the link of that sign-up has ended.
    if (!others && signUp?.askedByAnybody === false && passwordHash === user.passwordHash) return;
    if (password && (await passwords.verify(password, passwordHash)).ok) return;
    const message = password ? MESSAGES.signUpPasswordWrong : MESSAGES.signUpPasswordNeeded;
    throw new AppError("invalid_request", 400, message, { param: "password" });
  }

  /** The workspace of somebody who verifies their address is called after them, not after an earlier sign-up. */
  function nameWorkspace(person: { userId: string; email: string }, { firstName }: Pick<Given, "firstName">) {
    const owner = { userId: person.userId, name: firstName || nameFromEmail(person.email) };
    return workspaces.renamingStatement(owner, isUnverified(database, person));
  }

  /** What was given at the sign-up that a code was mailed for. Whose link they came by may be gone since. */
  async function givenAt(boundTo: string): Promise<Given | null> {
    const given = readGiven(boundTo)?.given ?? null;
    if (!given?.referredBy || (await findUser(database, given.referredBy))) return given;
    return { ...given, referredBy: null };
  }

  return {
    findResetAddress,

    async findWaysAtReset(code, client, link) {
      await countMailedCode(dependencies, client);
      const open = await findOpenActionCode(database, await sha256Hex(code), "resetPassword", nowMs());
      if (!open || !isOf(open, link)) return null;
      return waysAtReset(await listWaysIn(dependencies, open.userId), open.createdAtMs);
    },

    async requestPasswordReset(input, client, target) {
      const email = normalizeEmail(input);
      if (!email) throw new AppError("invalid_request", 400, MESSAGES.emailInvalid, { param: "email" });
      mail.requireConfigured();
      await countMailOnRequest(dependencies, email, client);
      // After the answer, so that its duration tells nothing about the address.
      waitUntil(
        (async () => {
          const user = await findUserByEmail(database, email);
          if (!user) return;
          await issueActionLink(dependencies, "resetPassword", { ...user, userId: user.id }, "retired", target);
        })(),
      );
    },

    async isResetCodeOpen(code, client, link) {
      return (await findResetAddress(code, client, link)) !== null;
    },

    async resetPassword({ code, password, repeated, removesAdded = false }, client, link) {
      if (password !== repeated) return { kind: "refused", problem: MESSAGES.passwordsDiffer };
      await countMailedCode(dependencies, client);
      const codeHash = await sha256Hex(code);
      const open = await findOpenActionCode(database, codeHash, "resetPassword", nowMs());
      if (!open || !isOf(open, link)) return { kind: "invalid_action_code" };
      const user = await findUser(database, open.userId);
      const problem = await passwordRefusal(password, {
        email: open.email,
        firstName: user?.emailVerifiedAtMs == null ? undefined : user.firstName,
      });
      if (problem) return { kind: "refused", problem };
      const passwordHash = await passwords.hash(password);
      const consumed = await consumeActionCode(database, codeHash, "resetPassword", nowMs());
      if (!consumed) return { kind: "invalid_action_code" };
      const { userId, email } = consumed;
      const now = nowMs();
      const { sinceMs, removable, kept } = waysAtReset(await listWaysIn(dependencies, userId), open.createdAtMs);
      const removals = removesAdded
        ? [
            ...removePasskeysAndKeysSince(database, userId, sinceMs),
            ...removable.map(({ kind, name }) =>
              securityEvent(
                dependencies,
                userId,
                kind === "passkey" ? "passkey_removed" : "api_key_deleted",
                client,
                name,
              ),
            ),
          ]
        : [];
      const batch = database.batch([
        revokeSessionsOfUser(database, userId, now),
        selectApiKeysSince(database, userId, sinceMs),
        resetPasswordHash(database, consumed, passwordHash),
        // The link came by mail, so the address is shown to be theirs; what was typed at a sign-up before is not.
        nameWorkspace(consumed, NOTHING_GIVEN),
        settlePreSignUp(database, consumed, null, now),
        markEmailVerified(database, consumed, now, accountOf(NOTHING_GIVEN)),
        retireActionCodes(database, userId, ["verifyEmail", ...CODES_THAT_UNDO_A_PASSWORD], now),
        // Begun with the password of before, which may be why it was changed.
        retirePendingSignIns(database, userId, now),
        securityEvent(dependencies, userId, "password_changed", client),
        ...removals,
      ]);
      const done = await batch.catch(async (error: unknown) => {
        if ((await findUser(database, userId))?.email === email) throw error;
        // Another address was given to the account, or given back to it, since the code was looked at.
        return null;
      });
      if (!done) return { kind: "invalid_action_code" };
      const [ended, keysSince] = done;
      announceEnded(dependencies, ended);
      if (removesAdded) announceKeysEnded(dependencies, keysSince);
      const content = passwordChangedMail({
        endedSessions: "all",
        removed: removesAdded ? removable.map(({ name }) => name) : [],
        kept: [...(removesAdded ? [] : removable), ...kept].map(({ name }) => name),
        securityUrl: `${origin}/app/settings/security`,
        // As it was before: whoever follows the link may never have seen the name that was typed at the sign-up.
        firstName: greetingName(user ?? { firstName: "", emailVerifiedAtMs: null }),
        forgotPasswordUrl: `${origin}/app/sign-in/forgot-password`,
      });
      waitUntil(mail.send({ to: email, ...content }));
      return { kind: "changed" };
    },

    async verifyEmail(code, client, link) {
      await countMailedCode(dependencies, client);
      const codeHash = await sha256Hex(code);
      const now = nowMs();
      const open = await findOpenActionCode(database, codeHash, "verifyEmail", now);
      if (open && isOf(open, link)) await requireOwnSignUp(open, client, link?.password);
      const consumed = isOf(open, link) ? await consumeActionCode(database, codeHash, "verifyEmail", now) : undefined;
      if (consumed) {
        const { userId, boundTo } = consumed;
        const given = await givenAt(boundTo);
        const cameWith = readGiven(boundTo)?.cameWith ?? null;
        const [, , [first]] = await database.batch([
          nameWorkspace(consumed, given ?? NOTHING_GIVEN),
          settlePreSignUp(database, consumed, cameWith, now + CAME_WITH_KEPT_MS),
          markEmailVerified(database, consumed, now, accountOf(given ?? NOTHING_GIVEN)),
          deleteCodesOfOthers(database, userId, "verifyEmail", boundTo),
          // Other links of the same sign-up have nothing left to do, and are answered alike.
          retireActionCodes(database, userId, "verifyEmail", now),
        ]);
        // The link of another sign-up was followed at the same moment, or another account got the address.
        if (!first && boundTo !== "") throw new AppError("invalid_action_code", 400, MESSAGES.verificationLinkInvalid);
        if (link?.lang !== undefined && isLocale(link.lang)) await setProfile(database, userId, { locale: link.lang });
        if (first) waitUntil(productUpdates.mailFirstSteps(userId));
        return;
      }
      const verified = await findVerifiedByCode(database, codeHash);
      if (!isOf(verified, link)) throw new AppError("invalid_action_code", 400, MESSAGES.verificationLinkInvalid);
    },
  };
}

/** Whether there is a code at all, and one of the person whom the link names. */
function isOf(found: { userId: string } | undefined, link: LinkFacts | undefined): boolean {
  return found !== undefined && (link?.userId === undefined || link.userId === found.userId);
}
