/** How a password reads once its decorations are gone: what people add to a word is what guessing programs add too. Pure. */

/** Signs and digits that stand for letters. */
const STANDS_FOR: Readonly<Record<string, string>> = {
  "@": "a",
  "4": "a",
  "8": "b",
  "(": "c",
  "3": "e",
  "6": "g",
  "9": "g",
  "1": "i",
  "!": "i",
  "|": "l",
  "0": "o",
  $: "s",
  "5": "s",
  "7": "t",
  "+": "t",
  "2": "z",
};

const asLetters = (text: string): string => Array.from(text, (sign) => STANDS_FOR[sign] ?? sign).join("");
const trimmed = (text: string, what: RegExp): string => {
  const first = text.search(what);
  if (first < 0) return "";
  let end = text.length;
  while (end > first && !what.test(text[end - 1] ?? "")) end--;
  return text.slice(first, end);
};

/**
 * The words a password may be made of, without repeats: as it is, without what stands around it, with signs read as
 * letters, and without what stands inside. Lower case.
 */
export function coresOf(password: string): string[] {
  const text = password.normalize("NFKC").toLowerCase().trim();
  const withoutSigns = trimmed(text, /[\p{L}\p{Nd}]/u);
  const word = trimmed(text, /\p{L}/u);
  // A phrase is more than its letters.
  const inside = /\s/.test(text) ? [] : [text.replace(/[^\p{L}]/gu, ""), text.replace(/[^\p{L}\p{Nd}]/gu, "")];
  const plain = [text, withoutSigns, word, ...inside];
  const read = [asLetters(word), trimmed(asLetters(withoutSigns), /\p{L}/u), ...endings(withoutSigns).map(asLetters)];
  return [...new Set([...plain, ...read])].filter((core) => core.length >= 3);
}

/** `p4ssw0rd123` has its word before the digits, of which none stands for a letter. */
function endings(text: string): string[] {
  return [text.replace(/\d+$/, ""), text.replace(/^\d+/, ""), text.replace(/^\d+|\d+$/g, "")];
}

/** The upper 48 bits of 64 of FNV-1a over UTF-8, by which the list names its words. */
export function wordHash(word: string): number {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(word)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return Number(hash >> 16n);
}
