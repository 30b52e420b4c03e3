/** Signing in by identity providers, put together from its parts. */
import type { AccountsDependencies } from "../dependencies";
import type { SignUp } from "../sign-up";
import { createProviderAdministration, type ProviderAdministration } from "./administration";
import { createDirectory, type Directory, type SignOnProvider } from "./directory";
import { createJourney, type Journey } from "./journey";
import { deleteExpiredSignOns } from "./request-store";
import { findNewlyRequired } from "./requirement";

export interface SingleSignOn extends Directory, Journey {
  /** For the admins of a workspace. */
  administration: ProviderAdministration;
  /** See `findNewlyRequired`: why a browser is not signed in any more, for whoever still holds its secret. */
  findNewlyRequired(sessionSecret: string): Promise<SignOnProvider | null>;
  /** Removes what ended before a moment. For the regular clean-up. */
  deleteExpired(beforeMs: number): Promise<void>;
}

export function createSingleSignOn(
  dependencies: AccountsDependencies,
  { createVerifiedPerson }: Pick<SignUp, "createVerifiedPerson">,
): SingleSignOn {
  return {
    ...createDirectory(dependencies),
    ...createJourney(dependencies, createVerifiedPerson),
    administration: createProviderAdministration(dependencies),
    findNewlyRequired: (sessionSecret) => findNewlyRequired(dependencies, sessionSecret),
    deleteExpired: (beforeMs) => deleteExpiredSignOns(dependencies.database, beforeMs),
  };
}
