/** A person as they see themselves. */
import { AppError } from "../../lib/app-error";
import type { AccountsDependencies } from "./dependencies";
import { findUser } from "./user-store";

export interface Profile {
  userId: string;
  email: string;
  firstName: string;
  locale: string;
  publicUserId: string;
  publicUserName: string;
  agreesToProductUpdates: boolean;
  createdAtMs: number;
}

export interface Profiles {
  /** @throws AppError not_found (404) for a person who is gone. */
  getProfile(userId: string): Promise<Profile>;
}

export function createProfiles({ database }: Pick<AccountsDependencies, "database">): Profiles {
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
      };
    },
  };
}
