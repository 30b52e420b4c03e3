/** Speech by an engine outside: whole entries, in pieces as they arrive. */
import type { Alignment, SpeakRequest, SpeechFrame } from "../protocol";
import { detectLanguage } from "../text";
import type { SpeechProgress } from "./embedded-speech";
import { type OutsideEngine, type OutsidePiece, SpeechFailure } from "./outside-engine";
import { type SoundOutput, timingFrame } from "./sound-output";

/** Between the entries of a dialogue. */
const ENTRY_PAUSE_SECONDS = 0.32;
/** Sound this quiet against the loudest is silence between words. */
const SILENT_SHARE = 0.03;
const FRAME_SECONDS = 0.01;

/**
 * Frames of the request's speech, without the end of the sound.
 * @throws SpeechFailure
 */
export async function* speakOutside(
  request: SpeakRequest,
  engine: OutsideEngine,
  output: SoundOutput,
  progress: SpeechProgress,
  signal: AbortSignal,
): AsyncGenerator<SpeechFrame[]> {
  if (engine.missing.length > 0) {
    throw new SpeechFailure(
      "engine_not_configured",
      `The speech engine ${engine.id} is not configured: ${engine.missing.join(", ")} is not set.`,
    );
  }
  if (!request.entries.some(({ text }) => /[\p{L}\p{N}]/u.test(text))) {
    throw new SpeechFailure("nothing_speakable", "The text contains nothing that can be spoken.");
  }
  for (const [entryIndex, entry] of request.entries.entries()) {
    if (signal.aborted) return;
    progress.languages[entryIndex] = request.languageCode ?? detectLanguage(entry.text);
    const offsetSeconds = output.positionSeconds;
    const told = new ToldCharacters(entry.text);
    const heard: OutsidePiece[] = [];
    const startedMs = performance.now();
    const job = {
      entry,
      modelId: request.modelId,
      languageCode: request.languageCode,
      seed: request.seed,
      previousText: request.previousText,
      nextText: request.nextText,
      signal,
    };
    for await (const piece of engine.synthesize(job)) {
      if (signal.aborted) return;
      if (progress.engineMs === 0 && heard.length === 0) progress.firstUnitMs = performance.now() - startedMs;
      const opening = heard.length === 0 ? output.beginPieces(unitOf(entry.settings.useSpeakerBoost, piece)) : [];
      heard.push(engine.timings ? { ...piece, samples: EMPTY } : piece);
      yield [
        ...opening,
        ...output.pushPiece(piece.samples),
        ...told.frames(entryIndex, piece.alignment, offsetSeconds),
      ];
    }
    progress.engineMs += performance.now() - startedMs;
    const isLast = entryIndex === request.entries.length - 1;
    // Silence also lets out what levelling held back.
    const closing = output.pushSilence(isLast ? 0 : ENTRY_PAUSE_SECONDS);
    yield [...closing, ...told.rest(entryIndex, heard, offsetSeconds, output.positionSeconds)];
  }
}

function unitOf(speakerBoost: boolean, { sampleRateHz }: OutsidePiece) {
  return { sampleRateHz, equalizer: [], gainDb: null, speakerBoost };
}

/** Which characters of an entry's text the frames have told of, so that all of them are told of once. */
class ToldCharacters {
  private readonly characters: string[];
  private count = 0;

  constructor(text: string) {
    this.characters = Array.from(text);
  }

  frames(entryIndex: number, alignment: Alignment | undefined, offsetSeconds: number): SpeechFrame[] {
    if (!alignment || alignment.characters.length === 0) return [];
    const moved: Alignment = {
      characters: alignment.characters,
      characterStartTimesSeconds: alignment.characterStartTimesSeconds.map((time) => time + offsetSeconds),
      characterEndTimesSeconds: alignment.characterEndTimesSeconds.map((time) => time + offsetSeconds),
    };
    this.count += alignment.characters.length;
    return timingFrame(entryIndex, moved, moved);
  }

  /** Characters without times of their own, spread over the stretches in which something is heard. */
  rest(entryIndex: number, heard: readonly OutsidePiece[], offsetSeconds: number, endSeconds: number): SpeechFrame[] {
    const left = this.characters.slice(this.count);
    if (left.length === 0) return [];
    const sounding = this.count === 0 ? soundingMoments(heard) : [];
    const at = (share: number) => {
      if (sounding.length === 0)
        return this.count === 0 ? offsetSeconds + share * (endSeconds - offsetSeconds) : endSeconds;
      const place = share * sounding.length;
      const index = Math.min(sounding.length - 1, Math.floor(place));
      return offsetSeconds + sounding[index]! + (place - index) * FRAME_SECONDS;
    };
    const alignment: Alignment = {
      characters: left,
      characterStartTimesSeconds: left.map((_, i) => at(i / left.length)),
      characterEndTimesSeconds: left.map((_, i) => at((i + 1) / left.length)),
    };
    return timingFrame(entryIndex, alignment, alignment);
  }
}

const EMPTY = new Float32Array(0);

/** Starts of the 10 ms frames that are not silent, in seconds. */
function soundingMoments(pieces: readonly OutsidePiece[]): number[] {
  const rate = pieces[0]?.sampleRateHz ?? 1;
  const size = Math.max(1, Math.round(FRAME_SECONDS * rate));
  const levels: number[] = [];
  let level = 0;
  let filled = 0;
  for (const { samples } of pieces) {
    for (const sample of samples) {
      level = Math.max(level, Math.abs(sample));
      if (++filled === size) {
        levels.push(level);
        level = 0;
        filled = 0;
      }
    }
  }
  const threshold = levels.reduce((loudest, value) => Math.max(loudest, value), 0) * SILENT_SHARE;
  return levels.flatMap((value, index) => (value > threshold ? [index * FRAME_SECONDS] : []));
}
