/** Languages that models name, by the ids clients send as `language_code`. */

const NAMES: Readonly<Record<string, string>> = {
  en: "English",
  ja: "Japanese",
  zh: "Chinese",
  de: "German",
  hi: "Hindi",
  fr: "French",
  ko: "Korean",
  pt: "Portuguese",
  it: "Italian",
  es: "Spanish",
  id: "Indonesian",
  nl: "Dutch",
  tr: "Turkish",
  fil: "Filipino",
  pl: "Polish",
  sv: "Swedish",
  bg: "Bulgarian",
  ro: "Romanian",
  ar: "Arabic",
  cs: "Czech",
  el: "Greek",
  fi: "Finnish",
  hr: "Croatian",
  ms: "Malay",
  sk: "Slovak",
  da: "Danish",
  ta: "Tamil",
  uk: "Ukrainian",
  ru: "Russian",
  hu: "Hungarian",
  no: "Norwegian",
  vi: "Vietnamese",
  af: "Afrikaans",
  hy: "Armenian",
  as: "Assamese",
  az: "Azerbaijani",
  be: "Belarusian",
  bn: "Bengali",
  bs: "Bosnian",
  ca: "Catalan",
  et: "Estonian",
  ka: "Georgian",
  gu: "Gujarati",
  he: "Hebrew",
  is: "Icelandic",
  ga: "Irish",
  kn: "Kannada",
  kk: "Kazakh",
  ky: "Kyrgyz",
  lv: "Latvian",
  lt: "Lithuanian",
  lb: "Luxembourgish",
  mk: "Macedonian",
  ml: "Malayalam",
  mr: "Marathi",
  ne: "Nepali",
  fa: "Persian",
  pa: "Punjabi",
  sr: "Serbian",
  sd: "Sindhi",
  sl: "Slovenian",
  sw: "Swahili",
  te: "Telugu",
  th: "Thai",
  ur: "Urdu",
  cy: "Welsh",
};

const ALL = Object.keys(NAMES);

export const ENGLISH = ["en"];
/** The eight of the first multilingual model. */
export const LANGUAGES_V1 = ["en", "de", "pl", "es", "it", "fr", "pt", "hi"];
/** Spec 001, section 2: the languages of the landing pages. */
export const LANGUAGES_V2 = ALL.slice(0, 29);
/** With Hungarian, Norwegian and Vietnamese. */
export const LANGUAGES_V2_5 = ALL.slice(0, 32);
/** All that the embedded engines speak of those that such models have. */
export const LANGUAGES_V3 = ALL;

/** English name of a language id; the id itself where it is not known. */
export function languageName(languageId: string): string {
  return NAMES[languageId] ?? languageId;
}
