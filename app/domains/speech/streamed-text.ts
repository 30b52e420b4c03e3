/**
 * Text that arrives in pieces and is spoken chunk by chunk: each chunk is a generation of its own (held, charged and cancelled
 * as any other), all of them together are one sound and one history item. Source: contract, socket `tts.stream-input`.
 */
import { bytesPerSecondOf } from "../../../workers/speech/formats";
import type {
  OutputFormat,
  SoundPause,
  SpeakRequest,
  SpeechFrame,
  TimingFrame,
  VoiceSettings,
} from "../../../workers/speech/protocol";
import { newId } from "../../lib/ids";
import { shiftTimings } from "../history/timings";
import { generate } from "./generation";
import { itemOf, soundKeys, startRecording, storeTimings } from "./keeping";
import { joinPeaks } from "./peaks";
import type { SpeechDependencies } from "./ports";
import { requireVoices } from "./preparation";
import type { Finished, Generation, GenerationCaller } from "./schema";

/** What all chunks of a text share. */
export interface StreamedTextOptions {
  voiceId: string;
  modelId: string;
  outputFormat: OutputFormat;
  languageCode?: string;
  seed?: number;
  normalization: "auto" | "on" | "off";
  /** False: what stands in angle brackets is text. Absent: it is markup. */
  readsSsml?: boolean;
  keepInHistory: boolean;
}

/** A chunk on its way: read `frames` to the end, or cancel it. */
export type SpokenChunk = Pick<Generation, "frames" | "cancel" | "finished">;

export interface StreamedText {
  /** Speaks the next chunk; wait for its `finished` before the one after. Throws what `generate` throws. */
  speak(text: string, settings: Partial<VoiceSettings>, followedBy: SpeakRequest["followedBy"]): Promise<SpokenChunk>;
  /** Lets all come out that was spoken, where more was to follow at once: the bytes of a silence, which the last character has. */
  pause(): Promise<Uint8Array>;
  /**
   * Ends the sound, and writes the chunks that were spoken to their ends into history; nothing is written where none was.
   * Answers the last bytes of the sound, for whoever has heard the chunks. Never rejects.
   */
  finish(): Promise<Uint8Array>;
}

/** Prosody needs the end of what was said, not all of it. */
const PREVIOUS_TEXT_CHARACTERS = 300;

interface Kept {
  texts: string[];
  timings: TimingFrame[];
  peaks: { values: number[]; seconds: number }[];
  languages: string[];
  seconds: number;
  requestId: string;
  characterCountFrom: number;
  characterCountTo: number;
}

