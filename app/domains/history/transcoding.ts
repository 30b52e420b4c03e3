/** A stored sound in another format than it was made in. */
import { bytesPerSecondOf, familyOf, formatFacts, isOutputFormat } from "../../../workers/speech/formats";
import type { OutputFormat, SpeechService } from "../../../workers/speech/protocol";
import { AppError } from "../../lib/app-error";
import { historyMessages } from "./messages";

/** Decodes and encodes; the speech worker does both. */
export type Transcoder = Pick<SpeechService, "decode" | "transcode">;

/** Samples cross to the speech worker and back in one message each, which the platform limits to 32 MiB. */
const MAX_MESSAGE_BYTES = 30 * 1024 * 1024;

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

/** Refuses (400) a sound of format `from` that is too long to be turned into `to` in one piece. */
export function requireTranscodable(
  sound: { bytes: number; durationMs: number },
  from: OutputFormat,
  to: OutputFormat,
): void {
  if (from === to) return;
  const { sampleRateHz } = formatFacts(from);
  const pcmBytes = (sound.durationMs / 1000) * sampleRateHz * 2;
  const targetBytes = (sound.durationMs / 1000) * bytesPerSecondOf(to);
  if (Math.max(pcmBytes, targetBytes, sound.bytes) <= MAX_MESSAGE_BYTES) return;
  const bytesPerMinute = Math.max(sampleRateHz * 2, bytesPerSecondOf(to)) * 60;
  const message = historyMessages.tooLongToTranscode(Math.floor(MAX_MESSAGE_BYTES / bytesPerMinute));
  throw new AppError("invalid_request", 400, message, { param: "output_format" });
}

/** Turns a sound of format `from` into format `to`; see `requireTranscodable`. */
export async function transcodeSound(
  transcoder: Transcoder,
  bytes: Uint8Array,
  from: OutputFormat,
  to: OutputFormat,
): Promise<Uint8Array> {
  const { pcm, sampleRateHz } = await transcoder.decode(bytes, from);
  return transcoder.transcode(pcm, sampleRateHz, to);
}
