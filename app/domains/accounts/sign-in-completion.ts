/** What every way of signing in ends with: a session, or the question for a second factor. */
import type { AccountsDependencies, Client } from "./dependencies";
import { deviceHashOf } from "./given-at-sign-up";
import { newDeviceMail } from "./mails/security";
import { greetingName } from "./mails/words-of-others";
import { randomHex, sha256Hex } from "./secrets";
import { deviceName, placeName } from "./security/device-name";
import { findConfirmedFactors, hasSecondFactor } from "./security/factor-proof";
import { hasKnownDevice, noteKnownDevice } from "./security/known-device-store";
import { consumePendingSignIn } from "./security/pending-sign-in-store";
import { securityEvent } from "./security/security-events";
import { insertPendingSignInWhile, insertSessionWhile, type SignInBasis } from "./security/sign-in-basis-store";
import { revokeSession } from "./session-store";
import { requiredProviderOf } from "./single-sign-on/requirement";
import { findUser, type User } from "./user-store";

export const SESSION_LIFETIME_MS = 30 * 86_400_000;
export const PENDING_SIGN_IN_LIFETIME_MS = 10 * 60_000;
const SECRET_BYTES = 32;
const USER_AGENT_MAX_LENGTH = 256;

/** What first proved who somebody is: by which hash a password was right, which passkey, which identity provider. */
export type FirstFactor = Exclude<SignInBasis, { kind: "pending" }>;

/** Of a first factor, what is kept with a session. */
export interface KeptFirstFactor {
  kind: FirstFactor["kind"];
  providerKey: string | null;
}

/** What somebody has shown altogether, and what has to be there still at the moment their session opens. */
export interface Shown {
  firstFactor: KeptFirstFactor;
  secondFactor: boolean;
  basis: SignInBasis;
}

export type SignInOutcome =
  | { kind: "signed_in"; sessionSecret: string }
  /** The first factor was right, a second one is asked for: the browser keeps the secret and goes to that screen. */
  | { kind: "second_factor"; pendingSecret: string }
  /**
   * `because`: where the workspace asks its members to come by its own provider. Without it, what was shown opens the
   * account no more: another password was chosen meanwhile, the passkey was removed.
   */
  | { kind: "refused"; because?: "single_sign_on_required" };

type Dependencies = Pick<AccountsDependencies, "database" | "workspaces" | "nowMs" | "mail" | "origin" | "waitUntil">;

/**
 * Goes on after a first factor was right: asks for the second one where the person has one, otherwise opens a session. A
 * passkey is both at once: something one has, and the finger or PIN that opens it.
 */
export async function completeSignIn(
  dependencies: Dependencies,
  user: Pick<User, "id" | "email">,
  firstFactor: FirstFactor,
  client: Client,
): Promise<SignInOutcome> {
  const { database, nowMs } = dependencies;
  const kept = { kind: firstFactor.kind, providerKey: "providerKey" in firstFactor ? firstFactor.providerKey : null };
  const [mayComeThisWay, factors] = await Promise.all([
    mayComeBy(dependencies, user, kept),
    findConfirmedFactors(dependencies, user.id),
  ]);
  if (!mayComeThisWay) return OTHER_WAY_REQUIRED;
  const isPasskey = firstFactor.kind === "passkey";
  if (isPasskey || !hasSecondFactor(factors)) {
    const shown = { firstFactor: kept, secondFactor: isPasskey, basis: firstFactor };
    return openSession(dependencies, user, shown, client);
  }
  const pendingSecret = randomHex(SECRET_BYTES);
  const now = nowMs();
  const pending = {
    id: await sha256Hex(pendingSecret),
    userId: user.id,
    firstFactor: kept.kind,
    providerKey: kept.providerKey,
    createdAtMs: now,
    expiresAtMs: now + PENDING_SIGN_IN_LIFETIME_MS,
  };
  const inserted = await insertPendingSignInWhile(database, pending, firstFactor);
  return inserted.length > 0 ? { kind: "second_factor", pendingSecret } : { kind: "refused" };
}

const OTHER_WAY_REQUIRED = { kind: "refused", because: "single_sign_on_required" } as const;

/** Where the person's workspace asks for its own provider, no other way counts. */
async function mayComeBy(
  dependencies: Dependencies,
  user: Pick<User, "id" | "email">,
  { providerKey }: KeptFirstFactor,
): Promise<boolean> {
  const required = await requiredProviderOf(dependencies, user);
  return required === null || required === providerKey;
}

/**
 * Opens a session for somebody who has shown all that was asked, while what they have shown still counts: asked by the very
 * statement that opens it, since a new password ends what there is and not what comes a moment later. The secret is new each time, so none can be fixed
 * beforehand. A sign-in from a browser that was never seen is told to the person by mail, except the very first one.
 */
export async function openSession(
  dependencies: Dependencies,
  user: Pick<User, "id" | "email">,
  { firstFactor, secondFactor, basis }: Shown,
  client: Client,
): Promise<Exclude<SignInOutcome, { kind: "second_factor" }>> {
  const { database, workspaces, nowMs, waitUntil } = dependencies;
  const sessionSecret = randomHex(SECRET_BYTES);
  const now = nowMs();
  const userAgent = client.userAgent.slice(0, USER_AGENT_MAX_LENGTH);
  const deviceHash = await deviceHashOf(client);
  const [hasAnyDevice, workspaceId, id] = await Promise.all([
    hasKnownDevice(database, user.id),
    workspaces.getFirstWorkspaceId(user.id),
    sha256Hex(sessionSecret),
  ]);
  const session = {
    id,
    userId: user.id,
    workspaceId,
    userAgent,
    place: client.place ?? "",
    firstFactor: firstFactor.kind,
    providerKey: firstFactor.providerKey,
    createdAtMs: now,
    lastSeenAtMs: now,
    expiresAtMs: now + SESSION_LIFETIME_MS,
    confirmedAtMs: now,
    secondFactorAtMs: secondFactor ? now : null,
  };
  const [opened] = await database.batch([
    insertSessionWhile(database, session, basis),
    // Of two that complete one pending sign-in at once, the second finds it used.
    ...(basis.kind === "pending" ? [consumePendingSignIn(database, basis.pendingId, now)] : []),
  ]);
  if (opened.length === 0) return { kind: "refused" };
  const [mayStay, isNewDevice] = await Promise.all([
    // Once more: the workspace may have begun to ask for its provider, and ended the sessions there were, a moment before.
    mayComeBy(dependencies, user, firstFactor),
    // A browser that hides which one it is may be any.
    deviceHash === null || noteKnownDevice(database, { userId: user.id, deviceHash, userAgent, nowMs: now }),
    securityEvent(dependencies, user.id, "signed_in", client),
  ]);
  if (!mayStay) {
    await revokeSession(database, id, nowMs());
    return OTHER_WAY_REQUIRED;
  }
  if (hasAnyDevice && isNewDevice) waitUntil(mailNewDevice(dependencies, user.id, client));
  return { kind: "signed_in", sessionSecret };
}

async function mailNewDevice(
  { database, mail, origin, nowMs }: Dependencies,
  userId: string,
  client: Client,
): Promise<void> {
  const user = await findUser(database, userId);
  if (!user) return;
  const content = newDeviceMail({
    firstName: greetingName(user),
    occasion: {
      atMs: nowMs(),
      locale: user.locale,
      device: deviceName(client.userAgent),
      place: placeName(client.place ?? ""),
    },
    sessionsUrl: `${origin}/app/settings/sessions`,
    forgotPasswordUrl: `${origin}/app/sign-in/forgot-password`,
  });
  await mail.send({ to: user.email, ...content });
}
