/** Signing in by identity providers, put together from its parts. */
import type { AccountsDependencies } from "../dependencies";
import type { SignUp } from "../sign-up";
import { createProviderAdministration, type ProviderAdministration } from "./administration";
import { createDirectory, type Directory } from "./directory";
import { createJourney, type Journey } from "./journey";
import { deleteExpiredSignOns } from "./request-store";

export interface SingleSignOn extends Directory, Journey {
  /** For the admins of a workspace. */
  administration: ProviderAdministration;
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
    deleteExpired: (beforeMs) => deleteExpiredSignOns(dependencies.database, beforeMs),
  };
}
