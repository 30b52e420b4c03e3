/** What every way of signing in ends with: a session, or the question for a second factor. */
import type { AccountsDependencies, Client } from "./dependencies";
import { deviceHashOf } from "./given-at-sign-up";
import { newDeviceMail } from "./mails/security";
import { greetingName } from "./mails/words-of-others";
import { randomHex, sha256Hex } from "./secrets";
import { deviceName, placeName } from "./security/device-name";
import { findConfirmedFactors, hasSecondFactor } from "./security/factor-proof";
import { hasKnownDevice, noteKnownDevice } from "./security/known-device-store";
import { insertPendingSignIn } from "./security/pending-sign-in-store";
import { securityEvent } from "./security/security-events";
import { insertSession, revokeSession } from "./session-store";
import { requiredProviderOf } from "./single-sign-on/requirement";
import { findUser, type User } from "./user-store";

export const SESSION_LIFETIME_MS = 30 * 86_400_000;
export const PENDING_SIGN_IN_LIFETIME_MS = 10 * 60_000;
const SECRET_BYTES = 32;
const USER_AGENT_MAX_LENGTH = 256;

/** What first proved who somebody is; an identity provider is named. */
export type FirstFactor =
  | { kind: "password" | "passkey"; providerKey?: undefined }
  | { kind: "oidc" | "saml"; providerKey: string };

export type SignInOutcome =
  | { kind: "signed_in"; sessionSecret: string }
  /** The first factor was right, a second one is asked for: the browser keeps the secret and goes to that screen. */
  | { kind: "second_factor"; pendingSecret: string }
  /** `because`: where the workspace asks its members to come by its own provider. */
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
  const [mayComeThisWay, factors] = await Promise.all([
    mayComeBy(dependencies, user, firstFactor),
    findConfirmedFactors(dependencies, user.id),
  ]);
  if (!mayComeThisWay) return OTHER_WAY_REQUIRED;
  if (firstFactor.kind === "passkey")
    return openSession(dependencies, user, { firstFactor, secondFactor: true }, client);
  if (!hasSecondFactor(factors)) return openSession(dependencies, user, { firstFactor, secondFactor: false }, client);
  const pendingSecret = randomHex(SECRET_BYTES);
  const now = nowMs();
  await insertPendingSignIn(database, {
    id: await sha256Hex(pendingSecret),
    userId: user.id,
    firstFactor: firstFactor.kind,
    providerKey: firstFactor.providerKey ?? null,
    createdAtMs: now,
    expiresAtMs: now + PENDING_SIGN_IN_LIFETIME_MS,
  });
  return { kind: "second_factor", pendingSecret };
}

const OTHER_WAY_REQUIRED = { kind: "refused", because: "single_sign_on_required" } as const;

/** Where the person's workspace asks for its own provider, no other way counts. */
async function mayComeBy(
  dependencies: Dependencies,
  user: Pick<User, "id" | "email">,
  { providerKey }: FirstFactor,
): Promise<boolean> {
  const required = await requiredProviderOf(dependencies, user);
  return required === null || required === providerKey;
}

/**
 * Opens a session for somebody who has shown all that was asked. The secret is new each time, so none can be fixed
 * beforehand. A sign-in from a browser that was never seen is told to the person by mail, except the very first one.
 */
export async function openSession(
  dependencies: Dependencies,
  user: Pick<User, "id" | "email">,
  shown: { firstFactor: FirstFactor; secondFactor: boolean },
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
  await database.batch([
    insertSession(database, {
      id,
      userId: user.id,
      workspaceId,
      userAgent,
      place: client.place ?? "",
      firstFactor: shown.firstFactor.kind,
      providerKey: shown.firstFactor.providerKey ?? null,
      createdAtMs: now,
      lastSeenAtMs: now,
      expiresAtMs: now + SESSION_LIFETIME_MS,
      confirmedAtMs: now,
      secondFactorAtMs: shown.secondFactor ? now : null,
    }),
    securityEvent(dependencies, user.id, "signed_in", client),
  ]);
  const [mayStay, isNewDevice] = await Promise.all([
    // Once more: the workspace may have begun to ask for its provider, and ended the sessions there were, a moment before.
    mayComeBy(dependencies, user, shown.firstFactor),
    // A browser that hides which one it is may be any.
    deviceHash === null || noteKnownDevice(database, { userId: user.id, deviceHash, userAgent, nowMs: now }),
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
