/** The speech worker as its callers see it, for tests: a request in, frames taken apart. */
import { exports } from "cloudflare:workers";
import { CATALOGUE } from "../../../app/domains/voices/catalogue";
import { readFrames } from "../../../workers/speech/frames";
import type {
  ErrorFrame,
  OutputFormat,
  SpeakerVoice,
  SpeakRequest,
  SpeechService,
  SummaryFrame,
  TimingFrame,
  VoiceSettings,
} from "../../../workers/speech/protocol";
import { samplesOfPcm16 } from "../../support/audio-measure";
import { NEUTRAL_SETTINGS } from "../../support/speaker-voice";

export const service = (exports as unknown as { default: SpeechService }).default;

export const catalogueSpeaker = (name: string): SpeakerVoice => {
  const voice = CATALOGUE.find((candidate) => candidate.name === name);
  if (!voice) throw new Error(`no voice ${name}`);
  return voice.speaker;
};

export interface Wish {
  voice?: SpeakerVoice;
  settings?: Partial<VoiceSettings>;
  language?: string;
  format?: OutputFormat;
  seed?: number;
  markup?: "plain" | "tags";
}

export function speakRequest(texts: string | string[], wish: Wish = {}): SpeakRequest {
  const voice = wish.voice ?? catalogueSpeaker("Clara");
  const settings = { ...NEUTRAL_SETTINGS, ...wish.settings };
  return {
    requestId: "test",
    engine: "embedded",
    modelId: "eleven_multilingual_v2",
    entries: (Array.isArray(texts) ? texts : [texts]).map((text) => ({ text, voice, settings })),
    outputFormat: wish.format ?? "pcm_16000",
    languageCode: wish.language,
    seed: wish.seed ?? 1,
    normalization: "auto",
    markup: wish.markup ?? "plain",
  };
}

export interface Spoken {
  bytes: Uint8Array;
  timings: TimingFrame[];
  summary: SummaryFrame | null;
  error: ErrorFrame | null;
  /** Kinds of the frames, in order. */
  kinds: string[];
}

export async function speak(request: SpeakRequest): Promise<Spoken> {
  const spoken: Spoken = { bytes: new Uint8Array(0), timings: [], summary: null, error: null, kinds: [] };
  const pieces: Uint8Array[] = [];
  for await (const frame of readFrames(await service.speak(request))) {
    spoken.kinds.push(frame.type);
    if (frame.type === "audio") pieces.push(frame.bytes);
    else if (frame.type === "timing") spoken.timings.push(frame.timing);
    else if (frame.type === "summary") spoken.summary = frame.summary;
    else spoken.error = frame.error;
  }
  spoken.bytes = new Uint8Array(await new Blob(pieces as BlobPart[]).arrayBuffer());
  return spoken;
}

/** Speech at 16 kHz, or the test's failure. */
export async function say(texts: string | string[], wish: Wish = {}) {
  const spoken = await speak(speakRequest(texts, { ...wish, format: "pcm_16000" }));
  if (spoken.error || !spoken.summary) throw new Error(`refused: ${spoken.error?.code} ${spoken.error?.message}`);
  return { ...spoken, summary: spoken.summary, samples: samplesOfPcm16(spoken.bytes), sampleRateHz: 16_000 };
}

/** Where each word of the text is told to start and end, by the alignment's characters. */
export function wordsOf(timings: readonly TimingFrame[]): { word: string; startSeconds: number; endSeconds: number }[] {
  const characters = timings.flatMap(({ alignment }) =>
    alignment.characters.map((character, index) => ({
      character,
      start: alignment.characterStartTimesSeconds[index]!,
      end: alignment.characterEndTimesSeconds[index]!,
    })),
  );
  const words: { word: string; startSeconds: number; endSeconds: number }[] = [];
  let inside = false;
  for (const { character, start, end } of characters) {
    const letter = /[\p{L}\p{N}\p{M}']/u.test(character);
    const last = words.at(-1);
    if (letter && inside && last) {
      last.word += character;
      last.endSeconds = end;
    } else if (letter) words.push({ word: character, startSeconds: start, endSeconds: end });
    inside = letter;
  }
  return words;
}