export function streamText(
  dependencies: SpeechDependencies,
  caller: GenerationCaller,
  options: StreamedTextOptions,
): StreamedText {
  const { workspaceId } = caller;
  const { voiceId, modelId, outputFormat, keepInHistory, ...rest } = options;
  const keys = soundKeys(workspaceId, outputFormat);
  const sound = dependencies.engines.openSound(outputFormat);
  const recorder = keepInHistory ? startRecording(dependencies, keys.audioKey, outputFormat) : null;
  const historyItemId = newId("hist", dependencies.nowMs());
  let said = "";
  let used: Partial<VoiceSettings> = {};
  let kept: Kept | null = null;
  let ended = false;
  /** What the last chunk was to be followed by. */
  let following: SpeakRequest["followedBy"];

  /** Takes a finished chunk over, its times moved behind those before. */
  async function keep(
    text: string,
    requestId: string,
    pieces: Uint8Array[],
    timings: TimingFrame[],
    finished: Finished,
  ) {
    const { settlement, summary } = finished;
    if (ended || !recorder || !settlement || !summary) return;
    for (const piece of pieces) await recorder.append(piece);
    kept ??= {
      texts: [],
      timings: [],
      peaks: [],
      languages: summary.languages,
      seconds: 0,
      requestId,
      characterCountFrom: settlement.characterCountFrom,
      characterCountTo: 0,
    };
    kept.texts.push(text);
    for (const timing of timings) kept.timings.push(shiftTimings(timing, kept.seconds));
    kept.peaks.push({ values: summary.peaks, seconds: summary.durationSeconds });
    kept.seconds += summary.durationSeconds;
    kept.characterCountTo = settlement.characterCountTo;
  }

  /** The silence belongs to the last character. */
  async function keepPause({ bytes, seconds }: SoundPause): Promise<void> {
    if (!recorder || !kept) return;
    await recorder.append(bytes);
    kept.seconds += seconds;
    const last = kept.timings.at(-1);
    for (const ends of [last?.alignment, last?.normalizedAlignment].map((one) => one?.characterEndTimesSeconds))
      if (ends && ends.length > 0) ends[ends.length - 1]! += seconds;
  }

  async function* passing(generation: Generation, text: string): AsyncGenerator<SpeechFrame, void, undefined> {
    const pieces: Uint8Array[] = [];
    const timings: TimingFrame[] = [];
    try {
      for await (const frame of generation.frames) {
        if (frame.type === "audio" && recorder) pieces.push(frame.bytes);
        if (frame.type === "timing") timings.push(frame.timing);
        yield frame;
      }
    } finally {
      const finished = await generation.finished;
      for (const frame of finished.rest ?? []) {
        if (frame.type === "audio" && recorder) pieces.push(frame.bytes);
        if (frame.type === "timing") timings.push(frame.timing);
      }
      if (finished.outcome === "complete") await keep(text, generation.requestId, pieces, timings, finished);
    }
  }

  /** Writes what was kept, `tail` at its end. */
  async function writeItem(tail: Uint8Array): Promise<void> {
    if (!recorder || !kept) return recorder?.discard();
    await recorder.append(tail);
    const stored = await recorder.finish();
    if (!stored) return;
    const { texts, timings, peaks, languages, seconds, requestId, ...counts } = kept;
    const summary = {
      durationSeconds: seconds || stored.bytes / bytesPerSecondOf(outputFormat),
      sampleRateHz: 0,
      languages,
      firstUnitMs: 0,
      engineMs: 0,
      peaks: joinPeaks(peaks),
    };
    // A text in pieces is no request that could be repeated; its own id keeps its sound apart.
    const fingerprint = `stream ${historyItemId}`;
    const file = { workspaceId, fingerprint, keys, outputFormat, bytes: stored.bytes, summary, timings };
    const [audio, voices] = await Promise.all([
      storeTimings(dependencies, file),
      requireVoices(dependencies, workspaceId, [{ voiceId }]),
    ]);
    const request = {
      historyItemId,
      requestId,
      ...caller,
      modelId,
      entries: [{ text: texts.join("") }],
      voices,
      settings: [{ ...voices[0]!.settings, ...used }],
      isDialogue: false,
      seed: options.seed ?? null,
    };
    await dependencies.history.addItem({ ...itemOf(request, { audio, languages }), ...counts });
  }

  return {
    async speak(text, settings, followedBy) {
      used = { ...used, ...settings };
      const generation = await generate({ ...dependencies, engines: sound }, caller, {
        ...rest,
        requestId: newId("req"),
        modelId,
        entries: [{ voiceId, text, settings: used }],
        isDialogue: false,
        outputFormat,
        previousText: said === "" ? undefined : said.slice(-PREVIOUS_TEXT_CHARACTERS),
        inSound: { followedBy },
        keepInHistory: false,
        delivery: "stream",
      });
      said += text;
      following = followedBy;
      return { frames: passing(generation, text), cancel: generation.cancel, finished: generation.finished };
    },

    async pause() {
      if (following !== "more") return new Uint8Array(0);
      following = "silence";
      const paused = await sound.pause();
      await keepPause(paused);
      return paused.bytes;
    },

    async finish() {
      if (ended) return new Uint8Array(0);
      ended = true;
      const tail = await sound.finish({ isWorthRespeaking: kept !== null });
      await writeItem(tail).catch((error: unknown) =>
        dependencies.reportError("history_item_not_written", error, { item: historyItemId }),
      );
      return tail;
    },
  };
}
