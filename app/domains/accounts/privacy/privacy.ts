/** What a person chose and agreed to about their data. */
import { AppError } from "../../../lib/app-error";
import type { AccountsDependencies } from "../dependencies";
import { publishUserChanged } from "../document-changes";
import { findConsent, markBiometricTermsAccepted, markTermsAgreedTo, setCcpaOptOut } from "./privacy-store";
import { needsBiometricTerms, needsUpdatedTerms, UPDATED_TERMS } from "./rules";

export interface Consent {
  /** Opted out of the sale and sharing of their data. */
  ccpaOptOut: boolean;
  acceptedBiometricTerms: boolean;
  /** To be asked about biometric data. */
  needsBiometricTerms: boolean;
  /** To be asked about the terms that hold now. */
  needsUpdatedTerms: boolean;
  /** When which terms were agreed to, in Unix milliseconds. */
  termsAgreedTo: Record<string, number>;
}

export interface Privacy {
  /**
   * @param place where they are now, like `US-IL`; empty where unknown
   * @throws AppError not_found (404) for a person who is gone.
   */
  getConsent(userId: string, place: string): Promise<Consent>;
  setOptOut(userId: string, optedOut: boolean): Promise<void>;
  acceptBiometricTerms(userId: string): Promise<void>;
  /** Agrees to the terms that hold now. */
  acceptUpdatedTerms(userId: string): Promise<void>;
}

export function createPrivacy(
  dependencies: Pick<AccountsDependencies, "database" | "workspaces" | "events" | "nowMs" | "waitUntil">,
): Privacy {
  const { database, nowMs } = dependencies;
  const changed = (userId: string) => publishUserChanged(dependencies, userId, ["consent"]);
  return {
    async getConsent(userId, place) {
      const found = await findConsent(database, userId);
      if (!found) throw new AppError("not_found", 404, "This account does not exist any more.");
      const { ccpaOptOut, acceptedBiometricTermsAtMs, termsAgreedTo, geoLocation, createdAtMs } = found;
      return {
        ccpaOptOut,
        acceptedBiometricTerms: acceptedBiometricTermsAtMs !== null,
        needsBiometricTerms: needsBiometricTerms({
          place,
          placeAtSignUp: geoLocation,
          acceptedAtMs: acceptedBiometricTermsAtMs,
        }),
        needsUpdatedTerms: needsUpdatedTerms({ createdAtMs, agreedTo: termsAgreedTo }),
        termsAgreedTo,
      };
    },
    async setOptOut(userId, optedOut) {
      await setCcpaOptOut(database, userId, optedOut);
      changed(userId);
    },
    async acceptBiometricTerms(userId) {
      await markBiometricTermsAccepted(database, userId, nowMs());
      changed(userId);
    },
    async acceptUpdatedTerms(userId) {
      await markTermsAgreedTo(database, userId, UPDATED_TERMS, nowMs());
      changed(userId);
    },
  };
}
