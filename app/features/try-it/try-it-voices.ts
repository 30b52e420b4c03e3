import type { TryItVoice } from "./try-it-form";

/** What the catalogue knows of a voice, as far as visitors need it. */
interface CatalogueVoice {
  voiceId: string;
  name: string;
  description: string;
  /** BCP 47, e.g. `en-GB`. */
  nativeLanguage: string;
}

/** Voices per language offered to visitors, so that the page stays light. */
const PER_LANGUAGE = 6;

/** The first few voices of each language. */
export function tryItVoices(catalogue: readonly CatalogueVoice[]): TryItVoice[] {
  const perLanguage = new Map<string, number>();
  return catalogue.flatMap((voice) => {
    const language = voice.nativeLanguage.split("-")[0] ?? voice.nativeLanguage;
    const taken = perLanguage.get(language) ?? 0;
    if (taken >= PER_LANGUAGE) return [];
    perLanguage.set(language, taken + 1);
    return [{ voiceId: voice.voiceId, name: voice.name, description: voice.description, language }];
  });
}
