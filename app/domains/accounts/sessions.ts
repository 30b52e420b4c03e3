/** Signing in and out, and the sessions between. */
import { AppError } from "../../lib/app-error";
import { issueActionLink } from "./account-links";
import { countAccountMail } from "./account-mail-limits";
import type { WorkspaceRole } from "./caller";
import type { AccountsDependencies, Client } from "./dependencies";
import { deviceHashOf } from "./given-at-sign-up";
import { IDENTITY_TOKEN_LIFETIME_SECONDS, mintIdentityToken } from "./identity-tokens";
import { signUpToMailAgain } from "./mailed-again";
import { normalizeEmail } from "./rules";
import { sha256Hex } from "./secrets";
import { countGuess, type GuessedAt, takeGuessBack } from "./security/guess-limits";
import { isKnownDeviceOf } from "./security/known-device-store";
import { rehashPassword } from "./security/password-store";
import { noteStopped } from "./security/security-events";
import { findLiveSession, isUseToNote, revokeSession, touchSession } from "./session-store";
import { completeSignIn, SESSION_LIFETIME_MS, type SignInOutcome } from "./sign-in-completion";
import { isProviderRequiredFor } from "./single-sign-on/requirement";
import { findUser, findUserByEmail, type User } from "./user-store";

/** A signed-in person, as pages see them. */
export interface SignedIn {
  sessionId: string;
  userId: string;
  workspaceId: string;
  role: WorkspaceRole;
  email: string;
  firstName: string;
  createdAtMs: number;
  /** Whether the questions to new members are behind them. */
  isOnboardingCompleted: boolean;
  /** Opted out of the sale and sharing of their data: nothing of them is counted. */
  ccpaOptOut: boolean;
  /** Set where somebody from support is in the account by its owner's grant: they may look and use, not change. */
  supportAccessId: string | null;
  /** Set where the person has asked for the end of their account: all they can do is keep it. */
  closing: { eraseAtMs: number } | null;
  /** When the session ends unless it is used again; one of support ends then in any case. */
  expiresAtMs: number;
  /** After how many seconds without use the workspace ends its sessions; null: it does not. */
  inactivityTimeoutSeconds: number | null;
}

export interface Sessions {
  /**
   * Signs a person in. Unknown address, wrong password and unverified address are one and the same refusal, after the
   * same work; to an unverified address with the right password the link is mailed again. Members of a workspace that asks
   * for its own provider are refused as well.
   * @throws AppError rate_limited (429) after repeated failures.
   */
  signIn(form: { email: string; password: string }, client: Client): Promise<SignInOutcome>;
  /**
   * The person behind a session cookie's secret, or null. Using a session keeps it for another 30 days; what a page does
   * by itself is no use.
   */
  findSignedIn(sessionSecret: string, how?: { countsAsUse?: boolean }): Promise<SignedIn | null>;
  /** Ends a session; tokens made for it are refused from now on. Does nothing for an unknown one. */
  signOut(sessionSecret: string): Promise<void>;
  /** A bearer token for the browser's own calls to the API, and when it ends (unix seconds). */
  mintToken(person: SignedIn): Promise<{ token: string; expiresAtUnix: number }>;
}

