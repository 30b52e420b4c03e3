/** The use cases of accounts, put together from their parts. See README.md for the map. */
import { deleteExpiredActionCodes } from "./action-code-store";
import { type ActionLinks, createActionLinks } from "./action-links";
import { type ApiKeys, createApiKeys } from "./api-keys";
import { type Authentication, createAuthentication } from "./authentication";
import { createDataExports, type DataExports } from "./data-export/data-export";
import { createDeparture, type Departure } from "./departure/departure";
import type { AccountsDependencies } from "./dependencies";
import { createEmailChange, type EmailChange } from "./email-change/email-change";
import { createOnboarding, type Onboarding } from "./onboarding/onboarding";
import { createPrivacy, type Privacy } from "./privacy/privacy";
import { createProfiles, type Profiles } from "./profiles";
import { createReferral, type Referral } from "./referral/referral";
import { deleteExpiredOfSecurity } from "./security/expired";
import { createPasskeys, type Passkeys } from "./security/passkeys";
import { createSecondFactorSignIn, type SecondFactorSignIn } from "./security/second-factor-sign-in";
import { createSecondFactors, type SecondFactors } from "./security/second-factors";
import { createSecurity, type Security } from "./security/security";
import { createStepUp, type StepUp } from "./security/step-up";
import { deleteEndedSessions } from "./session-store";
import { createSessions, type Sessions } from "./sessions";
import { createSignUp, type SignUp } from "./sign-up";
import { deleteExpiredPreSignUps } from "./sign-up-extras/pre-sign-up-store";
import { createProductUpdates, type ProductUpdates } from "./sign-up-extras/product-updates";
import { createSignUpExtras, type SignUpExtras } from "./sign-up-extras/sign-up-extras";
import { createSingleSignOn, type SingleSignOn } from "./single-sign-on/service";
import { deleteExpiredSingleUseTokens } from "./single-use-token-store";
import { createSingleUseTokens, type SingleUseTokens } from "./single-use-tokens";
import { createStanding, type Standing } from "./standing/standing";
import { createSupportAccess, type SupportAccess } from "./support-access/support-access";

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
  /** Setting second factors up, and getting back in without them. */
  secondFactors: SecondFactors;
  /** The second step of signing in. */
  secondFactorSignIn: SecondFactorSignIn;
  passkeys: Passkeys;
  /** Where somebody is signed in, what happened to their account, their password. */
  security: Security;
  /** The end of an account, and keeping it. */
  departure: Departure;
  /** Everything that is kept about a person as one zip. */
  dataExport: DataExports;
  /** Another e-mail address for an account, and the way back. */
  emailChange: EmailChange;
  /** Support in an account, by its owner's grant. */
  supportAccess: SupportAccess;
  /** What stands around a sign-up: the check against robots, and what partners and invitations say. */
  signUpExtras: SignUpExtras;
  /** News of the product: who gets it, and how it ends. */
  productUpdates: ProductUpdates;
  /** Early access, warnings, what clients tell of themselves. */
  standing: Standing;
  /** What people chose and agreed to about their data. */
  privacy: Privacy;
  /** Questions to new members, and the list of their first steps. */
  onboarding: Onboarding;
  /** Links for friends, and visits that came by an advertisement. */
  referral: Referral;
  /** Signing in by identity providers. */
  singleSignOn: SingleSignOn;
  /** Removes sessions, codes and tokens that ended a week ago or more. For the regular clean-up. */
  deleteExpired(): Promise<void>;
}

const KEPT_AFTER_END_MS = 7 * 86_400_000;

export function createAccountsService(dependencies: AccountsDependencies): AccountsService {
  const signUpExtras = createSignUpExtras(dependencies);
  const signUp = createSignUp(dependencies, signUpExtras);
  const singleSignOn = createSingleSignOn(dependencies, signUp);
  const productUpdates = createProductUpdates(dependencies);
  const referral = createReferral(dependencies);
  const stepUp = createStepUp(dependencies);
  const authentication = createAuthentication(dependencies);
  return {
    ...authentication,
    ...signUp,
    ...createSessions(dependencies),
    ...createActionLinks(dependencies, productUpdates),
    ...createApiKeys(dependencies),
    ...createSingleUseTokens(dependencies, authentication),
    ...createProfiles(dependencies),
    stepUp,
    secondFactors: createSecondFactors(dependencies, stepUp),
    secondFactorSignIn: createSecondFactorSignIn(dependencies),
    passkeys: createPasskeys(dependencies, stepUp),
    security: createSecurity(dependencies, stepUp),
    departure: createDeparture(dependencies),
    dataExport: createDataExports(dependencies),
    emailChange: createEmailChange(dependencies, stepUp),
    supportAccess: createSupportAccess(dependencies),
    productUpdates,
    signUpExtras,
    standing: createStanding(dependencies),
    privacy: createPrivacy(dependencies),
    onboarding: createOnboarding(dependencies),
    referral,
    singleSignOn,
    async deleteExpired() {
      const beforeMs = dependencies.nowMs() - KEPT_AFTER_END_MS;
      await deleteEndedSessions(dependencies.database, beforeMs);
      await deleteExpiredActionCodes(dependencies.database, beforeMs);
      await deleteExpiredSingleUseTokens(dependencies.database, beforeMs);
      await deleteExpiredPreSignUps(dependencies.database, dependencies.nowMs());
      await deleteExpiredOfSecurity(dependencies.database, beforeMs);
      await singleSignOn.deleteExpired(beforeMs);
      await referral.sweepAdVisits();
    },
  };
}
