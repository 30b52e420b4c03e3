/** How often mail is sent to an address at somebody's wish who has not shown that it is theirs. */
import { clientNetwork } from "../../lib/client-network";
import type { AccountsDependencies, Client } from "./dependencies";
import { deviceHashOf } from "./given-at-sign-up";
import { isKnownDeviceOf } from "./security/known-device-store";

type Dependencies = Pick<AccountsDependencies, "database" | "rateLimits">;

/**
 * Counts one mail to `email` (in its stored form). A browser in which the account's owner was signed in is counted by itself,
 * so that nobody else's wishes keep the owner from mail. All others are counted by who asks as well as by the address, so
 * that one of them does not use up what there is for all. Tells nothing about accounts.
 * @throws AppError rate_limited (429).
 */
export async function countAccountMail(dependencies: Dependencies, email: string, client: Client): Promise<void> {
  if (await isCountedByItself(dependencies, email, client)) return;
  await countByAddress(dependencies, email, client);
}

/**
 * The same for mail that is sent again and again for nothing more than an address: whoever is not known to its owner is
 * counted by the network as well, whatever addresses they name. The owner's own browser is not, or a stranger in the same
 * network could keep it from mail with the addresses of others. @throws AppError rate_limited (429).
 */
export async function countMailOnRequest(dependencies: Dependencies, email: string, client: Client): Promise<void> {
  if (await isCountedByItself(dependencies, email, client)) return;
  await dependencies.rateLimits.take("account_mail_client", client.address);
  await countByAddress(dependencies, email, client);
}

/**
 * Counts one mail to another address at the wish of somebody who is signed in: by person, so that it does not matter how many
 * browsers they sign in with, and by the network only where the browser is not known to be theirs.
 * @throws AppError rate_limited (429).
 */
export async function countMailToNewAddress(
  dependencies: Dependencies,
  person: { id: string; email: string },
  newEmail: string,
  client: Client,
): Promise<void> {
  const { rateLimits } = dependencies;
  await rateLimits.take("email_change_user", person.id);
  await countUnknownBrowser(dependencies, person.email, client);
  await countByAddress(dependencies, newEmail, client);
}

/** Counts by the network what a browser asks for in which nobody was signed in who has this address. */
export async function countUnknownBrowser(dependencies: Dependencies, email: string, client: Client): Promise<void> {
  if ((await knownDeviceOf(dependencies, email, client)) === null)
    await dependencies.rateLimits.take("account_mail_client", client.address);
}

async function isCountedByItself(dependencies: Dependencies, email: string, client: Client): Promise<boolean> {
  const deviceHash = await knownDeviceOf(dependencies, email, client);
  if (deviceHash === null) return false;
  await dependencies.rateLimits.take("account_mail_device", `${deviceHash} ${email}`);
  return true;
}

async function knownDeviceOf({ database }: Dependencies, email: string, client: Client): Promise<string | null> {
  const deviceHash = await deviceHashOf(client);
  return deviceHash !== null && (await isKnownDeviceOf(database, email, deviceHash)) ? deviceHash : null;
}

async function countByAddress({ rateLimits }: Dependencies, email: string, client: Client): Promise<void> {
  // First, so that what is refused here takes nothing from the others.
  await rateLimits.take("account_mail_pair", `${clientNetwork(client.address)} ${email}`);
  await rateLimits.take("account_mail_address", email);
}
