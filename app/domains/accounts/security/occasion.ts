/** Where and when something was done, for mails about it. */
import type { AccountsDependencies, Client } from "../dependencies";
import type { Occasion } from "../mails/security";
import type { User } from "../user-store";
import { deviceName, placeName } from "./device-name";

export function occasionOf(
  { nowMs }: Pick<AccountsDependencies, "nowMs">,
  { locale }: Pick<User, "locale">,
  client: Pick<Client, "userAgent" | "place">,
): Occasion {
  return { atMs: nowMs(), locale, device: deviceName(client.userAgent), place: placeName(client.place ?? "") };
}

/** Where a mail sends somebody who did not do what it tells of, and everybody else. */
export const securityLinks = (origin: string) => ({
  securityUrl: `${origin}/app/settings/security`,
  sessionsUrl: `${origin}/app/settings/sessions`,
  forgotPasswordUrl: `${origin}/app/sign-in/forgot-password`,
});
