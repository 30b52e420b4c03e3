/** Codes of six digits that are sent to telephones: hashed with the installation's key, few attempts, ten minutes. */
import { newId } from "../../../lib/ids";
import type { AccountsDependencies, Client } from "../dependencies";
import { deviceHashOf } from "../given-at-sign-up";
import { equalInConstantTime, hmacHex } from "../secrets";
import { type CodeSubject, consumeFactorCode, countCodeAttempt, replaceFactorCode } from "./factor-code-store";
import { isKnownDevice } from "./known-device-store";

export const SMS_CODE_VALID_MS = 10 * 60_000;
const DIGITS = 6;

type Dependencies = Pick<
  AccountsDependencies,
  "database" | "nowMs" | "sealingSecret" | "rateLimits" | "sms" | "origin"
>;

/**
 * Sends a new code; those before it stop working.
 * @throws AppError rate_limited (429), engine_not_configured (503) without a service for text messages.
 */
export async function sendSmsCode(
  dependencies: Dependencies,
  subject: CodeSubject,
  phone: string,
  client: Client,
): Promise<void> {
  const { database, nowMs, sms, sealingSecret, origin } = dependencies;
  sms.requireConfigured();
  await countText(dependencies, subject, phone, client);
  const id = newId("code", nowMs());
  const code = randomDigits(DIGITS);
  await replaceFactorCode(database, {
    id,
    ...subject,
    codeHash: await hashOf(id, code, await sealingSecret()),
    createdAtMs: nowMs(),
    expiresAtMs: nowMs() + SMS_CODE_VALID_MS,
  });
  // The last line lets telephones fill the code in on this site alone (origin-bound one-time codes).
  const { host } = new URL(origin);
  await sms.send({
    to: phone,
    text: `${code} is your Parlando code. It works for 10 minutes. Nobody of ours will ask you for it.\n\n@${host} #${code}`,
  });
}

/**
 * Counts one text. A browser in which the person was signed in is counted by itself where the telephone is theirs: others can
 * have texts sent from the same network and, while they set up a telephone, to the same number, and must not keep the owner
 * from signing in.
 */
async function countText(
  { database, rateLimits }: Pick<Dependencies, "database" | "rateLimits">,
  { userId, purpose }: CodeSubject,
  phone: string,
  client: Client,
): Promise<void> {
  const deviceHash = purpose === "sms_set_up" ? null : await deviceHashOf(client);
  if (deviceHash !== null && (await isKnownDevice(database, userId, deviceHash)))
    return rateLimits.take("sms_own_browser_user", userId);
  await rateLimits.take("sms_client", client.address);
  await rateLimits.take("sms_user", userId);
  await rateLimits.take("sms_phone", phone);
}

/** Whether this is the open code. Each try counts; the right one uses it up. */
export async function takeSmsCode(
  { database, nowMs, sealingSecret }: Pick<Dependencies, "database" | "nowMs" | "sealingSecret">,
  subject: CodeSubject,
  input: string,
): Promise<boolean> {
  const code = input.replace(/\s/g, "");
  if (!/^\d{6}$/.test(code)) return false;
  const tried = await countCodeAttempt(database, subject, nowMs());
  if (!tried) return false;
  if (!equalInConstantTime(tried.codeHash, await hashOf(tried.id, code, await sealingSecret()))) return false;
  return consumeFactorCode(database, tried.id, nowMs());
}

/** A plain hash of six digits could be searched in no time. */
const hashOf = (id: string, code: string, key: string) => hmacHex(key, `factor-code:${id}:${code}`);

/** Without the bias that a remainder of one byte would have. */
function randomDigits(count: number): string {
  let digits = "";
  while (digits.length < count)
    for (const byte of crypto.getRandomValues(new Uint8Array(count)))
      if (byte < 250 && digits.length < count) digits += String(byte % 10);
  return digits;
}
