/** One request from text to frames, whatever the engine; every failure becomes an error frame. */
import type { EmbeddedEngines } from "../engines/embedded";
import { EngineError } from "../engines/engine";
import type { ErrorFrame, SpeakRequest, SpeechFrame } from "../protocol";
import type { CodecModules } from "../sound";
import { SpeechTextError } from "../text/errors";
import { type SpeechProgress, speakEmbedded } from "./embedded-speech";
import { type OutsideEngine, SpeechFailure } from "./outside-engine";
import { speakOutside } from "./outside-speech";
import { SoundOutput } from "./sound-output";
import type { Turns } from "./turns";

export interface SpeechSurroundings {
  engines: EmbeddedEngines;
  codecs: CodecModules;
  turns: Turns;
  findOutsideEngine(id: OutsideEngine["id"]): OutsideEngine;
  /** For logs: the cause of a failure that the caller is told of in general words only. */
  reportFailure(requestId: string, error: unknown): void;
}

/** Frames in groups that belong together; the last group of a stream that ended well closes with the summary. */
export async function* speakFrames(
  request: SpeakRequest,
  surroundings: SpeechSurroundings,
  signal: AbortSignal,
): AsyncGenerator<SpeechFrame[]> {
  let output: SoundOutput | null = null;
  try {
    output = new SoundOutput(request.outputFormat, surroundings.codecs);
    yield* framesIn(output, request, surroundings, signal, (whole) => {
      const bytes = whole.finish();
      return bytes.length > 0 ? [{ type: "audio", bytes }] : [];
    });
  } catch (error) {
    yield [failureOf(error, request, surroundings)];
  } finally {
    output?.dispose();
  }
}

/** The same for a request that is one of several in a sound: the sound's own end is not made. */
export async function* speakFramesInto(
  output: SoundOutput,
  request: SpeakRequest,
  surroundings: SpeechSurroundings,
  signal: AbortSignal,
): AsyncGenerator<SpeechFrame[]> {
  try {
    yield* framesIn(output, request, surroundings, signal, () => []);
  } catch (error) {
    yield [failureOf(error, request, surroundings)];
  }
}

async function* framesIn(
  output: SoundOutput,
  request: SpeakRequest,
  surroundings: SpeechSurroundings,
  signal: AbortSignal,
  end: (output: SoundOutput) => SpeechFrame[],
): AsyncGenerator<SpeechFrame[]> {
  const progress: SpeechProgress = { languages: [], firstUnitMs: 0, engineMs: 0 };
  yield* request.engine === "embedded"
    ? speakEmbedded(request, output, progress, { ...surroundings, signal })
    : speakOutside(request, surroundings.findOutsideEngine(request.engine), output, progress, signal);
  if (signal.aborted) {
    yield [{ type: "error", error: { code: "cancelled", message: "The request was cancelled." } }];
    return;
  }
  const frames = end(output);
  const { durationSeconds, peaks } = output.endRequest();
  const summary = {
    durationSeconds,
    sampleRateHz: output.sampleRateHz,
    languages: request.entries.map((_, index) => progress.languages[index] ?? request.languageCode ?? "en"),
    firstUnitMs: progress.firstUnitMs,
    engineMs: progress.engineMs,
    peaks,
  };
  yield [...frames, { type: "summary", summary }];
}

function failureOf(error: unknown, { requestId }: SpeakRequest, { reportFailure }: SpeechSurroundings): SpeechFrame {
  if (!(error instanceof SpeechFailure || error instanceof SpeechTextError)) reportFailure(requestId, error);
  return { type: "error", error: errorFrameOf(error) };
}

function errorFrameOf(error: unknown): ErrorFrame {
  if (error instanceof SpeechFailure || error instanceof SpeechTextError)
    return { code: error.code, message: error.message };
  if (error instanceof EngineError) return { code: "engine_failed", message: "The speech engine failed on this text." };
  return { code: "engine_failed", message: "The speech could not be made." };
}
