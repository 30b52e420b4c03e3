import { beforeAll, describe, expect, it } from "vitest";
import { type AiBinding, createOutsideEngine, type OutsideEngineSettings } from "../../../workers/adapters/speech";
import { encodeWhole, wavFile } from "../../../workers/speech/sound";
import { bestCorrelation, firstDifference, pcm16OfSamples, samplesOfPcm16 } from "../../support/audio-measure";
import { loadCodecModules } from "../../support/codec-modules";
import { speakerVoice } from "../../support/speaker-voice";
import { cut } from "../../support/speech-like";
import { speakPlainly } from "../../support/speech-servers";
import { collect, failureOf, jobFor, timeoutsFor } from "./collect";

const TEXT = "The river was wide.";
let modules: Awaited<ReturnType<typeof loadCodecModules>>;
beforeAll(async () => {
  modules = await loadCodecModules();
});

const engine = (settings: OutsideEngineSettings, { isSilent = false } = {}) =>
  createOutsideEngine("workers-ai", settings, { mpg123: modules.mpg123, timeouts: timeoutsFor(isSilent) });
/** For bindings that say nothing, or nothing more. */
const silentEngine = (settings: OutsideEngineSettings) => engine(settings, { isSilent: true });

interface Call {
  model: string;
  input: Record<string, unknown>;
  options: { returnRawResponse?: boolean } | undefined;
}

/** The binding as the platform has it: a raw answer whose body comes in pieces, or a file in base64. */
function binding(answer: (call: Call) => unknown): AiBinding & { calls: Call[] } {
  const calls: Call[] = [];
  return {
    calls,
    async run(model, input, options) {
      calls.push({ model, input, options });
      return answer(calls.at(-1)!);
    },
  };
}

function streamed(bytes: Uint8Array, ending: "ends" | "stalls" | "breaks" = "ends") {
  const pieces = cut(bytes, [1001, 4000]);
  let cancelled = false;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const piece = pieces.shift();
      if (piece) controller.enqueue(piece);
      else if (ending === "ends") controller.close();
      else if (ending === "breaks") controller.error(new Error("connection lost"));
      else return new Promise(() => {});
    },
    cancel() {
      cancelled = true;
    },
  });
  return { response: new Response(body), wasCancelled: () => cancelled };
}

const sound = (text: string) => pcm16OfSamples(speakPlainly(text).samples);

