/**
 * What was given at one sign-up. It is kept with the code that was mailed for it, and becomes the account's when that link
 * is followed, so that nobody's click verifies what somebody else chose for the same address.
 */
import { z } from "zod";
import type { Client } from "./dependencies";
import { publicNameOf } from "./rules";
import { sha256Hex } from "./secrets";
import { generateName } from "./sign-up-extras/generated-names";
import type { User } from "./user-store";

export type Given = Pick<
  User,
  "passwordHash" | "firstName" | "agreesToProductUpdates" | "locale" | "geoLocation" | "referredBy"
>;

/** What an account has whose address is shown by other means than a sign-up's own link: nobody knows whose sign-up it was. */
export const NOTHING_GIVEN: Omit<Given, "passwordHash"> = {
  firstName: "",
  agreesToProductUpdates: false,
  locale: "en",
  geoLocation: "",
  referredBy: null,
};

/** What an account has of a sign-up: what was given there, and the name for the public that follows from it. */
export function accountOf<G extends Partial<Given> & Pick<Given, "firstName">>(
  given: G,
): G & { publicUserName: string } {
  // Strangers read it beside what is shared, so it must not tell the address.
  return { ...given, publicUserName: publicNameOf(given.firstName) ?? generateName() };
}

const givenAtSignUp = z.object({
  given: z.object({
    passwordHash: z.string(),
    firstName: z.string(),
    agreesToProductUpdates: z.boolean(),
    locale: z.string(),
    geoLocation: z.string(),
    /** Not in codes of before. */
    referredBy: z.string().nullable().default(null),
  }),
  /** What partners, invitations and marketplaces said of it. Not in codes of before, of which nobody knows whose it was. */
  cameWith: z
    .object({
      agreesToProductUpdates: z.boolean(),
      geoLocation: z.string(),
      inviteCode: z.string().nullable(),
      partnerId: z.string().nullable(),
      partnerClickId: z.string().nullable(),
      marketplaceTokenHash: z.string().nullable(),
    })
    .nullable()
    .default(null),
  /** Of the browser it was made in, as in the list of known ones; null where that sent no cookie. */
  deviceHash: z.string().nullable(),
  /** The link was asked for by somebody who need not have made the sign-up, where there may be another one. */
  askedByAnybody: z.boolean(),
});
export type GivenAtSignUp = z.infer<typeof givenAtSignUp>;

export const writeGiven = (given: GivenAtSignUp): string => JSON.stringify(given);

/** Null for what is none, as with codes of before. */
export function readGiven(boundTo: string): GivenAtSignUp | null {
  return boundTo === "" ? null : givenAtSignUp.parse(JSON.parse(boundTo));
}

/** How a browser's cookie is kept. */
export async function deviceHashOf({ deviceId }: Pick<Client, "deviceId">): Promise<string | null> {
  return deviceId ? await sha256Hex(`device:${deviceId}`) : null;
}
