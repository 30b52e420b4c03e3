import type { CatalogueVoice } from "~/domains/voices/schema";

/** A voice as pickers show it. */
export interface VoiceSummary {
  voiceId: string;
  name: string;
  description: string;
  gender: string;
  age: string;
  accent: string;
  /** ISO 639-1. */
  language: string;
  useCase: string;
  /** ISO 639-1 of every language it has a preview in. */
  previewLanguages: string[];
}

export function summarizeVoice(voice: CatalogueVoice): VoiceSummary {
  const { name, description, gender, age, accent, language, useCase, speaker } = voice;
  return {
    voiceId: speaker.voiceId,
    name,
    description,
    gender,
    age,
    accent,
    language,
    useCase,
    previewLanguages: voice.verifiedLanguages.map((verified) => verified.language),
  };
}

/** Where a preview is; in `language` if the voice has one, else in its own. Source: spec 001, section 5. */
export function previewAddress(voice: VoiceSummary, language?: string): string {
  const address = `/v1/voices/${encodeURIComponent(voice.voiceId)}/preview`;
  return language && voice.previewLanguages.includes(language)
    ? `${address}?language=${encodeURIComponent(language)}`
    : address;
}

export interface VoiceFilter {
  search: string;
  /** Empty: any. */
  language: string;
  gender: string;
  accent: string;
}

export const NO_FILTER: VoiceFilter = { search: "", language: "", gender: "", accent: "" };

/** Voices that fit: all words of the search somewhere in name, description or labels. */
export function filterVoices(voices: readonly VoiceSummary[], filter: VoiceFilter): VoiceSummary[] {
  const words = fold(filter.search).split(/\s+/).filter(Boolean);
  return voices.filter((voice) => {
    if (filter.gender && voice.gender !== filter.gender) return false;
    if (filter.accent && voice.accent !== filter.accent) return false;
    if (filter.language && voice.language !== filter.language) return false;
    const haystack = fold(
      [
        voice.name,
        voice.description,
        voice.gender,
        voice.age,
        voice.accent,
        voice.useCase,
        languageName(voice.language),
      ].join(" "),
    );
    return words.every((word) => haystack.includes(word));
  });
}

/** Lower case, without accents, underscores as spaces. */
function fold(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").replaceAll("_", " ").toLowerCase();
}

const languageNames = new Intl.DisplayNames(["en"], { type: "language" });

/** "Spanish" for "es"; the code itself when it has no name. */
export function languageName(code: string): string {
  try {
    return languageNames.of(code) ?? code;
  } catch {
    return code;
  }
}

/** Codes in the order of the names that people look for. */
export const byLanguageName = (codes: readonly string[]): string[] =>
  [...codes].sort((a, b) => languageName(a).localeCompare(languageName(b), "en"));
