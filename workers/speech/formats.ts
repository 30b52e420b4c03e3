/**
 * Plain facts about every output format of the contract. No codec is loaded here, so the site reads it too.
 */
import { OUTPUT_FORMATS, type OutputFormat } from "./protocol";

/** How the samples are coded. */
export type FormatFamily = "mp3" | "pcm" | "wav" | "ulaw" | "alaw" | "opus";

export interface FormatFacts {
  family: FormatFamily;
  sampleRateHz: number;
  /** Of the coded stream: exact for uncompressed families, constant for mp3, the encoder's aim for opus. */
  bitsPerSecond: number;
  contentType: string;
  /** Without the dot. */
  extension: string;
}

const BITS_PER_SAMPLE = { pcm: 16, wav: 16, ulaw: 8, alaw: 8 } as const;
/** Headerless PCM has no registered type for little-endian samples; clients of this contract expect `audio/pcm`. */
const CONTENT_TYPES: Record<FormatFamily, string> = {
  mp3: "audio/mpeg",
  pcm: "audio/pcm",
  wav: "audio/wav",
  ulaw: "audio/basic",
  alaw: "audio/x-alaw-basic",
  opus: "audio/ogg",
};
const EXTENSIONS: Record<FormatFamily, string> = {
  mp3: "mp3",
  pcm: "pcm",
  wav: "wav",
  ulaw: "ulaw",
  alaw: "alaw",
  opus: "opus",
};

const facts = new Map<OutputFormat, FormatFacts>(OUTPUT_FORMATS.map((format) => [format, read(format)]));

/** Whether a word names an output format. */
export function isOutputFormat(value: string): value is OutputFormat {
  return facts.has(value as OutputFormat);
}

/** Everything known of a format. */
export function formatFacts(format: OutputFormat): FormatFacts {
  return facts.get(format)!;
}

/** Value of the `content-type` header. */
export const contentTypeOf = (format: OutputFormat): string => formatFacts(format).contentType;
/** Of a file name, without the dot. */
export const extensionOf = (format: OutputFormat): string => formatFacts(format).extension;
export const sampleRateOf = (format: OutputFormat): number => formatFacts(format).sampleRateHz;
export const familyOf = (format: OutputFormat): FormatFamily => formatFacts(format).family;
/** Coded bytes of one second of sound, headers aside; an estimate for opus. */
export const bytesPerSecondOf = (format: OutputFormat): number => formatFacts(format).bitsPerSecond / 8;

/** `mp3_44100_128`: family, samples a second, kilobits a second where the codec has them. */
function read(format: OutputFormat): FormatFacts {
  const [family, rate, kilobits] = format.split("_") as [FormatFamily, string, string | undefined];
  const sampleRateHz = Number(rate);
  const bitsPerSecond =
    family === "mp3" || family === "opus" ? Number(kilobits) * 1000 : sampleRateHz * BITS_PER_SAMPLE[family];
  return { family, sampleRateHz, bitsPerSecond, contentType: CONTENT_TYPES[family], extension: EXTENSIONS[family] };
}
