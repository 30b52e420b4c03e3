/**
 * An upstream that speaks the same API as we do: `POST /v1/text-to-speech/{voice}/stream/with-timestamps`, newline-delimited JSON of sound
 * and character times. Its own times are used.
 */
import { z } from "zod";
import type { Alignment } from "../../speech/protocol";
import type { OutsideEngine, OutsideJob, OutsidePiece } from "../../speech/synthesis/outside-engine";
import { AlignmentFitter } from "./alignment-fitter";
import {
  DEFAULT_TIMEOUTS,
  OUTSIDE_CAPABILITIES,
  type OutsideEngineSettings,
  type OutsideTimeouts,
  SpeechEngineError,
} from "./engine";
import { requestSound, type ServerNames } from "./http";
import { ASKED_RATE_HZ } from "./models";
import { PcmStream } from "./pcm-stream";
import { baseAddress, notConfigured } from "./settings";
import { outsideVoiceName } from "./voice-names";

const NAMES: ServerNames = {
  who: "The upstream speech service",
  urlSetting: "UPSTREAM_URL",
  keySetting: "UPSTREAM_API_KEY",
  nameSettings: "UPSTREAM_VOICES",
};
/** No line of sound comes near this; a longer one is no line. */
const MOST_LINE_CHARACTERS = 16 * 1024 * 1024;

const alignment = z.object({
  characters: z.array(z.string()),
  character_start_times_seconds: z.array(z.number()),
  character_end_times_seconds: z.array(z.number()),
});
const line = z.object({ audio_base64: z.string().nullish(), alignment: alignment.nullish() });

export function createElevenLabsCompatible(
  env: OutsideEngineSettings,
  timeouts: OutsideTimeouts = DEFAULT_TIMEOUTS,
): OutsideEngine {
  return {
    id: "elevenlabs-compatible",
    missing: (["UPSTREAM_URL", "UPSTREAM_API_KEY"] as const).filter((setting) => !env[setting]),
    streaming: OUTSIDE_CAPABILITIES["elevenlabs-compatible"].streaming,
    timings: OUTSIDE_CAPABILITIES["elevenlabs-compatible"].timings,
    synthesize: (job) => synthesize(job, env, timeouts),
  };
}

async function* synthesize(
  job: OutsideJob,
  env: OutsideEngineSettings,
  timeouts: OutsideTimeouts,
): AsyncGenerator<OutsidePiece> {
  const base = baseAddress("UPSTREAM_URL", env.UPSTREAM_URL, "/v1/text-to-speech").replace(/\/v1$/, "");
  if (!env.UPSTREAM_API_KEY) throw notConfigured("UPSTREAM_API_KEY");
  // Another installation of ours knows our ids, so they are the last choice.
  const { text, voice, settings } = job.entry;
  const voiceName =
    outsideVoiceName(voice, { name: "UPSTREAM_VOICES", value: env.UPSTREAM_VOICES }, null) ?? voice.voiceId;
  const { pieces } = await requestSound({
    url: `${base}/v1/text-to-speech/${encodeURIComponent(voiceName)}/stream/with-timestamps?output_format=pcm_${ASKED_RATE_HZ}`,
    headers: { "xi-api-key": env.UPSTREAM_API_KEY },
    body: {
      text,
      model_id: job.modelId,
      // Only what the caller named: models that take none refuse it.
      language_code: job.languageCode?.split("-")[0],
      seed: job.seed,
      previous_text: job.previousText,
      next_text: job.nextText,
      voice_settings: {
        stability: settings.stability,
        similarity_boost: settings.similarityBoost,
        style: settings.style,
        use_speaker_boost: settings.useSpeakerBoost,
        speed: settings.speed,
      },
    },
    names: NAMES,
    timeouts,
    signal: job.signal,
  });
  const pcm = new PcmStream(ASKED_RATE_HZ);
  const fitter = new AlignmentFitter(text);
  const none = new Float32Array(0);
  let seconds = 0;
  let toldUntil = 0;
  for await (const told of linesOf(pieces)) {
    const parsed = parseLine(told);
    const before = seconds;
    const samples = parsed.audio.length > 0 ? readSamples(pcm, parsed.audio) : none;
    seconds += samples.length / pcm.sampleRateHz;
    // Times count from the start of all sound; some servers start anew with each line.
    const first = parsed.alignment?.characterStartTimesSeconds[0] ?? 0;
    const offset = before > 0.1 && first < toldUntil - 0.1 ? before : 0;
    const fitted = parsed.alignment ? fitter.push(parsed.alignment, offset) : null;
    if (fitted) toldUntil = fitted.characterEndTimesSeconds.at(-1)!;
    if (samples.length > 0 || fitted) yield { samples, sampleRateHz: pcm.sampleRateHz, alignment: fitted ?? undefined };
  }
  if (seconds === 0) throw new SpeechEngineError("engine_failed", "The upstream speech service sent no sound.");
  const rest = fitter.finish(seconds);
  if (rest) yield { samples: none, sampleRateHz: pcm.sampleRateHz, alignment: rest };
}

function parseLine(text: string): { audio: Uint8Array; alignment: Alignment | null } {
  try {
    const parsed = line.parse(JSON.parse(text));
    const times = parsed.alignment;
    return {
      audio: parsed.audio_base64
        ? Uint8Array.from(atob(parsed.audio_base64), (c) => c.charCodeAt(0))
        : new Uint8Array(0),
      alignment: times
        ? {
            characters: times.characters,
            characterStartTimesSeconds: times.character_start_times_seconds,
            characterEndTimesSeconds: times.character_end_times_seconds,
          }
        : null,
    };
  } catch (cause) {
    throw new SpeechEngineError("engine_failed", "The upstream speech service sent a line that cannot be read.", {
      cause,
    });
  }
}

function readSamples(pcm: PcmStream, bytes: Uint8Array): Float32Array {
  try {
    return pcm.push(bytes);
  } catch (cause) {
    throw new SpeechEngineError("engine_failed", "The upstream speech service sent sound that is not 16-bit mono.", {
      cause,
    });
  }
}

/** Lines of a byte stream, wherever it is cut; blank ones left out. */
async function* linesOf(pieces: AsyncGenerator<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let parts: string[] = [];
  let held = 0;
  for await (const piece of pieces) {
    const lines = decoder.decode(piece, { stream: true }).split("\n");
    for (const [n, part] of lines.entries()) {
      parts.push(part);
      held += part.length;
      if (held > MOST_LINE_CHARACTERS)
        throw new SpeechEngineError("engine_failed", "The upstream speech service sent a line without end.");
      if (n === lines.length - 1) break;
      const whole = parts.join("");
      parts = [];
      held = 0;
      if (whole.trim() !== "") yield whole;
    }
  }
  const last = parts.join("");
  if (last.trim() !== "") yield last;
}
