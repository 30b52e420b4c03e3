import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { OutsideEngineSettings } from "../../../workers/adapters/speech";
import { createOpenAiCompatible } from "../../../workers/adapters/speech/openai-compatible";
import { firstDifference, pcm16OfSamples, samplesOfPcm16 } from "../../support/audio-measure";
import { NEUTRAL_SETTINGS, speakerVoice } from "../../support/speaker-voice";
import { SERVER_KEY, type SpeechServer, speakPlainly, startOpenAiSpeechServer } from "../../support/speech-servers";
import { collect, eventually, failureOf, jobFor, timeoutsFor } from "./collect";

const engine = (settings: OutsideEngineSettings) =>
  createOpenAiCompatible(settings, timeoutsFor(["hangs", "stalls"].includes(server.behaviour)));
const TEXT = "The river was wide, and slow. Nobody spoke.";

let server: SpeechServer;
let env: OutsideEngineSettings;
beforeAll(async () => {
  server = await startOpenAiSpeechServer();
});
afterAll(() => server.close());
beforeEach(() => {
  server.behaviour = "speaks";
  server.requests.length = 0;
  server.abandoned = 0;
  env = { SPEECH_URL: server.url, SPEECH_API_KEY: SERVER_KEY };
});

describe("a server of the OpenAI dialect", () => {
  it("speaks: its samples arrive in order, however its bytes are cut", async () => {
    const spoken = await collect(engine, jobFor(TEXT), env);
    const expected = samplesOfPcm16(pcm16OfSamples(speakPlainly(TEXT).samples));
    expect(spoken.sampleRateHz).toBe(24000);
    expect(spoken.audioPieces).toBeGreaterThan(5);
    expect(firstDifference(spoken.samples, expected)).toBe(-1);
  });

  it("is asked for the text, the voice, the model and the speed", async () => {
    const asked = jobFor(TEXT, {
      voice: speakerVoice({ upstreamVoice: "af_heart" }),
      settings: { ...NEUTRAL_SETTINGS, speed: 1.1 },
    });
    await collect(engine, asked, { ...env, SPEECH_MODEL: "kokoro" });
    expect(server.requests[0]!.path).toBe("/v1/audio/speech");
    expect(server.requests[0]!.body).toEqual({
      model: "kokoro",
      input: TEXT,
      voice: "af_heart",
      response_format: "pcm",
      speed: 1.1,
    });
  });

  it("finds the address with or without /v1 and the endpoint's path", async () => {
    for (const ending of ["", "/", "/v1", "/v1/", "/v1/audio/speech"])
      await collect(engine, jobFor("Hello."), { ...env, SPEECH_URL: `${server.url}${ending}` });
    expect(server.requests.map((asked) => asked.path)).toEqual(Array(5).fill("/v1/audio/speech"));
  });

  it("gives our voices theirs: by the setting's id, gender or default, else by gender, always the same", async () => {
    const voiceFor = async (voice: Partial<Parameters<typeof speakerVoice>[0]>, SPEECH_VOICES?: string) => {
      await collect(engine, jobFor("Hi.", { voice: speakerVoice(voice) }), { ...env, SPEECH_VOICES });
      return server.requests.at(-1)!.body.voice;
    };
    const setting = JSON.stringify({ voice_9: "am_adam", male: "am_michael", default: "af_sky" });
    expect(await voiceFor({ voiceId: "voice_9" }, setting)).toBe("am_adam");
    expect(await voiceFor({ gender: "male" }, setting)).toBe("am_michael");
    expect(await voiceFor({ gender: "female" }, setting)).toBe("af_sky");
    expect(["nova", "shimmer", "coral", "sage"]).toContain(await voiceFor({ gender: "female" }));
    expect(await voiceFor({ gender: "male" })).toBe(await voiceFor({ gender: "male" }));
  });

  it("reads the rate from a WAV header where a server sends one", async () => {
    const wav = await startOpenAiSpeechServer({ container: "wav" });
    const spoken = await collect(engine, jobFor(TEXT), { ...env, SPEECH_URL: wav.url });
    await wav.close();
    const expected = samplesOfPcm16(pcm16OfSamples(speakPlainly(TEXT).samples));
    expect(firstDifference(spoken.samples, expected)).toBe(-1);
  });

  it("estimates times over the sound, and says that they are estimated", async () => {
    const spoken = await collect(engine, jobFor(TEXT), env);
    expect(engine(env).timings).toBe(false);

    expect(spoken.characters.join("")).toBe(TEXT);
    const truth = speakPlainly(TEXT);
    for (const [n, character] of spoken.characters.entries())
      if (/[a-z]/i.test(character))
        expect(Math.abs(spoken.startsSeconds[n]! - truth.startsSeconds[n]!)).toBeLessThan(0.15);
  });

  it("needs SPEECH_URL, and says so", async () => {
    expect(engine({}).missing).toEqual(["SPEECH_URL"]);
    expect(engine(env).missing).toEqual([]);
    const error = await failureOf(collect(engine, jobFor(TEXT), {}));
    expect(error.code).toBe("engine_not_configured");
    expect(error.message).toContain("SPEECH_URL");
    const wrong = await failureOf(collect(engine, jobFor(TEXT), { ...env, SPEECH_URL: "localhost" }));
    expect(wrong.code).toBe("engine_not_configured");
    const broken = await failureOf(collect(engine, jobFor(TEXT), { ...env, SPEECH_VOICES: "nova" }));
    expect(broken.message).toContain("SPEECH_VOICES");
  });

  it("names the key's setting when the key is refused, and never the key", async () => {
    const error = await failureOf(collect(engine, jobFor(TEXT), { ...env, SPEECH_API_KEY: "sk-wrong-secret" }));
    expect(error.code).toBe("engine_not_configured");
    expect(error.message).toContain("SPEECH_API_KEY");
    expect(error.message).not.toContain("sk-wrong-secret");
  });

  it("names the settings to look at when model or address are unknown", async () => {
    const error = await failureOf(collect(engine, jobFor(TEXT), { ...env, SPEECH_MODEL: "unknown" }));
    expect(error.code).toBe("engine_not_configured");
    expect(error.message).toContain("SPEECH_MODEL");
    expect(error.message).toContain("does not exist");
  });

  it("tells how long to wait when the server is busy", async () => {
    server.behaviour = "busy";
    const error = await failureOf(collect(engine, jobFor(TEXT), env));
    expect(error.code).toBe("engine_failed");
    expect(error.retryAfterSeconds).toBe(7);
  });

  it("does not repeat the insides of a server that fails", async () => {
    server.behaviour = "fails";
    const error = await failureOf(collect(engine, jobFor(TEXT), env));
    expect(error.code).toBe("engine_failed");
    expect(error.message).toContain("500");
    expect(error.message).not.toContain("secret");
  });

  it("gives up on a server that never answers, and on one that goes silent", async () => {
    for (const behaviour of ["hangs", "stalls"] as const) {
      server.behaviour = behaviour;
      const error = await failureOf(collect(engine, jobFor(TEXT), env));
      expect(error.code).toBe("engine_timeout");
    }
    expect(await eventually(() => server.abandoned === 2)).toBe(true);
  });

  it("fails when the connection drops in the middle", async () => {
    server.behaviour = "disconnects";
    const error = await failureOf(collect(engine, jobFor(TEXT), env));
    expect(error.code).toBe("engine_failed");
    expect(error.message).toContain("broke off");
  });

  it("fails when the answer is no sound, or none at all", async () => {
    server.behaviour = "babbles";
    expect((await failureOf(collect(engine, jobFor(TEXT), env))).message).toContain("application/json");
    server.behaviour = "says nothing";
    expect((await failureOf(collect(engine, jobFor(TEXT), env))).message).toContain("no sound");
  });

  it("fails when nobody listens at the address", async () => {
    const error = await failureOf(collect(engine, jobFor(TEXT), { ...env, SPEECH_URL: "http://127.0.0.1:9" }));
    expect(error.code).toBe("engine_failed");
    expect(error.message).toContain("SPEECH_URL");
  });

  it("ends the server's work when the caller aborts, and when it stops listening", async () => {
    const controller = new AbortController();
    const cancelled = failureOf(
      (async () => {
        for await (const event of engine(env).synthesize(jobFor(TEXT, { signal: controller.signal })))
          if (event.samples.length > 0) controller.abort();
      })(),
    );
    expect((await cancelled).code).toBe("cancelled");
    for await (const event of engine(env).synthesize(jobFor(TEXT))) if (event.samples.length > 0) break;
    expect(await eventually(() => server.abandoned === 2)).toBe(true);
  });

  it("asks nothing of the server when the caller gave up before", async () => {
    const error = await failureOf(collect(engine, jobFor(TEXT, { signal: AbortSignal.abort() }), env));
    expect(error.code).toBe("cancelled");
    expect(server.requests).toEqual([]);
  });
});
