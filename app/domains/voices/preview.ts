/** What a voice says to introduce itself. */
import type { CatalogueVoice } from "./schema";

export interface PreviewScript {
  text: string;
  /** ISO 639-1 */
  languageCode: string;
}

/** In the voice's own language, or in another it was checked in; null for any other. */
export function previewScript(voice: CatalogueVoice, language?: string): PreviewScript | null {
  if (language === undefined || language === voice.language) {
    return { text: voice.previewText, languageCode: voice.language };
  }
  if (language === "en" && voice.verifiedLanguages.some((verified) => verified.language === "en")) {
    return { text: `Hello, I am ${voice.name}. This is how I sound when I read English.`, languageCode: "en" };
  }
  return null;
}
