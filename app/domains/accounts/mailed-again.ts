/** For which sign-up a link to verify an address is mailed once more. */
import { selectOpenBounds } from "./action-code-store";
import type { AccountsDependencies } from "./dependencies";
import { type GivenAtSignUp, readGiven, writeGiven } from "./given-at-sign-up";
import { findCameWith } from "./sign-up-extras/pre-sign-up-store";
import type { User } from "./user-store";

/**
 * What the new link is bound to, and whether its mail has to say that others signed up with the address.
 *
 * `choose`: which of the sign-ups whose links are open it is for, the newest first; where it answers none, it is for the
 * first one. The new link outlives the others, so whoever follows it is asked for its password unless there is no other
 * sign-up: none is open now, and none can have ended unseen, since one made after an open link ends after it too.
 */
export async function signUpToMailAgain(
  { database, nowMs }: Pick<AccountsDependencies, "database" | "nowMs">,
  user: User,
  choose: (open: GivenAtSignUp[]) => GivenAtSignUp | undefined,
): Promise<{ boundTo: string; signedUpBefore: boolean }> {
  const bounds = await selectOpenBounds(database, user.id, "verifyEmail", nowMs());
  const open = bounds.map(readGiven).filter((signUp) => signUp !== null);
  const chosen = choose(open) ?? (await firstSignUp());
  const hasOthers = open.some(({ given }) => given.passwordHash !== chosen.given.passwordHash);
  const askedByAnybody = chosen.askedByAnybody || hasOthers;
  return { boundTo: writeGiven({ ...chosen, askedByAnybody }), signedUpBefore: hasOthers };

  /** The account has what was given first, also once the link of that sign-up has ended; by then nobody knows of others. */
  async function firstSignUp(): Promise<GivenAtSignUp> {
    const { passwordHash, firstName, agreesToProductUpdates, locale, geoLocation, referredBy } = user;
    const given = { passwordHash, firstName, agreesToProductUpdates, locale, geoLocation, referredBy };
    const cameWith = await findCameWith(database, user.email, nowMs());
    return { given, cameWith, deviceHash: null, askedByAnybody: true };
  }
}
