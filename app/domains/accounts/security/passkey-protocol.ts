/**
 * The WebAuthn ceremonies (Level 3), with this installation's own address as the relying party. Challenges are stored
 * hashed, are good for one answer, and only for what they were asked for. The library is loaded when a passkey is used.
 */
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import type { AccountsDependencies } from "../dependencies";
import { sha256Hex } from "../secrets";
import { type ChallengePurpose, consumeChallenge, insertChallenge, type StoredPasskey } from "./passkey-store";

const RELYING_PARTY_NAME = "Parlando";
const CHALLENGE_BYTES = 32;
/** Offers in a browser's list of suggestions stay until the page is left, so longer than a dialog would. */
export const CHALLENGE_VALID_MS = 10 * 60_000;

type Dependencies = Pick<AccountsDependencies, "database" | "nowMs" | "origin">;
type Transports = NonNullable<RegistrationResponseJSON["response"]["transports"]>;

const load = () => import("@simplewebauthn/server");
const relyingPartyId = (origin: string) => new URL(origin).hostname;

async function newChallenge(
  { database, nowMs }: Dependencies,
  purpose: ChallengePurpose,
  userId: string | null,
): Promise<Uint8Array<ArrayBuffer>> {
  const challenge = crypto.getRandomValues(new Uint8Array(CHALLENGE_BYTES));
  const challengeHash = await sha256Hex(Buffer.from(challenge).toString("base64url"));
  await insertChallenge(database, { challengeHash, purpose, userId, expiresAtMs: nowMs() + CHALLENGE_VALID_MS });
  return challenge;
}

const taking =
  ({ database, nowMs }: Dependencies, purpose: ChallengePurpose, userId: string | null) =>
  async (challenge: string) =>
    consumeChallenge(database, { challengeHash: await sha256Hex(challenge), purpose, userId, nowMs: nowMs() });

/** What a browser needs to make a passkey: one that the browser finds by itself, opened by a finger or PIN. */
export async function registrationOptions(
  dependencies: Dependencies,
  user: { id: string; email: string; firstName: string },
  existing: StoredPasskey[],
) {
  const { generateRegistrationOptions } = await load();
  return generateRegistrationOptions({
    rpName: RELYING_PARTY_NAME,
    rpID: relyingPartyId(dependencies.origin),
    userID: new TextEncoder().encode(user.id),
    userName: user.email,
    userDisplayName: user.firstName || user.email,
    challenge: await newChallenge(dependencies, "add", user.id),
    attestationType: "none",
    excludeCredentials: existing.map(({ id, transports }) => ({ id, transports: transports as Transports })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
}

/** What a browser made, or null where it does not hold: wrong challenge, other site, no finger or PIN, broken. */
export async function verifyRegistration(
  dependencies: Dependencies,
  userId: string,
  response: RegistrationResponseJSON,
) {
  const { verifyRegistrationResponse } = await load();
  try {
    const verified = await verifyRegistrationResponse({
      response,
      expectedChallenge: taking(dependencies, "add", userId),
      expectedOrigin: dependencies.origin,
      expectedRPID: relyingPartyId(dependencies.origin),
      requireUserVerification: true,
    });
    if (!verified.verified) return null;
    const { credential, credentialBackedUp } = verified.registrationInfo;
    return {
      id: credential.id,
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: credential.transports ?? [],
      isBackedUp: credentialBackedUp,
    };
  } catch {
    return null;
  }
}

/** What a browser needs to use a passkey: any of this site's to sign in, one of the person's to confirm. */
export async function authenticationOptions(
  dependencies: Dependencies,
  whose: { purpose: "sign_in" } | { purpose: "confirm"; userId: string; passkeys: StoredPasskey[] },
) {
  const { generateAuthenticationOptions } = await load();
  const known = whose.purpose === "confirm" ? whose : { userId: null, passkeys: [] };
  return generateAuthenticationOptions({
    rpID: relyingPartyId(dependencies.origin),
    challenge: await newChallenge(dependencies, whose.purpose, known.userId),
    userVerification: "required",
    allowCredentials: known.passkeys.map(({ id, transports }) => ({ id, transports: transports as Transports })),
  });
}

/** The use of a passkey, or null where it does not hold: also for a counter that went back. */
export async function verifyAuthentication(
  dependencies: Dependencies,
  passkey: StoredPasskey,
  asked: { purpose: ChallengePurpose; userId: string | null },
  response: AuthenticationResponseJSON,
): Promise<{ counter: number; isBackedUp: boolean } | null> {
  const { verifyAuthenticationResponse } = await load();
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: taking(dependencies, asked.purpose, asked.userId),
      expectedOrigin: dependencies.origin,
      expectedRPID: relyingPartyId(dependencies.origin),
      credential: {
        id: passkey.id,
        publicKey: new Uint8Array(passkey.publicKey),
        counter: passkey.counter,
        transports: passkey.transports as Transports,
      },
      requireUserVerification: true,
    });
    if (!verified) return null;
    return { counter: authenticationInfo.newCounter, isBackedUp: authenticationInfo.credentialBackedUp };
  } catch {
    return null;
  }
}
