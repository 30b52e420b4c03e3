/**
 * Prefixed ids that sort by time: `hist_` + 10 characters of time (ms, Crockford base 32) + 16 random ones (80 bits).
 * Source: the layout of ULID.
 */
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

export type IdPrefix = "user" | "ws" | "hist" | "audio" | "key" | "req" | "mail" | "arch" | "sess";

/** A new id. `nowMs` may be given where ids must follow a known time (tests, imports). */
export function newId(prefix: IdPrefix, nowMs: number = Date.now()): string {
  let time = "";
  for (let rest = nowMs, i = 0; i < 10; i++) {
    time = ALPHABET[rest % 32] + time;
    rest = Math.floor(rest / 32);
  }
  return `${prefix}_${time}${randomText(16)}`;
}

/** `length` random characters (5 bits each). For secrets use 32 or more. */
export function randomText(length: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(length));
  return Array.from(bytes, (byte) => ALPHABET[byte % 32]).join("");
}
