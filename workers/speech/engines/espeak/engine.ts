// SPDX-License-Identifier: GPL-3.0-or-later
/** Every language but English (and English where flite is switched off) by eSpeak NG. */
import type { SpeechUnit } from "../../text/units";
import { type EmbeddedEngine, EngineError, type SynthesizedUnit, type UnitJob } from "../engine";
import { readPhonemes } from "../phonemes";
import { cutOut, soundBounds } from "../prosody/edges";
import { phaseSpread } from "../prosody/phase-spread";
import { SeededRandom } from "../prosody/seeded-random";
import { withSoftPeaks } from "../prosody/soft-peaks";
import { equalizerAt, evenly, proportionally, prosodyOf } from "../prosody/unit-prosody";
import { whispered } from "../prosody/whisper";
import { timeWords } from "../prosody/word-times";
import { respellFilipino } from "./filipino";
import { findEspeakLanguage } from "./languages";
import { espeakPhonemes } from "./mnemonics";
import type { EspeakRuntime } from "./module";
import { type PlacedWord, spansOfWords } from "./word-times";

const NEUTRAL_WORDS_PER_MINUTE = 175;
const NEUTRAL_PITCH = 50;
const NEUTRAL_RANGE = 50;
/** Steps of eSpeak's pitch scale in an octave, measured around its middle. */
const PITCH_STEPS_PER_OCTAVE = 75;
/** A wider range reaches further up than down; this much lower pitch for each step of range keeps the mean. */
const PITCH_PER_RANGE = 0.17;
const SCALE_TOP = 99;
const WORDS_PER_MINUTE = { lowest: 80, highest: 400 };
/** Written without spaces: a space would be read as a word's end. */
const UNSPACED = /^(?:zh|cmn|yue|ja|th|my)\b/i;

export function createEspeakEngine(runtime: EspeakRuntime): EmbeddedEngine {
  return { name: "espeak", synthesizeUnit: (job) => synthesize(runtime, job) };
}

async function synthesize(
  runtime: EspeakRuntime,
  { unit, voice, settings, seed }: UnitJob,
): Promise<SynthesizedUnit | null> {
  const language = findEspeakLanguage(unit.language);
  if (!language) throw new EngineError(`eSpeak does not speak ${unit.language}`);
  const { espeak } = voice;
  const prosody = prosodyOf(unit, settings, seed);
  const written = writeText(unit);
  const ownRange = evenly(NEUTRAL_RANGE, espeak.range, prosody.likeness);
  const range = ownRange * prosody.spreadFactor;
  const pitch =
    evenly(NEUTRAL_PITCH, espeak.pitch, prosody.likeness) +
    PITCH_STEPS_PER_OCTAVE * Math.log2(prosody.f0Factor) -
    PITCH_PER_RANGE * (range - ownRange);
  const pace = proportionally(1, espeak.rate, prosody.likeness) * prosody.pace;
  const speech = await runtime.say({
    text: written.text,
    voice: `${language.voice}+${espeak.variant}`,
    dictionary: language.dictionary,
    wordsPerMinute: clamp(
      Math.round(NEUTRAL_WORDS_PER_MINUTE * pace),
      WORDS_PER_MINUTE.lowest,
      WORDS_PER_MINUTE.highest,
    ),
    pitch: clamp(Math.round(pitch), 0, SCALE_TOP),
    range: clamp(Math.round(range), 0, SCALE_TOP),
  });
  const bounds = soundBounds(speech.samples, speech.sampleRateHz);
  if (!bounds) return null;
  const spans = spansOfWords(written.words, speech.events, bounds.end / speech.sampleRateHz);
  const cut = cutOut(speech.samples, speech.sampleRateHz, bounds);
  let samples = withSoftPeaks(phaseSpread(cut.samples, speech.sampleRateHz));
  if (unit.delivery.whisper)
    samples = whispered(samples, speech.sampleRateHz, new SeededRandom(seed, "whisper", unit.source));
  return {
    samples,
    sampleRateHz: speech.sampleRateHz,
    words: timeWords(unit, spans, cut.shiftSeconds, samples.length / speech.sampleRateHz),
    equalizer: equalizerAt(espeak.equalizer, prosody.likeness),
    gainDb: espeak.gainDb,
    deliveryGainDb: unit.delivery.gainDb,
  };
}

/** The unit as eSpeak's text, and where in it (in characters) each word stands. */
function writeText(unit: SpeechUnit): { text: string; words: PlacedWord[] } {
  const source = Array.from(unit.source);
  const respell = respellingFor(unit.language);
  const unspaced = UNSPACED.test(unit.language);
  let text = "";
  let length = 0;
  const words: PlacedWord[] = [];
  const append = (piece: string) => {
    text += piece;
    length += Array.from(piece).length;
  };
  unit.tokens.forEach((token, tokenIndex) => {
    const previous = unit.tokens[tokenIndex - 1];
    const between = previous ? source.slice(previous.sourceEnd, token.sourceStart).join("") : "";
    if (previous && (!unspaced || /\s/.test(between))) append(" ");
    const phones = token.phonemes ? readPhonemes(token.phonemes) : [];
    token.words.forEach((word, wordIndex) => {
      if (wordIndex > 0 && (!unspaced || phones.length > 0)) append(" ");
      const from = length;
      if (phones.length === 0) append(withoutMarkup(respell(word)));
      else if (wordIndex === 0) append(espeakPhonemes(phones));
      words.push({ from, to: length });
    });
    append(withoutMarkup(token.punctuation));
  });
  if (unit.ending === "question" && !/[?？؟]\s*$/.test(text)) append("?");
  return { text, words };
}

/** Spelling that eSpeak needs where its own rules for a language would misread. */
function respellingFor(language: string): (word: string) => string {
  if (/^(?:fil|tl)\b/i.test(language)) return respellFilipino;
  // Of a Chinese character in Japanese that nobody could read, eSpeak would say "Chinese letter".
  if (/^ja\b/i.test(language)) return (word) => word.replace(/\p{Script=Han}/gu, "");
  return (word) => word;
}

/** eSpeak takes `<…>` and `&…;` for markup and `[[…]]` for phonemes. */
const withoutMarkup = (text: string) => text.replace(/[<>&[\]]/g, " ");

const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));
