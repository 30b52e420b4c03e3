/** The text front end: from what callers write to units that engines speak, and back to the characters they wrote. */
export { alignSilence, alignUnit, spokenText } from "./align";
export { NEUTRAL_DELIVERY } from "./delivery";
export { detectLanguage } from "./detect";
export { SpeechTextError } from "./errors";
export { baseLanguage, KNOWN_LANGUAGES, normalizeLanguageCode } from "./languages";
export { MAX_BREAK_MS, MAX_BREAKS_PER_ENTRY_MS, NAMED_PAUSE_MS, PAUSE_MS } from "./pauses";
export { isNeutral, planUnits } from "./plan";
export { countCharacters, isSpeakable } from "./speakable";
export type {
  Delivery,
  GivenPhonemes,
  SilenceUnit,
  SpeechUnit,
  SpokenToken,
  TextUnit,
  WordTime,
} from "./units";
