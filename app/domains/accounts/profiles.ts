/** A person as they see themselves. */
import { AppError } from "../../lib/app-error";
import type { AccountsDependencies } from "./dependencies";
import { MESSAGES } from "./messages";
import { publicNameOf } from "./rules";
import { findUser, setPublicUserName } from "./user-store";

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
  /**
   * Changes the name under which the public sees somebody; answers it as it is kept.
   * @throws AppError invalid_request (400) for what is no name, see `publicNameOf`.
   */
  changePublicName(userId: string, name: string): Promise<string>;
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

    async changePublicName(userId, input) {
      const name = publicNameOf(input);
      if (name === null)
        throw new AppError("invalid_request", 400, MESSAGES.noPublicName, { param: "public_user_name" });
      await setPublicUserName(database, userId, name);
      return name;
    },
  };
}
