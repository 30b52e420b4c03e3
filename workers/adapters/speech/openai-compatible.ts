/**
 * Any server of the OpenAI speech dialect (`POST /v1/audio/speech`): OpenAI, Kokoro-FastAPI, speaches, LocalAI and others. Asked for
 * raw 16-bit samples at 24 kHz, which such servers stream. They tell no times: those are estimated from the sound's energy.
 */
import type { OutsideEngine, OutsideJob, OutsidePiece } from "../../speech/synthesis/outside-engine";
import {
  DEFAULT_TIMEOUTS,
  OUTSIDE_CAPABILITIES,
  type OutsideEngineSettings,
  type OutsideTimeouts,
  SpeechEngineError,
} from "./engine";
import { estimateTimes, SpeechEnvelope } from "./estimated-times";
import { requestSound, type ServerNames } from "./http";
import { ASKED_RATE_HZ, OPENAI_DIALECT } from "./models";
import { PcmStream, rateInContentType } from "./pcm-stream";
import { baseAddress } from "./settings";
import { outsideVoiceName } from "./voice-names";

const NAMES: ServerNames = {
  who: "The speech server",
  urlSetting: "SPEECH_URL",
  keySetting: "SPEECH_API_KEY",
  nameSettings: "SPEECH_MODEL and SPEECH_VOICES",
};

export function createOpenAiCompatible(
  env: OutsideEngineSettings,
  timeouts: OutsideTimeouts = DEFAULT_TIMEOUTS,
): OutsideEngine {
  return {
    id: "openai-compatible",
    missing: env.SPEECH_URL ? [] : ["SPEECH_URL"],
    streaming: OUTSIDE_CAPABILITIES["openai-compatible"].streaming,
    timings: OUTSIDE_CAPABILITIES["openai-compatible"].timings,
    synthesize: (job) => synthesize(job, env, timeouts),
  };
}

async function* synthesize(
  { entry, signal }: OutsideJob,
  env: OutsideEngineSettings,
  timeouts: OutsideTimeouts,
): AsyncGenerator<OutsidePiece> {
  const base = baseAddress("SPEECH_URL", env.SPEECH_URL, "/v1/audio/speech").replace(/\/v1$/, "");
  const voice = outsideVoiceName(
    entry.voice,
    { name: "SPEECH_VOICES", value: env.SPEECH_VOICES },
    OPENAI_DIALECT.voices,
  );
  const { contentType, pieces, cancel } = await requestSound({
    url: `${base}/v1/audio/speech`,
    headers: env.SPEECH_API_KEY ? { authorization: `Bearer ${env.SPEECH_API_KEY}` } : {},
    body: {
      model: env.SPEECH_MODEL || OPENAI_DIALECT.model,
      input: entry.text,
      voice,
      response_format: "pcm",
      speed: entry.settings.speed,
    },
    names: NAMES,
    timeouts,
    signal,
  });
  if (/^(text\/|application\/json|audio\/mpeg|audio\/ogg|audio\/aac|audio\/flac)/.test(contentType)) {
    cancel();
    throw new SpeechEngineError(
      "engine_failed",
      `The speech server answers with ${contentType.split(";")[0]} where 16-bit samples were asked for (response_format "pcm").`,
    );
  }
  const pcm = new PcmStream(rateInContentType(contentType) ?? ASKED_RATE_HZ);
  const envelope = new SpeechEnvelope();
  for await (const piece of pieces) {
    const samples = readSamples(pcm, piece);
    if (samples.length === 0) continue;
    envelope.push(samples, pcm.sampleRateHz);
    yield { samples, sampleRateHz: pcm.sampleRateHz };
  }
  if (envelope.durationSeconds === 0) throw new SpeechEngineError("engine_failed", "The speech server sent no sound.");
  const alignment = estimateTimes(entry.text, envelope);
  yield { samples: new Float32Array(0), sampleRateHz: pcm.sampleRateHz, alignment };
}

function readSamples(pcm: PcmStream, piece: Uint8Array): Float32Array {
  try {
    return pcm.push(piece);
  } catch (cause) {
    throw new SpeechEngineError("engine_failed", "The speech server sent sound that is not 16-bit mono.", { cause });
  }
}
