/** How a person stands with us: early access, warnings, what their client tells of itself. Source: spec 000, sections 3, 6 and 7. */
import { AppError } from "../../../lib/app-error";
import type { AccountsDependencies, Client } from "../dependencies";
import { sha256Hex } from "../secrets";
import { noteKnownDevice } from "../security/known-device-store";
import { isStaffEmail } from "../support-access/rules";
import { findUser } from "../user-store";
import { markAlphaAccessRequested, markModerationWarningDismissed, setGeoLocation } from "./standing-store";

export interface Standing {
  /** Whether somebody may use what is not for everybody yet: it was granted to them, or they are of the house. */
  hasAlphaAccess(userId: string): Promise<boolean>;
  /** Asks for that; asking again changes nothing. */
  requestAlphaAccess(userId: string): Promise<void>;
  /** A warning about what somebody made is not shown again. */
  dismissModerationWarning(userId: string): Promise<void>;
  /**
   * Notes the device that somebody is signed in from by what its browser computed of it. Kept as a hash that says nothing
   * without the person's id, so that nobody is followed from one account to another.
   */
  recordDeviceFingerprint(userId: string, fingerprint: string, client: Client): Promise<void>;
  /** Country and state that a client told, where the edge has told none. */
  noteGeoLocation(userId: string, geoLocation: string): Promise<void>;
}

export function createStanding(
  dependencies: Pick<AccountsDependencies, "database" | "staffDomains" | "nowMs">,
): Standing {
  const { database, staffDomains, nowMs } = dependencies;

  async function requirePerson(userId: string) {
    const user = await findUser(database, userId);
    if (!user) throw new AppError("not_found", 404, "This account does not exist any more.");
    return user;
  }

  return {
    async hasAlphaAccess(userId) {
      const { alphaAccess, email, emailVerifiedAtMs } = await requirePerson(userId);
      return alphaAccess === "granted" || (emailVerifiedAtMs !== null && isStaffEmail(email, staffDomains));
    },

    requestAlphaAccess: (userId) => markAlphaAccessRequested(database, userId),
    dismissModerationWarning: (userId) => markModerationWarningDismissed(database, userId, nowMs()),

    async recordDeviceFingerprint(userId, fingerprint, { userAgent }) {
      const deviceHash = await sha256Hex(`${userId} ${fingerprint}`);
      await noteKnownDevice(database, { userId, deviceHash, userAgent: userAgent.slice(0, 256), nowMs: nowMs() });
    },

    async noteGeoLocation(userId, geoLocation) {
      const user = await requirePerson(userId);
      if (user.geoLocation === "") await setGeoLocation(database, userId, geoLocation);
    },
  };
}
