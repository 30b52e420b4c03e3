/** A stored sound in another format than it was made in. */
import { familyOf, formatFacts, isOutputFormat } from "../../../workers/speech/formats";
import type { OutputFormat, SpeechService } from "../../../workers/speech/protocol";
import { AppError } from "../../lib/app-error";
import { historyMessages } from "./messages";

/** Decodes and encodes; the speech worker does both. */
export type Transcoder = Pick<SpeechService, "decode" | "transcode">;

/** Samples cross to the speech worker and back in one message each, which the platform limits to 32 MiB. */
const MAX_PCM_BYTES = 30 * 1024 * 1024;

/**
 * The format a download is wanted in: `default` or nothing keeps the item's own; `mp3` and `wav` stand for the common
 * ones, and keep an item that is one already; any output format of the API may be named. 400 for anything else.
 */
export function wantedFormat(asked: string | null | undefined, own: OutputFormat): OutputFormat {
  if (asked === undefined || asked === null || asked === "" || asked === "default") return own;
  if (isOutputFormat(asked)) return asked;
  const family = familyOf(own);
  if (asked === family) return own;
  if (asked === "mp3") return "mp3_44100_128";
  if (asked === "wav") return wavOfRate(formatFacts(own).sampleRateHz);
  const message = historyMessages.unknownDownloadFormat(asked);
  throw new AppError("invalid_output_format", 400, message, { param: "output_format" });
}

function wavOfRate(sampleRateHz: number): OutputFormat {
  const format = `wav_${sampleRateHz}`;
  return isOutputFormat(format) ? format : "wav_44100";
}

/**
 * Turns a sound of format `from` and length `durationMs` into format `to`. Refuses (400) what is too long to be turned
 * in one piece.
 */
export async function transcodeSound(
  transcoder: Transcoder,
  sound: { bytes: Uint8Array; from: OutputFormat; durationMs: number },
  to: OutputFormat,
): Promise<Uint8Array> {
  const { bytes, from, durationMs } = sound;
  const pcmBytes = (durationMs / 1000) * formatFacts(from).sampleRateHz * 2;
  if (pcmBytes > MAX_PCM_BYTES || bytes.byteLength > MAX_PCM_BYTES) {
    const minutes = Math.floor(MAX_PCM_BYTES / 2 / formatFacts(from).sampleRateHz / 60);
    throw new AppError("invalid_request", 400, historyMessages.tooLongToTranscode(minutes), { param: "output_format" });
  }
  const { pcm, sampleRateHz } = await transcoder.decode(bytes, from);
  return transcoder.transcode(pcm, sampleRateHz, to);
}
