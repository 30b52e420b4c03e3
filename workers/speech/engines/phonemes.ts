/**
 * Pronunciations given in a text, in IPA or in CMU ARPAbet, as one neutral list of ARPAbet phones with stress, from which each
 * engine writes its own alphabet.
 *
 * CMU's alphabet: http://www.speech.cs.cmu.edu/cgi-bin/cmudict. IPA symbols outside English go to the nearest English phone.
 */
import type { GivenPhonemes } from "../text/units";

export interface Phone {
  /** Lower case ARPAbet without stress, e.g. `ey`, `dh`. */
  name: string;
  /** 1 primary, 2 secondary, 0 unstressed; vowels only. */
  stress: 0 | 1 | 2;
}

export const VOWELS: ReadonlySet<string> = new Set("aa ae ah ao aw ax ay eh er ey ih iy ow oy uh uw".split(" "));
const CONSONANTS: ReadonlySet<string> = new Set("b ch d dh f g hh jh k l m n ng p r s sh t th v w y z zh".split(" "));

/** Longest first; several phones where English has no single one. */
const IPA: readonly (readonly [string, string])[] = (
  [
    ["t͡ʃ", "ch"],
    ["d͡ʒ", "jh"],
    ["tʃ", "ch"],
    ["dʒ", "jh"],
    ["ʧ", "ch"],
    ["ʤ", "jh"],
    ["tɕ", "ch"],
    ["dʑ", "jh"],
    ["t͡s", "t s"],
    ["d͡z", "d z"],
    ["aɪ", "ay"],
    ["aʊ", "aw"],
    ["eɪ", "ey"],
    ["oʊ", "ow"],
    ["əʊ", "ow"],
    ["ɔɪ", "oy"],
    ["ɪə", "ih ax"],
    ["eə", "eh ax"],
    ["ʊə", "uh ax"],
    ["aj", "ay"],
    ["aw", "aw"],
    ["ej", "ey"],
    ["ow", "ow"],
    ["ɔj", "oy"],
    ["ɝ", "er"],
    ["ɚ", "er"],
    ["ɜ", "er"],
    ["ɑ", "aa"],
    ["ɒ", "aa"],
    ["a", "aa"],
    ["ɐ", "ah"],
    ["æ", "ae"],
    ["ʌ", "ah"],
    ["ɔ", "ao"],
    ["ə", "ax"],
    ["ɘ", "ax"],
    ["ɵ", "ax"],
    ["ɛ", "eh"],
    ["e", "ey"],
    ["ø", "er"],
    ["œ", "er"],
    ["ɪ", "ih"],
    ["ɨ", "ih"],
    ["i", "iy"],
    ["y", "uw"],
    ["ʏ", "uh"],
    ["o", "ow"],
    ["ɤ", "ah"],
    ["ʊ", "uh"],
    ["u", "uw"],
    ["ʉ", "uw"],
    ["ɯ", "uw"],
    ["b", "b"],
    ["β", "v"],
    ["ɓ", "b"],
    ["c", "k"],
    ["ç", "hh"],
    ["d", "d"],
    ["ð", "dh"],
    ["ɖ", "d"],
    ["f", "f"],
    ["ɸ", "f"],
    ["g", "g"],
    ["ɡ", "g"],
    ["ɣ", "g"],
    ["ɢ", "g"],
    ["h", "hh"],
    ["ɦ", "hh"],
    ["ħ", "hh"],
    ["x", "k"],
    ["χ", "k"],
    ["j", "y"],
    ["ʝ", "y"],
    ["ɥ", "w"],
    ["k", "k"],
    ["q", "k"],
    ["l", "l"],
    ["ɫ", "l"],
    ["ɭ", "l"],
    ["ɬ", "l"],
    ["ʎ", "l y"],
    ["m", "m"],
    ["ɱ", "m"],
    ["n", "n"],
    ["ɳ", "n"],
    ["ɲ", "n y"],
    ["ŋ", "ng"],
    ["ɴ", "ng"],
    ["p", "p"],
    ["r", "r"],
    ["ɹ", "r"],
    ["ɻ", "r"],
    ["ɾ", "r"],
    ["ʀ", "r"],
    ["ʁ", "r"],
    ["s", "s"],
    ["ʂ", "sh"],
    ["ʃ", "sh"],
    ["ɕ", "sh"],
    ["t", "t"],
    ["ʈ", "t"],
    ["θ", "th"],
    ["v", "v"],
    ["ʋ", "v"],
    ["w", "w"],
    ["ʍ", "w"],
    ["z", "z"],
    ["ʐ", "zh"],
    ["ʒ", "zh"],
    ["ʑ", "zh"],
  ] as [string, string][]
).sort((a, b) => b[0].length - a[0].length);

/** Phones of a given pronunciation; empty if nothing of it could be read. */
export function readPhonemes(given: GivenPhonemes): Phone[] {
  return given.alphabet === "ipa" ? readIpa(given.value) : readArpabet(given.value);
}

function readArpabet(value: string): Phone[] {
  const phones: Phone[] = [];
  for (const [, name, stress] of value.toLowerCase().matchAll(/([a-z]+)([0-2])?/g)) {
    // CMU's AH without stress is the schwa.
    if (name === "axr") phones.push({ name: "er", stress: 0 });
    else if (name === "ix") phones.push({ name: "ih", stress: 0 });
    else if (name === "ah" && (stress ?? "0") === "0") phones.push({ name: "ax", stress: 0 });
    else if (VOWELS.has(name!)) phones.push({ name: name!, stress: Number(stress ?? 0) as Phone["stress"] });
    else if (CONSONANTS.has(name!)) phones.push({ name: name!, stress: 0 });
  }
  return phones;
}

function readIpa(value: string): Phone[] {
  const phones: Phone[] = [];
  const text = value.normalize("NFC");
  let stress: Phone["stress"] = 0;
  let stressed = false;
  for (let at = 0; at < text.length; ) {
    const mark = text[at];
    if (mark === "ˈ" || mark === "'" || mark === "ˌ") {
      stress = mark === "ˌ" ? 2 : 1;
      stressed ||= stress === 1;
      at++;
      continue;
    }
    const entry = IPA.find(([symbol]) => text.startsWith(symbol, at));
    if (!entry) {
      at++;
      continue;
    }
    at += entry[0].length;
    for (const name of entry[1].split(" ")) {
      const vowel = VOWELS.has(name);
      phones.push({ name, stress: vowel ? stress : 0 });
      if (vowel) stress = 0;
    }
  }
  // A word without a stress mark still has a stressed syllable: its first that is not a schwa.
  if (!stressed) {
    const first =
      phones.find(({ name }) => VOWELS.has(name) && name !== "ax") ?? phones.find(({ name }) => VOWELS.has(name));
    if (first) first.stress = 1;
  }
  return phones;
}
