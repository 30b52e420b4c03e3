/** The text front end: from what callers write to units that engines speak, and back to the characters they wrote. */
export { alignSilence, alignUnit, spokenText } from "./align";
export { detectLanguage } from "./detect";
export { SpeechTextError } from "./errors";
export { detectLanguageInContext } from "./language-in-context";
export { normalizeLanguageCode } from "./languages";
export { planUnits } from "./plan";
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
