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
  const progress: SpeechProgress = { languages: [], firstUnitMs: 0, engineMs: 0 };
  let output: SoundOutput | null = null;
  let finished = false;
  try {
    output = new SoundOutput(request.outputFormat, surroundings.codecs);
    yield* request.engine === "embedded"
      ? speakEmbedded(request, output, progress, { ...surroundings, signal })
      : speakOutside(request, surroundings.findOutsideEngine(request.engine), output, progress, signal);
    if (signal.aborted) {
      yield [{ type: "error", error: { code: "cancelled", message: "The request was cancelled." } }];
      return;
    }
    const { frames, durationSeconds, peaks } = output.finish();
    finished = true;
    yield [
      ...frames,
      {
        type: "summary",
        summary: {
          durationSeconds,
          sampleRateHz: output.sampleRateHz,
          languages: request.entries.map((_, index) => progress.languages[index] ?? request.languageCode ?? "en"),
          firstUnitMs: progress.firstUnitMs,
          engineMs: progress.engineMs,
          peaks,
        },
      },
    ];
  } catch (error) {
    if (!(error instanceof SpeechFailure || error instanceof SpeechTextError)) {
      surroundings.reportFailure(request.requestId, error);
    }
    yield [{ type: "error", error: errorFrameOf(error) }];
  } finally {
    if (!finished) output?.dispose();
  }
}

function errorFrameOf(error: unknown): ErrorFrame {
  if (error instanceof SpeechFailure || error instanceof SpeechTextError)
    return { code: error.code, message: error.message };
  if (error instanceof EngineError) return { code: "engine_failed", message: "The speech engine failed on this text." };
  return { code: "engine_failed", message: "The speech could not be made." };
}
