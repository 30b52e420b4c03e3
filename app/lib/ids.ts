/**
 * Prefixed ids that sort by time: `hist_` + 10 characters of time (ms, Crockford base 32) + 16 random ones (80 bits).
 * Source: the layout of ULID.
 */
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

export type IdPrefix =
  | "visit"
  | "user"
  | "ws"
  | "hist"
  | "audio"
  | "key"
  | "req"
  | "mail"
  | "arch"
  | "sess"
  | "job"
  | "vid"
  | "event"
  | "code"
  | "sup"
  | "sev"
  | "exp"
  | "idp";

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
  let text = "";
  for (const byte of bytes) text += ALPHABET[byte % 32];
  return text;
}

const ID_SHAPE = /^[a-z]+_([0-9a-hjkmnp-tv-z]{10})[0-9a-hjkmnp-tv-z]{16}$/;

/** Whether a text has the form of an id of this kind; says nothing about whether it exists. */
export function isIdShaped(text: string, prefix: IdPrefix): boolean {
  return text.startsWith(`${prefix}_`) && ID_SHAPE.test(text);
}

/** The time (ms) in an id. Throws for a text that is none; check with `isIdShaped` first. */
export function timeOfId(id: string): number {
  const time = ID_SHAPE.exec(id)?.[1];
  if (time === undefined) throw new Error("not an id with a time in it");
  return Array.from(time).reduce((value, character) => value * 32 + ALPHABET.indexOf(character), 0);
}
