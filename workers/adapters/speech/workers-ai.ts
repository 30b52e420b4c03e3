/**
 * Speech models of Workers AI, through the `AI` binding. Deepgram's models stream 16-bit samples; MeloTTS answers with a whole file. Neither
 * takes a speed or a seed, nor tells times: those are estimated from the sound's energy.
 */
import { decodeMp3 } from "../../speech/sound/mp3-decoder";
import { samplesOfPcm16 } from "../../speech/sound/samples";
import { readWav } from "../../speech/sound/wav";
import type { OutsideEngine, OutsideJob, OutsidePiece } from "../../speech/synthesis/outside-engine";
import { detectLanguageInContext } from "../../speech/text";
import {
  type AiBinding,
  DEFAULT_TIMEOUTS,
  OUTSIDE_CAPABILITIES,
  type OutsideEngineSettings,
  type OutsideTimeouts,
  type OutsideTools,
  SpeechEngineError,
} from "./engine";
import { estimateTimes, SpeechEnvelope } from "./estimated-times";
import { ASKED_RATE_HZ, WORKERS_AI_MODELS, type WorkersAiModel } from "./models";
import { PcmStream } from "./pcm-stream";
import { notConfigured } from "./settings";
import { outsideVoiceName } from "./voice-names";

export function createWorkersAi(env: OutsideEngineSettings, tools: OutsideTools): OutsideEngine {
  return {
    id: "workers-ai",
    missing: env.AI ? [] : ["AI"],
    streaming: OUTSIDE_CAPABILITIES["workers-ai"].streaming,
    timings: OUTSIDE_CAPABILITIES["workers-ai"].timings,
    synthesize: (job) => synthesize(job, env, tools),
  };
}

async function* synthesize(
  job: OutsideJob,
  env: OutsideEngineSettings,
  { mpg123, timeouts = DEFAULT_TIMEOUTS }: OutsideTools,
): AsyncGenerator<OutsidePiece> {
  if (!env.AI) throw notConfigured("AI (the Workers AI binding)");
  const language = (job.languageCode ?? detectLanguageInContext(job.entry.text, job.entry.voice.nativeLanguage, job))
    .split("-")[0]!
    .toLowerCase();
  const model = modelFor(language, env.SPEECH_MODEL);
  const envelope = new SpeechEnvelope();
  const call = { ai: env.AI, model, signal: job.signal, timeouts };
  let rate = ASKED_RATE_HZ;
  const sound =
    model.dialect === "deepgram"
      ? streamDeepgram(job, env, call)
      : wholeMeloTts(job.entry.text, language, call, mpg123);
  for await (const { samples, sampleRateHz } of sound) {
    if (samples.length === 0) continue;
    envelope.push(samples, sampleRateHz);
    rate = sampleRateHz;
    yield { samples, sampleRateHz };
  }
  if (envelope.durationSeconds === 0) throw failed("Workers AI sent no sound.");
  const alignment = estimateTimes(job.entry.text, envelope);
  yield { samples: new Float32Array(0), sampleRateHz: rate, alignment };
}

/** The named model, or the first that speaks the language. */
function modelFor(language: string, named: string | undefined): WorkersAiModel {
  const known = named ? WORKERS_AI_MODELS.filter((model) => model.name === named) : WORKERS_AI_MODELS;
  if (known.length === 0)
    throw new SpeechEngineError(
      "engine_not_configured",
      `SPEECH_MODEL names no speech model of Workers AI that is known here: ${WORKERS_AI_MODELS.map((model) => model.name).join(", ")}.`,
    );
  const model = known.find(({ languages }) => languages.includes(language));
  if (model) return model;
  const where = named ? `The model in SPEECH_MODEL` : "Workers AI";
  throw new SpeechEngineError("unsupported_language", `${where} does not speak the language "${language}".`);
}

interface Call {
  ai: AiBinding;
  model: WorkersAiModel;
  signal: AbortSignal;
  timeouts: OutsideTimeouts;
}

type Sound = Pick<OutsidePiece, "samples" | "sampleRateHz">;

