/** The one code with which somebody who lost their second factor gets back in: 125 random bits, readable and typeable. */
import { sha256Hex } from "../secrets";

/** Crockford's base 32: no I, L, O or U to mistake. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const GROUPS = 5;
const GROUP_LENGTH = 5;

/** Like `7K3QF-…`: five groups of five. */
export function newBackupCode(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(GROUPS * GROUP_LENGTH));
  const text = Array.from(bytes, (byte) => ALPHABET[byte % ALPHABET.length]).join("");
  return text.match(new RegExp(`.{${GROUP_LENGTH}}`, "g"))?.join("-") ?? text;
}

/**
 * The hash under which a code is kept, also of one that was typed with small letters, other gaps, or an O for a zero. A
 * plain SHA-256 is enough: 125 random bits cannot be searched.
 */
export function backupCodeHash(code: string): Promise<string> {
  const plain = code.toUpperCase().replace(/[\s-]/g, "").replace(/O/g, "0").replace(/[IL]/g, "1");
  return sha256Hex(`backup-code:${plain}`);
}
