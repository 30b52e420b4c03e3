/** The use cases of accounts, put together from their parts. See README.md for the map. */
import { deleteExpiredActionCodes } from "./action-code-store";
import { type ActionLinks, createActionLinks } from "./action-links";
import { type ApiKeys, createApiKeys } from "./api-keys";
import { type Authentication, createAuthentication } from "./authentication";
import type { AccountsDependencies } from "./dependencies";
import { createProfiles, type Profiles } from "./profiles";
import { createStepUp, type StepUp } from "./security/step-up";
import { deleteEndedSessions } from "./session-store";
import { createSessions, type Sessions } from "./sessions";
import { createSignUp, type SignUp } from "./sign-up";
import { deleteExpiredSingleUseTokens } from "./single-use-token-store";
import { createSingleUseTokens, type SingleUseTokens } from "./single-use-tokens";

export interface AccountsService
  extends Authentication,
    SignUp,
    Sessions,
    ActionLinks,
    ApiKeys,
    SingleUseTokens,
    Profiles {
  /** Confirming who one is before a sensitive action. */
  stepUp: StepUp;
  /** Removes sessions, codes and tokens that ended a week ago or more. For the regular clean-up. */
  deleteExpired(): Promise<void>;
}

const KEPT_AFTER_END_MS = 7 * 86_400_000;

export function createAccountsService(dependencies: AccountsDependencies): AccountsService {
  return {
    ...createAuthentication(dependencies),
    ...createSignUp(dependencies),
    ...createSessions(dependencies),
    ...createActionLinks(dependencies),
    ...createApiKeys(dependencies),
    ...createSingleUseTokens(dependencies),
    ...createProfiles(dependencies),
    stepUp: createStepUp(dependencies),
    async deleteExpired() {
      const beforeMs = dependencies.nowMs() - KEPT_AFTER_END_MS;
      await deleteEndedSessions(dependencies.database, beforeMs);
      await deleteExpiredActionCodes(dependencies.database, beforeMs);
      await deleteExpiredSingleUseTokens(dependencies.database, beforeMs);
    },
  };
}
