import type { CatalogueVoice } from "~/domains/voices/schema";
import type { TryItVoice } from "./try-it-form";

/** Voices per language offered to visitors, so that the page stays light. */
const PER_LANGUAGE = 6;

/** The first few voices of each language. */
export function tryItVoices(catalogue: readonly CatalogueVoice[]): TryItVoice[] {
  const perLanguage = new Map<string, number>();
  return catalogue.flatMap(({ name, description, language, speaker }) => {
    const taken = perLanguage.get(language) ?? 0;
    if (taken >= PER_LANGUAGE) return [];
    perLanguage.set(language, taken + 1);
    return [{ voiceId: speaker.voiceId, name, description, language }];
  });
}