describe("Workers AI", () => {
  it("speaks English and Spanish by streaming models, in pieces", async () => {
    for (const [language, model] of [
      ["en-GB", "@cf/deepgram/aura-2-en"],
      ["es", "@cf/deepgram/aura-2-es"],
    ] as const) {
      const ai = binding(() => streamed(sound(TEXT)).response);
      const spoken = await collect(engine, jobFor(TEXT, { languageCode: language }), { AI: ai });
      expect(ai.calls[0]!.model).toBe(model);
      expect(ai.calls[0]!.input).toMatchObject({
        text: TEXT,
        encoding: "linear16",
        container: "none",
        sample_rate: 24000,
      });
      expect(ai.calls[0]!.options?.returnRawResponse).toBe(true);
      expect(firstDifference(spoken.samples, samplesOfPcm16(sound(TEXT)))).toBe(-1);
      expect(spoken.audioPieces).toBeGreaterThan(3);
      expect(spoken.characters.join("")).toBe(TEXT);
    }
  });

  it("hears from the text which language it is where the caller names none", async () => {
    const text = "El río era ancho y lento, y nadie dijo una palabra en toda la tarde.";
    const ai = binding(() => streamed(sound("Hi.")).response);
    await collect(engine, jobFor(text), { AI: ai });
    expect(ai.calls[0]!.model).toBe("@cf/deepgram/aura-2-es");
  });

  it("goes on in the language of the text before where the text does not say", async () => {
    const ai = binding(() => streamed(sound("Hi.")).response);
    await collect(engine, jobFor("Sí."), { AI: ai });
    await collect(engine, jobFor("Sí.", { previousText: "El río era ancho y nadie dijo una palabra." }), { AI: ai });
    expect(ai.calls.map(({ model }) => model)).toEqual(["@cf/deepgram/aura-2-en", "@cf/deepgram/aura-2-es"]);
  });

  it("chooses a speaker of the voice's gender", async () => {
    const ai = binding(() => streamed(sound("Hi.")).response);
    await collect(engine, jobFor("Hi.", { voice: speakerVoice({ gender: "male" }) }), { AI: ai });
    expect(["apollo", "arcas", "orion", "zeus", "atlas", "hermes", "orpheus", "saturn"]).toContain(
      ai.calls[0]!.input.speaker,
    );
    await collect(engine, jobFor("Hi.", { voice: speakerVoice({ upstreamVoice: "vesta" }) }), { AI: ai });
    expect(ai.calls[1]!.input.speaker).toBe("vesta");
  });

  it("speaks other languages by MeloTTS, whether it answers in MP3 or WAV", async () => {
    const samples = speakPlainly(TEXT, 44100).samples;
    for (const file of [encodeWhole(samples, "mp3_44100_128", modules), wavFile(samples, 44100)]) {
      const ai = binding(() => ({ audio: Buffer.from(file).toString("base64") }));
      const spoken = await collect(engine, jobFor(TEXT, { languageCode: "fr" }), { AI: ai });
      expect(ai.calls[0]).toMatchObject({ model: "@cf/myshell-ai/melotts", input: { prompt: TEXT, lang: "fr" } });
      expect(spoken.sampleRateHz).toBe(44100);
      expect(
        bestCorrelation(samples.subarray(8000, 20000), spoken.samples.subarray(8000, 20000), 10).coefficient,
      ).toBeGreaterThan(0.98);
    }
  });

  it("needs the binding, a known model, and a language that a model speaks", async () => {
    expect(engine({}).missing).toEqual(["AI"]);
    expect((await failureOf(collect(engine, jobFor(TEXT), {}))).code).toBe("engine_not_configured");
    const ai = binding(() => streamed(sound(TEXT)).response);
    const model = await failureOf(collect(engine, jobFor(TEXT), { AI: ai, SPEECH_MODEL: "@cf/none" }));
    expect([model.code, model.message.includes("SPEECH_MODEL")]).toEqual(["engine_not_configured", true]);
    const language = await failureOf(collect(engine, jobFor(TEXT, { languageCode: "is" }), { AI: ai }));
    expect(language.code).toBe("unsupported_language");
    const named = { AI: ai, SPEECH_MODEL: "@cf/deepgram/aura-1" };
    expect((await failureOf(collect(engine, jobFor(TEXT, { languageCode: "de" }), named))).code).toBe(
      "unsupported_language",
    );
    expect(ai.calls).toEqual([]);
  });

  it("passes failures on in words", async () => {
    const refused = binding(() => {
      throw new Error("3040: Capacity temporarily exceeded, please try again.");
    });
    const error = await failureOf(collect(engine, jobFor(TEXT), { AI: refused }));
    expect([error.code, error.message.includes("3040")]).toEqual(["engine_failed", true]);
    const busy = binding(() => new Response("", { status: 429, headers: { "retry-after": "3" } }));
    expect((await failureOf(collect(engine, jobFor(TEXT), { AI: busy }))).retryAfterSeconds).toBe(3);
    const silent = binding(() => streamed(new Uint8Array(0)).response);
    expect((await failureOf(collect(engine, jobFor(TEXT), { AI: silent }))).message).toContain("no sound");
    const noise = binding(() => ({ audio: btoa("not a sound file") }));
    expect((await failureOf(collect(engine, jobFor(TEXT, { languageCode: "ja" }), { AI: noise }))).code).toBe(
      "engine_failed",
    );
    const lost = binding(() => streamed(sound(TEXT), "breaks").response);
    expect((await failureOf(collect(engine, jobFor(TEXT), { AI: lost }))).message).toContain("broke off");
  });

  it("watches the clock, and ends the stream it left", async () => {
    const never = binding(() => new Promise(() => {}));
    expect((await failureOf(collect(silentEngine, jobFor(TEXT), { AI: never }))).code).toBe("engine_timeout");
    const stalled = streamed(sound(TEXT), "stalls");
    const error = await failureOf(collect(silentEngine, jobFor(TEXT), { AI: binding(() => stalled.response) }));
    expect(error.code).toBe("engine_timeout");
    expect(stalled.wasCancelled()).toBe(true);
  });

  it("stops when the caller aborts", async () => {
    const controller = new AbortController();
    const long = streamed(sound(TEXT.repeat(2)), "stalls");
    const error = await failureOf(
      (async () => {
        const events = engine({ AI: binding(() => long.response) }).synthesize(
          jobFor(TEXT, { signal: controller.signal }),
        );
        for await (const _ of events) controller.abort();
      })(),
    );
    expect(error.code).toBe("cancelled");
    expect(long.wasCancelled()).toBe(true);
  });
});
