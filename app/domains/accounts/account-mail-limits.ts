/** How often mail is sent to an address at somebody's wish who has not shown that it is theirs. */
import { clientNetwork } from "../../lib/client-network";
import type { AccountsDependencies, Client } from "./dependencies";
import { deviceHashOf } from "./given-at-sign-up";
import { isKnownDeviceOf } from "./security/known-device-store";

/**
 * Counts one mail to `email` (in its stored form). A browser in which the account's owner was signed in is counted by itself,
 * so that nobody else's wishes keep the owner from mail. All others are counted by who asks as well as by the address, so
 * that one of them does not use up what there is for all. Tells nothing about accounts.
 * @throws AppError rate_limited (429).
 */
export async function countAccountMail(
  { database, rateLimits }: Pick<AccountsDependencies, "database" | "rateLimits">,
  email: string,
  client: Client,
): Promise<void> {
  const deviceHash = await deviceHashOf(client);
  if (deviceHash !== null && (await isKnownDeviceOf(database, email, deviceHash)))
    return void (await rateLimits.take("account_mail_device", `${deviceHash} ${email}`));
  // First, so that what is refused here takes nothing from the others.
  await rateLimits.take("account_mail_pair", `${clientNetwork(client.address)} ${email}`);
  await rateLimits.take("account_mail_address", email);
}
