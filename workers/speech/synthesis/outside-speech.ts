/** Speech by an engine outside: whole entries, in pieces as they arrive. */
import type { Alignment, SpeakRequest, SpeechFrame } from "../protocol";
import { detectLanguageInContext } from "../text";
import type { SpeechProgress } from "./embedded-speech";
import { type OutsideEngine, type OutsidePiece, SpeechFailure } from "./outside-engine";
import { type SoundOutput, timingFrame } from "./sound-output";

/** Between the entries of a dialogue. */
const ENTRY_PAUSE_SECONDS = 0.32;

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
    progress.languages[entryIndex] =
      request.languageCode ?? detectLanguageInContext(entry.text, entry.voice.nativeLanguage, request);
    const offsetSeconds = output.positionSeconds;
    const told = new ToldCharacters(entry.text);
    let heard = false;
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
      if (!heard && entryIndex === 0) progress.firstUnitMs = performance.now() - startedMs;
      const opening = heard ? [] : output.beginPieces(unitOf(entry.settings.useSpeakerBoost, piece));
      heard = true;
      yield [
        ...opening,
        ...output.pushPiece(piece.samples),
        ...told.frames(entryIndex, piece.alignment, offsetSeconds),
      ];
    }
    progress.engineMs += performance.now() - startedMs;
    const isLast = entryIndex === request.entries.length - 1;
    // Silence also lets out what levelling held back.
    const closing = output.pushSilence(isLast ? silenceAfter(request, output) : ENTRY_PAUSE_SECONDS);
    yield [...closing, ...told.rest(entryIndex, offsetSeconds, output.positionSeconds)];
  }
}

const silenceAfter = ({ followedBy }: SpeakRequest, output: SoundOutput): number =>
  followedBy === "silence" ? output.holdSeconds : 0;

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

  /** Characters that no piece told of: all of the sound if there were no times at all, else its end. */
  rest(entryIndex: number, offsetSeconds: number, endSeconds: number): SpeechFrame[] {
    const left = this.characters.slice(this.count);
    if (left.length === 0) return [];
    const from = this.count === 0 ? offsetSeconds : endSeconds;
    const at = (index: number) => from + ((endSeconds - from) * index) / left.length;
    const alignment: Alignment = {
      characters: left,
      characterStartTimesSeconds: left.map((_, index) => at(index)),
      characterEndTimesSeconds: left.map((_, index) => at(index + 1)),
    };
    return timingFrame(entryIndex, alignment, alignment);
  }
}
