/** A person as they see themselves. */
import { AppError } from "../../lib/app-error";
import type { AccountsDependencies } from "./dependencies";
import { publishUserChanged } from "./document-changes";
import { isLocale } from "./locales";
import { MESSAGES } from "./messages";
import { firstNameOf, publicNameOf } from "./rules";
import { findUser, setProfile } from "./user-store";

export interface Profile {
  userId: string;
  email: string;
  firstName: string;
  locale: string;
  publicUserId: string;
  publicUserName: string;
  agreesToProductUpdates: boolean;
  createdAtMs: number;
  /** Whether the questions to new members are behind them. */
  isOnboardingCompleted: boolean;
  /** Whether the list of first steps is, or was never begun. */
  isChecklistCompleted: boolean;
  /** Of their own link for friends; null until it is first asked for. */
  referralLinkCode: string | null;
}

/** What a person may change of themselves at any time; what is absent stays. */
export interface ProfileChanges {
  firstName?: string;
  publicUserName?: string;
  locale?: string;
}

export interface Profiles {
  /** @throws AppError not_found (404) for a person who is gone. */
  getProfile(userId: string): Promise<Profile>;
  /**
   * Changes the name under which the public sees somebody; answers it as it is kept.
   * @throws AppError invalid_request (400) for what is no name, see `publicNameOf`.
   */
  changePublicName(userId: string, name: string): Promise<string>;
  /** @throws AppError invalid_request (400), naming the field. Then nothing is changed. */
  changeProfile(userId: string, changes: ProfileChanges): Promise<void>;
}

export function createProfiles(
  dependencies: Pick<AccountsDependencies, "database" | "workspaces" | "events" | "waitUntil">,
): Profiles {
  const { database } = dependencies;

  return {
    async getProfile(userId) {
      const user = await findUser(database, userId);
      if (!user) throw new AppError("not_found", 404, "This account does not exist any more.");
      const { id, email, firstName, locale, publicUserId, publicUserName, agreesToProductUpdates, createdAtMs } = user;
      return {
        userId: id,
        email,
        firstName,
        locale,
        publicUserId,
        publicUserName,
        agreesToProductUpdates,
        createdAtMs,
        isOnboardingCompleted: user.isOnboardingCompleted,
        isChecklistCompleted: user.checklistStartedAtMs === null || user.checklistCompletedAtMs !== null,
        referralLinkCode: user.referralLinkCode,
      };
    },

    async changePublicName(userId, input) {
      const publicUserName = requirePublicName(input);
      await setProfile(database, userId, { publicUserName });
      publishUserChanged(dependencies, userId, ["public_user_name"]);
      return publicUserName;
    },

    async changeProfile(userId, { firstName, publicUserName, locale }) {
      if (locale !== undefined && !isLocale(locale))
        throw new AppError("invalid_request", 400, MESSAGES.noSuchLocale, { param: "locale" });
      await setProfile(database, userId, {
        ...(firstName === undefined ? {} : { firstName: firstNameOf(firstName) }),
        ...(publicUserName === undefined ? {} : { publicUserName: requirePublicName(publicUserName) }),
        ...(locale === undefined ? {} : { locale }),
      });
      publishUserChanged(dependencies, userId, [
        ...(firstName === undefined ? [] : (["first_name"] as const)),
        ...(publicUserName === undefined ? [] : (["public_user_name"] as const)),
        ...(locale === undefined ? [] : (["locale"] as const)),
      ]);
    },
  };
}

function requirePublicName(input: string): string {
  const name = publicNameOf(input);
  if (name === null) throw new AppError("invalid_request", 400, MESSAGES.noPublicName, { param: "public_user_name" });
  return name;
}
