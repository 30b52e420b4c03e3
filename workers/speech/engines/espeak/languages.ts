// SPDX-License-Identifier: GPL-3.0-or-later
/** Which of eSpeak's languages speaks a BCP 47 code. */

export interface EspeakLanguage {
  /** eSpeak's voice by the name of its file; other names do not take a variant. */
  voice: string;
  dictionary: string;
}

/** Voices of the same name as their dictionary. */
const SAME_NAME = new Set(
  (
    "af am an ar as az ba be bg bn bs ca cs cv cy da de el eo es et eu fa fi fo ga gd gn gu he hi hr ht hu hy ia id is it " +
    "ja ka kk kl kn ko ku ky la lb lt lv mi mk ml mr ms mt my ne nl om or pa pl qu ro ru sd si sk sl sq sr sv sw ta te " +
    "th tk tn tr tt ug uk ur uz vi yue"
  ).split(" "),
);

const OTHERS: Record<string, EspeakLanguage> = {
  en: { voice: "en-us", dictionary: "en" },
  "en-gb": { voice: "en", dictionary: "en" },
  "en-scotland": { voice: "en-gb-scotland", dictionary: "en" },
  fr: { voice: "fr", dictionary: "fr" },
  "fr-be": { voice: "fr-be", dictionary: "fr" },
  "fr-ch": { voice: "fr-ch", dictionary: "fr" },
  pt: { voice: "pt-br", dictionary: "pt" },
  "pt-pt": { voice: "pt", dictionary: "pt" },
  "es-419": { voice: "es-419", dictionary: "es" },
  "es-mx": { voice: "es-419", dictionary: "es" },
  "es-us": { voice: "es-419", dictionary: "es" },
  zh: { voice: "cmn", dictionary: "cmn" },
  cmn: { voice: "cmn", dictionary: "cmn" },
  no: { voice: "nb", dictionary: "no" },
  nb: { voice: "nb", dictionary: "no" },
  nn: { voice: "nb", dictionary: "no" },
  // eSpeak has no Filipino. Indonesian shares its sounds; the words are respelled for it (see `filipino.ts`).
  fil: { voice: "id", dictionary: "id" },
  tl: { voice: "id", dictionary: "id" },
};

/** The most specific match: `es-MX` before `es`; null if eSpeak does not speak it. */
export function findEspeakLanguage(code: string): EspeakLanguage | null {
  const parts = code.toLowerCase().replaceAll("_", "-").split("-");
  for (let length = parts.length; length > 0; length--) {
    const tag = parts.slice(0, length).join("-");
    const other = OTHERS[tag];
    if (other) return other;
    if (SAME_NAME.has(tag)) return { voice: tag, dictionary: tag };
  }
  return null;
}

/** Other names of codes that are listed already. */
const ALIASES = new Set(["cmn", "nb", "nn", "tl"]);

/** Every base code, sorted. */
export function espeakLanguageCodes(): string[] {
  return [...SAME_NAME, ...Object.keys(OTHERS).filter((code) => !code.includes("-") && !ALIASES.has(code))].sort();
}