export function createSessions(dependencies: AccountsDependencies): Sessions {
  const { database, passwords, rateLimits, events, nowMs, waitUntil, identityTokenSecret } = dependencies;

  async function signIn(form: { email: string; password: string }, client: Client): Promise<SignInOutcome> {
    const email = normalizeEmail(form.email) ?? "";
    const [guessedAt, user] = await Promise.all([
      guessesAt(email, client),
      email === "" ? undefined : findUserByEmail(database, email),
    ]);
    await countGuess(rateLimits, guessedAt, () => waitUntil(noteStoppedSignIn(user, client)));
    const fits = user ? await passwords.verify(form.password, user.passwordHash) : null;
    if (!user || !fits?.ok) {
      if (!user) await passwords.spendTime(form.password);
      return { kind: "refused" };
    }
    if (user.emailVerifiedAtMs === null) {
      waitUntil(remindToVerify(user, client));
      return { kind: "refused" };
    }
    const [outcome] = await Promise.all([
      completeByPassword(user, form.password, client),
      takeGuessBack(rateLimits, guessedAt),
    ]);
    // Not before: the session opens only while the hash is the one that the password was found to fit.
    if (fits.outdated) waitUntil(hashAnew(user, form.password));
    return outcome;
  }

  /** Where the hash has become another one meanwhile, the password has to fit that: it may be the same, hashed anew. */
  async function completeByPassword(user: User, password: string, client: Client): Promise<SignInOutcome> {
    const complete = ({ passwordHash }: User) =>
      completeSignIn(dependencies, user, { kind: "password", passwordHash }, client);
    const outcome = await complete(user);
    if (outcome.kind !== "refused" || outcome.because) return outcome;
    const changed = await findUser(database, user.id);
    return changed && (await passwords.verify(password, changed.passwordHash)).ok ? complete(changed) : outcome;
  }

  async function hashAnew({ id, passwordHash }: User, password: string): Promise<void> {
    await rehashPassword(database, id, passwordHash, await passwords.hash(password));
  }

  /**
   * A browser in which the account's owner was signed in is counted by itself, so that nobody else's failures stop them; and
   * it alone, so that what they type wrong there stops nobody who shares their network.
   */
  async function guessesAt(email: string, client: Client): Promise<GuessedAt> {
    const deviceHash = await deviceHashOf(client);
    if (deviceHash !== null && (await isKnownDeviceOf(database, email, deviceHash)))
      return [["sign_in_failure_device", `${deviceHash} ${email}`]];
    return [
      ["sign_in_failure_pair", `${client.address} ${email}`],
      ["sign_in_failure_client", client.address],
      ["sign_in_failure_address", email],
    ];
  }

  /** The owner of the account, if there is one, can see that guesses were stopped. */
  async function noteStoppedSignIn(user: User | undefined, client: Client): Promise<void> {
    await noteStopped(dependencies, user?.id ?? null, "sign_in_stopped", client);
  }

  async function remindToVerify(user: User, client: Client): Promise<void> {
    try {
      await countAccountMail(dependencies, user.email, client);
    } catch (error) {
      if (error instanceof AppError && error.code === "rate_limited") return;
      throw error;
    }
    // For the sign-up whose password was typed. Who typed it need not be who reads the mail.
    const { boundTo, signedUpBefore } = await signUpToMailAgain(dependencies, user, (open) =>
      open.find(({ given }) => given.passwordHash === user.passwordHash),
    );
    const person = { ...user, userId: user.id };
    await issueActionLink(dependencies, "verifyEmail", person, "kept", { signedUpBefore }, boundTo);
  }

  async function findSignedIn(sessionSecret: string, { countsAsUse = true } = {}): Promise<SignedIn | null> {
    const now = nowMs();
    const live = await findLiveSession(dependencies, await sha256Hex(sessionSecret), now);
    if (!live) return null;
    const { session, user, role, inactivityTimeoutSeconds, eraseAtMs } = live;
    if (countsAsUse && isUseToNote(session, inactivityTimeoutSeconds, now)) {
      // What an owner granted to support ends when it was said to.
      const expiresAtMs = session.supportAccessId === null ? now + SESSION_LIFETIME_MS : session.expiresAtMs;
      waitUntil(touchSession(database, session.id, { lastSeenAtMs: now, expiresAtMs }));
    }
    return {
      sessionId: session.id,
      userId: user.id,
      workspaceId: session.workspaceId,
      role,
      email: user.email,
      firstName: user.firstName,
      createdAtMs: user.createdAtMs,
      isOnboardingCompleted: user.isOnboardingCompleted,
      ccpaOptOut: user.ccpaOptOut,
      supportAccessId: session.supportAccessId,
      expiresAtMs: session.expiresAtMs,
      closing: eraseAtMs === null ? null : { eraseAtMs },
      inactivityTimeoutSeconds,
    };
  }

  /** Words that depend on the address's domain alone, so that they tell nothing about accounts. */
  async function sayWhy(outcome: SignInOutcome, input: string): Promise<SignInOutcome> {
    const email = normalizeEmail(input);
    if (outcome.kind !== "refused" || !email || !(await isProviderRequiredFor(dependencies, email))) return outcome;
    return { kind: "refused", because: "single_sign_on_required" };
  }

  return {
    signIn: async (form, client) => sayWhy(await signIn(form, client), form.email),
    findSignedIn,
    async signOut(sessionSecret) {
      const ended = await revokeSession(database, await sha256Hex(sessionSecret), nowMs());
      if (ended) waitUntil(events.publish(ended.workspaceId, [{ type: "session_ended", sessionId: ended.sessionId }]));
    },
    async mintToken({ userId, workspaceId, sessionId }) {
      const now = nowMs();
      const token = await mintIdentityToken({ userId, workspaceId, sessionId }, await identityTokenSecret(), now);
      return { token, expiresAtUnix: Math.floor(now / 1000) + IDENTITY_TOKEN_LIFETIME_SECONDS };
    },
  };
}
