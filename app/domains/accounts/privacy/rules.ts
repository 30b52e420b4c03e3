/** Which privacy choices hold where, and who has to be asked. Pure. Source: spec 000, sections 2, 4 and 9. */

/** States of the USA whose people may refuse that their data is sold or shared. Source: spec 000, section 4. */
const OPT_OUT_STATES: ReadonlySet<string> = new Set(["CA", "CT", "CO", "UT", "VA", "OR", "MT", "TX"]);

/** Where voices count as biometric data that need consent of their own. */
const BIOMETRIC_PLACE = "US-IL";

/** Terms that everybody from before has to be asked about. Source: spec 000, section 9 (effective May 31, 2024). */
export const UPDATED_TERMS = "terms_2024_05_31";
export const UPDATED_TERMS_EFFECTIVE_MS = Date.UTC(2024, 4, 31);

/**
 * Whether somebody may opt out of the sale and sharing of their data.
 *
 * @param place country and state like `US-CA`, see `client-place.ts`
 * @param hasSignal the browser sends the global privacy signal, which counts everywhere
 */
export function offersOptOut(place: string, hasSignal: boolean): boolean {
  const [country, state] = place.split("-");
  return hasSignal || (country === "US" && state !== undefined && OPT_OUT_STATES.has(state));
}

/** Whether somebody is to be asked about biometric data: from Illinois, now or at sign-up, and not yet agreed. */
export function needsBiometricTerms(person: {
  place: string;
  placeAtSignUp: string;
  acceptedAtMs: number | null;
}): boolean {
  return person.acceptedAtMs === null && [person.place, person.placeAtSignUp].includes(BIOMETRIC_PLACE);
}

/** Whether somebody signed up under older terms and has not agreed to the ones that hold now. */
export function needsUpdatedTerms(person: { createdAtMs: number; agreedTo: Record<string, number> }): boolean {
  return person.createdAtMs < UPDATED_TERMS_EFFECTIVE_MS && person.agreedTo[UPDATED_TERMS] === undefined;
}
