import { expect, test } from "vitest";
import { CATALOGUE } from "~/domains/voices/catalogue";
import { accentText } from "~/features/voices/voice-labels";
import {
  byLanguageName,
  filterVoices,
  languageName,
  NO_FILTER,
  previewAddress,
  summarizeVoice,
} from "~/features/voices/voice-summary";

const voices = CATALOGUE.map(summarizeVoice);

test("without a filter every voice is shown, in the catalogue's order", () => {
  expect(filterVoices(voices, NO_FILTER)).toEqual(voices);
});

test("language, gender and accent narrow together", () => {
  const found = filterVoices(voices, { ...NO_FILTER, language: "es", gender: "female" });
  expect(found.length).toBeGreaterThan(0);
  expect(found.every((voice) => voice.language === "es" && voice.gender === "female")).toBe(true);
});

test("all words of a search must be found, in any case and without accents", () => {
  const first = voices[0]!;
  expect(filterVoices(voices, { ...NO_FILTER, search: `  ${first.name.toUpperCase()} ENGLISH ` })).toContain(first);
  expect(filterVoices(voices, { ...NO_FILTER, search: `${first.name} no-such-word` })).toEqual([]);
});

test("a preview is asked for in the wanted language only where there is one", () => {
  const voice = { ...voices[0]!, voiceId: "a b", previewLanguages: ["en"] };
  expect(previewAddress(voice, "en")).toBe("/v1/voices/a%20b/preview?language=en");
  expect(previewAddress(voice, "xx")).toBe("/v1/voices/a%20b/preview");
});

test("accents that name a people, a place or a language have capitals, and others begin with one", () => {
  expect([...new Set(voices.map((voice) => accentText(voice.accent)))].sort()).toEqual([
    "American",
    "Brazilian",
    "Latin American",
    "Mandarin",
    "Modern standard",
    "Northern",
    "Peninsular",
    "Scottish",
    "Standard",
  ]);
  expect(accentText("northern irish")).toBe("Northern Irish");
});

test("languages to choose from are in the order of their names, not of their codes", () => {
  expect(byLanguageName(["de", "en", "es", "hr", "nl", "zh"]).map(languageName)).toEqual([
    "Chinese",
    "Croatian",
    "Dutch",
    "English",
    "German",
    "Spanish",
  ]);
});
