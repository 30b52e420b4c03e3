/** Links for friends, and visits that came by an advertisement. */
import type { Database } from "../../../../db/client";
import { AppError } from "../../../lib/app-error";
import { newId, randomText } from "../../../lib/ids";
import type { AccountsDependencies, Client } from "../dependencies";
import { publishUserChanged } from "../document-changes";
import { normalizeEmail } from "../rules";
import { sha256Hex } from "../secrets";
import {
  countReferred,
  deleteAdVisitsBefore,
  deleteAdVisitsOf,
  findReferralCode,
  findUserByReferralCode,
  insertAdVisit,
  setReferralCode,
} from "./referral-store";
import { type AdParameters, isReferralCode, isSamePerson, REFERRAL_CODE_CHARACTERS, referralLink } from "./rules";

/** As long as a referral counts. Source: spec 000, section 9. */
const AD_VISITS_KEPT_MS = 90 * 86_400_000;

export interface Referral {
  /**
   * A person's own link; made when first asked for, and then the same for good.
   * @throws AppError not_found (404) for a person who is gone.
   */
  getReferralLink(userId: string): Promise<string>;
  /** The link if it was made, and how many came by it and verified their address. */
  getReferralStanding(userId: string): Promise<{ link: string | null; people: number }>;
  /** Notes a visit that came by an advertisement. The address is kept as a hash only. @throws AppError rate_limited (429). */
  recordAdVisit(visit: { email?: string; eventType: string; parameters: AdParameters }, client: Client): Promise<void>;
  /** Forgets the visits of an address; for the end of an account. */
  forgetAdVisits(email: string): Promise<void>;
  /** Removes visits that are too old to count. */
  sweepAdVisits(): Promise<void>;
}

/** Whose link somebody with this address came by, or null: unknown codes, and one's own. */
export async function findReferrer(
  database: Database,
  code: string | undefined,
  email: string,
): Promise<string | null> {
  if (!code || !isReferralCode(code)) return null;
  const referrer = await findUserByReferralCode(database, code);
  return referrer && !isSamePerson(referrer.email, email) ? referrer.userId : null;
}

export function createReferral(
  dependencies: Pick<
    AccountsDependencies,
    "database" | "workspaces" | "events" | "rateLimits" | "nowMs" | "origin" | "waitUntil"
  >,
): Referral {
  const { database, rateLimits, nowMs, origin } = dependencies;

  async function getCode(userId: string): Promise<string> {
    const found = await findReferralCode(database, userId);
    if (!found) throw new AppError("not_found", 404, "This account does not exist any more.");
    if (found.code) return found.code;
    // Of two requests at once the first one's code stays, and both answer it.
    await setReferralCode(database, userId, randomText(REFERRAL_CODE_CHARACTERS));
    publishUserChanged(dependencies, userId, ["referral"]);
    return (await findReferralCode(database, userId))?.code ?? "";
  }

  return {
    async getReferralLink(userId) {
      return referralLink(origin, await getCode(userId));
    },

    async getReferralStanding(userId) {
      const [found, people] = await Promise.all([findReferralCode(database, userId), countReferred(database, userId)]);
      return { link: found?.code ? referralLink(origin, found.code) : null, people };
    },

    async recordAdVisit({ email, eventType, parameters }, client) {
      await rateLimits.take("ad_visit_client", client.address);
      const address = normalizeEmail(email ?? "");
      await insertAdVisit(database, {
        id: newId("visit", nowMs()),
        emailHash: address ? await sha256Hex(address) : "",
        eventType,
        parameters,
        createdAtMs: nowMs(),
      });
    },

    async forgetAdVisits(email) {
      await deleteAdVisitsOf(database, await sha256Hex(normalizeEmail(email) ?? email));
    },

    sweepAdVisits: () => deleteAdVisitsBefore(database, nowMs() - AD_VISITS_KEPT_MS),
  };
}
