/** What a socket's address asks for. Source: contract, query of `tts.stream-input`. */
import { z } from "zod";
import { DEFAULT_MODEL_ID } from "../../app/domains/speech/models";
import { AppError } from "../../app/lib/app-error";
import { namedProblem } from "../../app/lib/named-problem";
import { queryBoolean } from "../../workers/app/api/query-parameters";
import { OUTPUT_FORMATS, type OutputFormat } from "../../workers/speech/protocol";
import { DEFAULT_INACTIVITY_SECONDS, MAX_INACTIVITY_SECONDS } from "./protocol";

/** Sockets send no files, so WAV with its length in front is not offered. `mp3_44100` is how the default is written. */
const SOCKET_FORMATS = OUTPUT_FORMATS.filter((format) => !format.startsWith("wav_"));
const outputFormat = z
  .enum(["mp3_44100", ...SOCKET_FORMATS] as ["mp3_44100", ...OutputFormat[]])
  .default("mp3_44100")
  .transform((format): OutputFormat => (format === "mp3_44100" ? "mp3_44100_128" : format));

const querySchema = z.object({
  model_id: z.string().max(100).default(DEFAULT_MODEL_ID),
  language_code: z.string().min(2).max(35).optional(),
  enable_logging: queryBoolean(true),
  /** The contract's default is false; tags are read here unless a client says so, as they are over HTTP. */
  enable_ssml_parsing: queryBoolean(true),
  output_format: outputFormat,
  inactivity_timeout: z.coerce.number().int().min(1).max(MAX_INACTIVITY_SECONDS).default(DEFAULT_INACTIVITY_SECONDS),
  sync_alignment: queryBoolean(false),
  auto_mode: queryBoolean(false),
  apply_text_normalization: z.enum(["auto", "on", "off"]).default("auto"),
  seed: z.coerce.number().int().min(0).max(4_294_967_295).optional(),
});

export interface SessionOptions {
  isMulti: boolean;
  voiceId: string;
  modelId: string;
  languageCode?: string;
  keepInHistory: boolean;
  /** Whether what stands in angle brackets is markup, or text. */
  readsSsml: boolean;
  outputFormat: OutputFormat;
  inactivitySeconds: number;
  syncAlignment: boolean;
  autoMode: boolean;
  normalization: "auto" | "on" | "off";
  seed?: number;
}

const PATH = /^\/v1\/text-to-speech\/([^/]+)\/(multi-)?stream-input$/;

/** @throws AppError invalid_request (400), naming the parameter. */
export function readSessionOptions(url: URL): SessionOptions {
  const path = PATH.exec(url.pathname);
  if (!path?.[1]) throw new AppError("not_found", 404, "There is no such socket.");
  const given = Object.fromEntries([...url.searchParams].filter(([, value]) => value !== ""));
  const query = querySchema.safeParse(given);
  if (!query.success) {
    const [issue] = query.error.issues;
    const path = issue?.path ?? [];
    const param = path.length > 0 ? String(path[0]) : undefined;
    throw new AppError("invalid_request", 400, namedProblem(path, issue?.message ?? "invalid"), { param });
  }
  return {
    isMulti: path[2] !== undefined,
    voiceId: decodePathPart(path[1]),
    modelId: query.data.model_id,
    languageCode: query.data.language_code,
    keepInHistory: query.data.enable_logging,
    readsSsml: query.data.enable_ssml_parsing,
    outputFormat: query.data.output_format,
    inactivitySeconds: query.data.inactivity_timeout,
    syncAlignment: query.data.sync_alignment,
    autoMode: query.data.auto_mode,
    normalization: query.data.apply_text_normalization,
    seed: query.data.seed,
  };
}

/** Where the escapes mean nothing it stays as it is, as over HTTP: no voice is called that. */
function decodePathPart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
