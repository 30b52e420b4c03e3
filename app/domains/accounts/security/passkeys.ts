/** Passkeys: made, named, removed, and used to sign in. */
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import { AppError } from "../../../lib/app-error";
import { givenNameOf } from "../../../lib/given-name";
import type { AccountsDependencies, Client } from "../dependencies";
import { PASSKEY_NAME_MAX_CHARACTERS } from "../name-lengths";
import { completeSignIn, type SignInOutcome } from "../sign-in-completion";
import { findUser } from "../user-store";
import { noteFactorChange } from "./factor-notices";
import { SECURITY_MESSAGES } from "./messages";
import {
  authenticationOptions,
  registrationOptions,
  verifyAuthentication,
  verifyRegistration,
} from "./passkey-protocol";
import {
  deletePasskey,
  findPasskey,
  insertPasskey,
  notePasskeyUse,
  selectPasskeys,
  setPasskeyName,
} from "./passkey-store";
import type { PersonInSession, StepUp } from "./step-up";

const MAX_PASSKEYS = 20;

export interface Passkey {
  passkeyId: string;
  name: string;
  /** Kept by a provider that copies it to the person's other devices. */
  isBackedUp: boolean;
  createdAtMs: number;
  lastUsedAtMs: number | null;
}

export interface Passkeys {
  listPasskeys(userId: string): Promise<Passkey[]>;
  /** What a browser needs to make a passkey. @throws AppError sensitive_action (403), conflict (409) when there are 20. */
  startAdding(person: PersonInSession): ReturnType<typeof registrationOptions>;
  /** Keeps what the browser made. @throws AppError invalid_request (400) for an answer that does not hold. */
  finishAdding(
    person: PersonInSession,
    made: { name: string; response: RegistrationResponseJSON },
    client: Client,
  ): Promise<Passkey>;
  /** @throws AppError invalid_request (400), not_found (404), also for somebody else's. */
  renamePasskey(userId: string, passkeyId: string, name: string): Promise<void>;
  /** @throws AppError sensitive_action (403), not_found (404). */
  removePasskey(person: PersonInSession, passkeyId: string, client: Client): Promise<void>;
  /** What a browser needs to sign in by whichever passkey it has for this site. @throws AppError rate_limited (429). */
  startSignIn(client: Client): ReturnType<typeof authenticationOptions>;
  /** Signs in; a passkey is both factors. @throws AppError rate_limited (429) after repeated failures. */
  finishSignIn(response: AuthenticationResponseJSON, client: Client): Promise<SignInOutcome>;
}

export function createPasskeys(dependencies: AccountsDependencies, stepUp: StepUp): Passkeys {
  const { database, nowMs, rateLimits } = dependencies;
  const requireName = (input: string) => {
    const name = passkeyName(input);
    if (name === null)
      throw new AppError("invalid_request", 400, SECURITY_MESSAGES.passkeyNameInvalid, { param: "name" });
    return name;
  };

  async function signInUser(response: AuthenticationResponseJSON) {
    const passkey = await findPasskey(database, response.id);
    if (!passkey || !belongsTo(passkey.userId, response.response.userHandle)) return null;
    const use = await verifyAuthentication(dependencies, passkey, { purpose: "sign_in", userId: null }, response);
    if (!use || !(await notePasskeyUse(database, { id: passkey.id, ...use, nowMs: nowMs() }))) return null;
    const user = await findUser(database, passkey.userId);
    return user?.emailVerifiedAtMs == null ? null : { user, passkeyId: passkey.id };
  }

  return {
    async listPasskeys(userId) {
      return (await selectPasskeys(database, userId)).map(passkeyOf);
    },

    async startAdding(person) {
      await stepUp.requireFresh(person);
      const [user, existing] = await Promise.all([
        findUser(database, person.userId),
        selectPasskeys(database, person.userId),
      ]);
      if (!user) throw new AppError("not_found", 404, "This account does not exist any more.");
      if (existing.length >= MAX_PASSKEYS) throw new AppError("conflict", 409, SECURITY_MESSAGES.tooManyPasskeys);
      return registrationOptions(dependencies, user, existing);
    },

    async finishAdding({ userId, sessionId }, { name: input, response }, client) {
      const name = requireName(input);
      const made = await verifyRegistration(dependencies, userId, response);
      const passkey = made && { ...made, userId, name, createdAtMs: nowMs(), lastUsedAtMs: null };
      if (!passkey || !(await insertPasskey(database, passkey, sessionId)))
        throw new AppError("invalid_request", 400, SECURITY_MESSAGES.passkeyNotMade);
      const changed = { kind: "passkey_added", factor: `Passkey “${name}”`, change: "added" } as const;
      await noteFactorChange(dependencies, userId, changed, client);
      return passkeyOf(passkey);
    },

    async renamePasskey(userId, passkeyId, input) {
      if (!(await setPasskeyName(database, { id: passkeyId, userId, name: requireName(input) })))
        throw new AppError("not_found", 404, SECURITY_MESSAGES.noSuchPasskey);
    },

    async removePasskey(person, passkeyId, client) {
      await stepUp.requireFresh(person);
      const removed = await deletePasskey(database, { id: passkeyId, userId: person.userId });
      if (!removed) throw new AppError("not_found", 404, SECURITY_MESSAGES.noSuchPasskey);
      const changed = { kind: "passkey_removed", factor: `Passkey “${removed.name}”`, change: "removed" } as const;
      await noteFactorChange(dependencies, person.userId, changed, client);
    },

    async startSignIn(client) {
      await rateLimits.take("passkey_client", client.address);
      return authenticationOptions(dependencies, { purpose: "sign_in" });
    },

    async finishSignIn(response, client) {
      await rateLimits.check("sign_in_failure_client", client.address);
      const shown = await signInUser(response);
      if (shown) {
        const { user, passkeyId } = shown;
        return completeSignIn(dependencies, user, { kind: "passkey", passkeyId }, client);
      }
      await rateLimits.take("sign_in_failure_client", client.address);
      return { kind: "refused" };
    },
  };
}

/** A name as it is stored, or null when it is none. */
export const passkeyName = (input: string): string | null => givenNameOf(input, PASSKEY_NAME_MAX_CHARACTERS);

/** The authenticator says whose passkey it is; it must be the person we know it of. */
const belongsTo = (userId: string, userHandle: string | undefined) =>
  userHandle === undefined || Buffer.from(userHandle, "base64url").toString() === userId;

function passkeyOf(row: {
  id: string;
  name: string;
  isBackedUp: boolean;
  createdAtMs: number;
  lastUsedAtMs: number | null;
}): Passkey {
  const { id: passkeyId, name, isBackedUp, createdAtMs, lastUsedAtMs } = row;
  return { passkeyId, name, isBackedUp, createdAtMs, lastUsedAtMs };
}