async function* streamDeepgram({ entry }: OutsideJob, env: OutsideEngineSettings, call: Call): AsyncGenerator<Sound> {
  const speaker = outsideVoiceName(entry.voice, { name: "SPEECH_VOICES", value: env.SPEECH_VOICES }, call.model.voices);
  const input = { text: entry.text, speaker, encoding: "linear16", container: "none", sample_rate: ASKED_RATE_HZ };
  const body = bodyOf(await run(call, input));
  const pcm = new PcmStream(ASKED_RATE_HZ);
  const reader = body.getReader();
  let limitMs = call.timeouts.firstByteMs;
  try {
    for (;;) {
      const { done, value } = await inTime(reader.read(), limitMs, call.signal);
      if (done) return;
      limitMs = call.timeouts.stallMs;
      yield { samples: pcm.push(value), sampleRateHz: pcm.sampleRateHz };
    }
  } catch (cause) {
    throw cause instanceof SpeechEngineError
      ? cause
      : failed("Workers AI broke off in the middle of its answer.", cause);
  } finally {
    await reader.cancel().catch(() => {});
  }
}

async function* wholeMeloTts(
  text: string,
  language: string,
  call: Call,
  mpg123: WebAssembly.Module,
): AsyncGenerator<Sound> {
  const answer = await run(call, { prompt: text, lang: language });
  try {
    const bytes = await bytesOf(answer);
    if (String.fromCharCode(...bytes.subarray(0, 4)) !== "RIFF") {
      yield decodeMp3(mpg123, bytes);
      return;
    }
    const wav = readWav(bytes);
    yield { samples: samplesOfPcm16(wav.data), sampleRateHz: wav.sampleRateHz };
  } catch (cause) {
    throw cause instanceof SpeechEngineError ? cause : failed("Workers AI sent sound that cannot be read.", cause);
  }
}

async function run({ ai, model, signal, timeouts }: Call, input: Record<string, unknown>): Promise<unknown> {
  const options = model.dialect === "deepgram" ? { returnRawResponse: true, signal } : { signal };
  let answer: unknown;
  try {
    answer = await inTime(ai.run(model.name, input, options), timeouts.firstByteMs, signal);
  } catch (cause) {
    if (cause instanceof SpeechEngineError) throw cause;
    throw failed(`Workers AI failed: ${messageOf(cause)}`, cause);
  }
  if (answer instanceof Response && !answer.ok) {
    await answer.body?.cancel();
    const seconds = Number(answer.headers.get("retry-after"));
    throw new SpeechEngineError(
      "engine_failed",
      answer.status === 429
        ? "Workers AI is busy (too many requests)."
        : `Workers AI failed (status ${answer.status}).`,
      { retryAfterSeconds: seconds > 0 ? Math.ceil(seconds) : undefined },
    );
  }
  return answer;
}

function bodyOf(answer: unknown): ReadableStream<Uint8Array> {
  if (answer instanceof Response && answer.body) return answer.body;
  if (answer instanceof ReadableStream) return answer as ReadableStream<Uint8Array>;
  throw failed("Workers AI sent no sound.");
}

async function bytesOf(answer: unknown): Promise<Uint8Array> {
  if (typeof answer === "object" && answer !== null && "audio" in answer && typeof answer.audio === "string")
    return Uint8Array.from(atob(answer.audio), (character) => character.charCodeAt(0));
  return new Uint8Array(await new Response(bodyOf(answer)).arrayBuffer());
}

/** A promise's value, unless time is over or the caller gave up first. */
async function inTime<T>(promise: Promise<T>, limitMs: number, signal: AbortSignal): Promise<T> {
  if (signal.aborted) throw new SpeechEngineError("cancelled", "The request was cancelled.");
  let timer: ReturnType<typeof setTimeout> | undefined;
  let onAbort = () => {};
  const ending = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new SpeechEngineError("engine_timeout", `Workers AI sent nothing for ${limitMs / 1000} s.`)),
      limitMs,
    );
    onAbort = () => reject(new SpeechEngineError("cancelled", "The request was cancelled."));
    signal.addEventListener("abort", onAbort, { once: true });
  });
  promise.catch(() => {});
  try {
    return await Promise.race([promise, ending]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", onAbort);
  }
}

const failed = (message: string, cause?: unknown) => new SpeechEngineError("engine_failed", message, { cause });
const messageOf = (cause: unknown) => (cause instanceof Error ? cause.message : String(cause)).slice(0, 200);
