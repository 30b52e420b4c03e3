/** English by flite (Carnegie Mellon, BSD-like licence). */
import type { SpeakerVoice } from "../../protocol";
import type { SpeechUnit } from "../../text/units";
import type { EmbeddedEngine, SynthesizedUnit, UnitJob } from "../engine";
import { readPhonemes } from "../phonemes";
import { cutOut, onsetBetween, soundBounds } from "../prosody/edges";
import { phaseSpread } from "../prosody/phase-spread";
import { withQuestionRise } from "../prosody/question-rise";
import { SeededRandom } from "../prosody/seeded-random";
import { equalizerAt, evenly, proportionally, prosodyOf, type UnitProsody } from "../prosody/unit-prosody";
import { whispered } from "../prosody/whisper";
import { timeWords } from "../prosody/word-times";
import { alphaForShift } from "./formants";
import { InventedWords } from "./lexicon";
import { DEFAULT_BETA, type FliteBase, type FliteOptions, type FlitePhone, type FliteRuntime } from "./runtime";
import { alignWords } from "./word-alignment";
import { WordPhones } from "./word-phones";

/** The base voices as flite ships them: what a voice without likeness sounds like. Measured on the test sentences. */
const BASES: Record<FliteBase, { f0Hz: number; f0SpreadHz: number; gainDb: number }> = {
  slt: { f0Hz: 173, f0SpreadHz: 40, gainDb: -0.9 },
  rms: { f0Hz: 95, f0SpreadHz: 29, gainDb: 3.8 },
  awb: { f0Hz: 130, f0SpreadHz: 32, gainDb: 3.6 },
  kal16: { f0Hz: 98, f0SpreadHz: 16, gainDb: 11.8 },
};
/** rms speaks this much lower than it is asked to. */
const RMS_F0_COMPENSATION = 1.066;
const OUTPUT_RATE_HZ = 16_000;
/** Rates that are multiples of this keep resampling filters small. */
const RATE_STEP_HZ = 200;
/** Questions that could be answered by yes rise further than those that begin with a question word. */
const RISE_SEMITONES = 6;
const WH_RISE_SEMITONES = 4;
const WH_WORDS = /^(?:what|when|where|which|who|whom|whose|why|how)\b/i;
/** Phone times and energy agree within these; further apart, the phones are believed. */
const ONSET_TOLERANCE_SECONDS = 0.06;
const RELEASE_TOLERANCE_SECONDS = 0.08;
/** A word after a pause may begin with a stop, heard only when it opens. */
const LONGEST_CLOSURE_SECONDS = 0.2;

export function createFliteEngine(runtime: FliteRuntime): EmbeddedEngine {
  const wordPhones = new WordPhones(runtime);
  return { name: "flite", synthesizeUnit: (job) => synthesize(runtime, wordPhones, job) };
}

async function synthesize(
  runtime: FliteRuntime,
  wordPhones: WordPhones,
  job: UnitJob,
): Promise<SynthesizedUnit | null> {
  const { unit, voice, settings, seed } = job;
  const prosody = prosodyOf(unit, settings, seed);
  const plan = planFor(voice, prosody);
  const written = writeText(unit);
  const speech = await runtime.run({ ...plan.options, text: written.text, lexicon: written.lexicon });
  const sampleRateHz = Math.round(speech.sampleRateHz * plan.rateFactor);
  const phones = speech.phones.map(({ name, endSeconds }) => ({ name, endSeconds: endSeconds / plan.rateFactor }));
  const bounds = spokenBounds(speech.samples, sampleRateHz, phones);
  if (!bounds) return null;

  const known = await wordPhones.of(written.words.filter((word) => !written.pronounced.has(word)));
  let next = 0;
  const spans = alignWords(
    phones,
    written.words.map((word) => written.pronounced.get(word) ?? known[next++]!),
  );
  for (const span of spans) {
    if (!span.afterPause) continue;
    const limit = Math.min(span.endSeconds, span.startSeconds + LONGEST_CLOSURE_SECONDS);
    span.startSeconds = onsetBetween(speech.samples, sampleRateHz, span.startSeconds, limit);
  }
  const cut = cutOut(speech.samples, sampleRateHz, bounds);
  // The woman's voice is smooth enough as it is.
  let samples = voice.flite.base === "slt" ? cut.samples : phaseSpread(cut.samples, sampleRateHz);
  if (unit.ending === "question" && !unit.delivery.whisper) {
    const semitones = WH_WORDS.test(written.text) ? WH_RISE_SEMITONES : RISE_SEMITONES;
    samples = withQuestionRise(samples, sampleRateHz, plan.heardF0Hz, semitones);
  }
  if (unit.delivery.whisper) samples = whispered(samples, sampleRateHz, new SeededRandom(seed, "whisper", unit.source));
  return {
    samples,
    sampleRateHz,
    words: timeWords(unit, spans, cut.shiftSeconds, samples.length / sampleRateHz),
    equalizer: equalizerAt(voice.flite.equalizer, prosody.likeness),
    gainDb: evenly(BASES[voice.flite.base].gainDb, voice.flite.gainDb, Math.min(1, prosody.likeness)),
    deliveryGainDb: unit.delivery.gainDb,
  };
}

