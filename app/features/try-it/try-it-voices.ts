import type { CatalogueVoice } from "~/domains/voices/schema";

/** Voices that visitors may try, by the language they were made for (ISO 639-1). Short: it travels in each page. */
export type TryItVoices = Record<string, [voiceId: string, name: string][]>;

/** Voices per language offered to visitors, so that the page stays light. */
const PER_LANGUAGE = 6;

/** The first few voices of each language. */
export function tryItVoices(catalogue: readonly CatalogueVoice[]): TryItVoices {
  const byLanguage: TryItVoices = {};
  for (const { name, language, speaker } of catalogue) {
    const voices = byLanguage[language] ?? [];
    byLanguage[language] = voices;
    if (voices.length < PER_LANGUAGE) voices.push([speaker.voiceId, name]);
  }
  return byLanguage;
}

/** The voices made for a language; English ones where there is none. */
export function voicesFor(voices: TryItVoices, language: string): [voiceId: string, name: string][] {
  return voices[language] ?? voices.en ?? [];
}

/** The catalogue is the same in every request, and so is what is made of it. */
const prepared = new WeakMap<object, { voices: TryItVoices; voicesJson: string }>();

/** What the form shows for a language, and all of `TryItVoices` as JSON that may stand in a script element. */
export function tryItData(catalogue: readonly CatalogueVoice[], language: string) {
  let known = prepared.get(catalogue);
  if (!known) {
    const voices = tryItVoices(catalogue);
    known = { voices, voicesJson: JSON.stringify(voices).replaceAll("<", "\\u003c") };
    prepared.set(catalogue, known);
  }
  return { shownVoices: voicesFor(known.voices, language), voicesJson: known.voicesJson };
}
