import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { OutsideEngineSettings } from "../../../workers/adapters/speech";
import { createElevenLabsCompatible } from "../../../workers/adapters/speech/elevenlabs-compatible";
import { speakerVoice } from "../../support/speaker-voice";
import { SERVER_KEY, type SpeechServer, speakPlainly, startUpstreamServer } from "../../support/speech-servers";
import { collect, eventually, failureOf, jobFor, timeoutsFor } from "./collect";

const engine = (settings: OutsideEngineSettings) =>
  createElevenLabsCompatible(settings, timeoutsFor(["hangs", "stalls"].includes(server.behaviour)));
const TEXT = "Über dem Fluss stand Nebel, dicht und grau. Niemand sprach.";

let server: SpeechServer;
let env: OutsideEngineSettings;
beforeAll(async () => {
  server = await startUpstreamServer();
});
afterAll(() => server.close());
beforeEach(() => {
  server.behaviour = "speaks";
  server.requests.length = 0;
  server.abandoned = 0;
  env = { UPSTREAM_URL: server.url, UPSTREAM_API_KEY: SERVER_KEY };
});

describe("an upstream of our own kind", () => {
  it("speaks, with its own times for every character", async () => {
    const spoken = await collect(engine, jobFor(TEXT), env);
    const truth = speakPlainly(TEXT);
    expect(spoken.samples.length).toBe(truth.samples.length);
    expect(spoken.characters.join("")).toBe(TEXT);
    expect(engine(env).timings).toBe(true);
    for (const [n, start] of truth.startsSeconds.entries()) expect(spoken.startsSeconds[n]).toBeCloseTo(start, 3);
  });

  it("places times that count anew in each line", async () => {
    const other = await startUpstreamServer({ timesFromEachLine: true });
    const spoken = await collect(engine, jobFor(TEXT), { ...env, UPSTREAM_URL: other.url });
    await other.close();
    const truth = speakPlainly(TEXT);
    for (const [n, start] of truth.startsSeconds.entries()) expect(spoken.startsSeconds[n]).toBeCloseTo(start, 2);
  });

  it("is asked in the contract's words", async () => {
    await collect(engine, jobFor(TEXT, { languageCode: "de-DE", previousText: "Davor." }), env);
    expect(server.requests[0]!.path).toBe("/v1/text-to-speech/voice_1/stream/with-timestamps?output_format=pcm_24000");
    expect(server.requests[0]!.body).toEqual({
      text: TEXT,
      model_id: "eleven_multilingual_v2",
      language_code: "de",
      seed: 7,
      previous_text: "Davor.",
      voice_settings: { stability: 0.5, similarity_boost: 0.75, style: 0, use_speaker_boost: true, speed: 1 },
    });
  });

  it("needs an address and a key, and names what is missing", async () => {
    expect(engine({}).missing).toEqual(["UPSTREAM_URL", "UPSTREAM_API_KEY"]);
    const noAddress = await failureOf(collect(engine, jobFor(TEXT), { UPSTREAM_API_KEY: "x" }));
    expect([noAddress.code, noAddress.message.includes("UPSTREAM_URL")]).toEqual(["engine_not_configured", true]);
    const noKey = await failureOf(collect(engine, jobFor(TEXT), { UPSTREAM_URL: server.url }));
    expect([noKey.code, noKey.message.includes("UPSTREAM_API_KEY")]).toEqual(["engine_not_configured", true]);
  });

  it("tells a refused key, an unknown voice and spent credits apart", async () => {
    const key = await failureOf(collect(engine, jobFor(TEXT), { ...env, UPSTREAM_API_KEY: "wrong" }));
    expect([key.code, key.message.includes("UPSTREAM_API_KEY")]).toEqual(["engine_not_configured", true]);
    const voice = speakerVoice({ upstreamVoice: "nobody" });
    const unknown = await failureOf(collect(engine, jobFor(TEXT, { voice }), env));
    expect([unknown.code, unknown.message.includes("UPSTREAM_VOICES")]).toEqual(["engine_not_configured", true]);
    const spent = await failureOf(collect(engine, jobFor("too expensive"), env));
    expect([spent.code, spent.message.includes("credits")]).toEqual(["engine_failed", true]);
  });

  it.each([
    ["busy", "engine_failed"],
    ["fails", "engine_failed"],
    ["hangs", "engine_timeout"],
    ["stalls", "engine_timeout"],
    ["disconnects", "engine_failed"],
    ["babbles", "engine_failed"],
    ["says nothing", "engine_failed"],
  ] as const)("when the server %s: %s", async (behaviour, code) => {
    server.behaviour = behaviour;
    const error = await failureOf(collect(engine, jobFor(TEXT), env));
    expect(error.code).toBe(code);
    expect(error.retryAfterSeconds).toBe(behaviour === "busy" ? 7 : undefined);
  });

  it("gives the sound that came before a broken line", async () => {
    server.behaviour = "babbles";
    let heard = 0;
    const error = await failureOf(
      (async () => {
        for await (const event of engine(env).synthesize(jobFor(TEXT))) heard += event.samples.length;
      })(),
    );
    expect(error.message).toContain("cannot be read");
    expect(heard).toBeGreaterThan(0);
    expect(await eventually(() => server.abandoned === 1)).toBe(true);
  });

  it("ends the server's work when the caller aborts", async () => {
    const controller = new AbortController();
    const error = await failureOf(
      (async () => {
        for await (const _ of engine(env).synthesize(jobFor(TEXT.repeat(3), { signal: controller.signal })))
          controller.abort();
      })(),
    );
    expect(error.code).toBe("cancelled");
    expect(await eventually(() => server.abandoned === 1)).toBe(true);
  });
});