interface FlitePlan {
  options: Omit<FliteOptions, "text">;
  /** Sample rate and F0 of what flite makes are to be multiplied by this (formants of kal16). */
  rateFactor: number;
  heardF0Hz: number;
}

function planFor({ flite }: SpeakerVoice, prosody: UnitProsody): FlitePlan {
  const base = BASES[flite.base];
  const shift = evenly(0, flite.formantSemitones, prosody.likeness);
  const statistical = flite.base !== "kal16";
  const rateFactor = statistical
    ? 1
    : (Math.round((OUTPUT_RATE_HZ * 2 ** (shift / 12)) / RATE_STEP_HZ) * RATE_STEP_HZ) / OUTPUT_RATE_HZ;
  const f0Hz = proportionally(base.f0Hz, flite.f0Hz ?? base.f0Hz, prosody.likeness) * prosody.f0Factor;
  const ownSpread = proportionally(base.f0SpreadHz, flite.f0SpreadHz ?? base.f0SpreadHz, prosody.likeness);
  const compensation = flite.base === "rms" ? RMS_F0_COMPENSATION : 1;
  return {
    options: {
      base: flite.base,
      alpha: statistical ? alphaForShift(shift) : undefined,
      beta: statistical ? evenly(DEFAULT_BETA, flite.beta, Math.min(1, prosody.likeness)) : undefined,
      durationStretch: rateFactor / (proportionally(1, flite.rate, prosody.likeness) * prosody.pace),
      f0Hz: (f0Hz * compensation) / rateFactor,
      f0SpreadHz: (ownSpread * prosody.spreadFactor) / rateFactor,
    },
    rateFactor,
    heardF0Hz: f0Hz,
  };
}

interface WrittenUnit {
  text: string;
  lexicon: string;
  /** One for each word of each token, as written for flite; empty if flite can say nothing of it. */
  words: string[];
  /** Phones of the invented words. */
  pronounced: Map<string, string[]>;
}

function writeText(unit: SpeechUnit): WrittenUnit {
  const invented = new InventedWords();
  const pronounced = new Map<string, string[]>();
  const words: string[] = [];
  const parts: string[] = [];
  for (const token of unit.tokens) {
    const phones = token.phonemes ? readPhonemes(token.phonemes) : [];
    const spoken = phones.length > 0 ? [invented.add(phones)] : token.words.map(foldToAscii);
    if (phones.length > 0) {
      pronounced.set(
        spoken[0]!,
        phones.map(({ name }) => name),
      );
      // The other words of a token with a given pronunciation are part of it.
      words.push(spoken[0]!, ...token.words.slice(1).map(() => ""));
    } else words.push(...spoken);
    const text = spoken.filter(Boolean).join(" ");
    if (text) parts.push(text + foldToAscii(token.punctuation));
  }
  let text = parts.join(" ");
  if (!/[.,;:!?]$/.test(text)) text += unit.ending === "clause" ? "," : unit.ending === "question" ? "?" : ".";
  return { text, lexicon: invented.lexicon(), words, pronounced };
}

/** flite splits words at every byte it does not know: accents go, and what has no plain letter goes too. */
function foldToAscii(word: string): string {
  return word
    .normalize("NFKD")
    .replace(/[’‘]/g, "'")
    .replace(/ß/g, "ss")
    .replace(/[øØ]/g, "o")
    .replace(/[æÆ]/g, "ae")
    .replace(/[łŁ]/g, "l")
    .replace(/[^\x21-\x7e]/g, "");
}

/** From the first phone's start to the last one's end, adjusted to where energy really rises and falls. */
function spokenBounds(samples: Float32Array, sampleRateHz: number, phones: readonly FlitePhone[]) {
  const sound = soundBounds(samples, sampleRateHz);
  const firstIndex = phones.findIndex(({ name }) => name !== "pau");
  const last = phones.findLast(({ name }) => name !== "pau");
  if (!sound || firstIndex < 0 || !last) return null;
  const onset = (phones[firstIndex - 1]?.endSeconds ?? 0) * sampleRateHz;
  const release = last.endSeconds * sampleRateHz;
  return {
    start: Math.round(
      clamp(
        sound.start,
        onset - ONSET_TOLERANCE_SECONDS * sampleRateHz,
        onset + ONSET_TOLERANCE_SECONDS * sampleRateHz,
      ),
    ),
    end: Math.round(
      clamp(
        sound.end,
        release - RELEASE_TOLERANCE_SECONDS * sampleRateHz,
        release + RELEASE_TOLERANCE_SECONDS * sampleRateHz,
      ),
    ),
  };
}

const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));
