import { ElevenLabs, ElevenLabsError } from "@elevenlabs/elevenlabs-js";
import { beforeAll, describe, expect, it } from "vitest";
import { leastTierFor } from "../../app/domains/speech/rules";
import { OUTPUT_FORMATS } from "../../workers/speech/protocol";
import { probeAudio } from "../support/ffmpeg";
import { bytesOf, type OwnWorkspace, ownWorkspace } from "../support/own-workspace";
import { sharedProduct } from "../support/product";
import { sdkClient } from "../support/sdk-client";
import { expectSoundIn } from "../support/sound-format";

const { voiceId, url } = sharedProduct();
const modelId = "eleven_flash_v2_5";
let own: OwnWorkspace;
beforeAll(async () => {
  own = await ownWorkspace();
});

describe("textToSpeech.convert", () => {
  it("answers a whole MP3 with its length, cost, ids and latency", async () => {
    const text = "Hello from Parlando.";
    const { data, rawResponse } = await own.client.textToSpeech.convert(voiceId, { text }).withRawResponse();
    const bytes = await bytesOf(data);
    const { headers } = rawResponse;
    expect(headers.get("content-type")).toBe("audio/mpeg");
    expect(Number(headers.get("content-length"))).toBe(bytes.byteLength);
    expect(headers.get("character-cost")).toBe("20");
    expect(headers.get("history-item-id")).toMatch(/^hist_/);
    expect(headers.get("request-id")).toMatch(/^req_/);
    expect(Number(headers.get("tts-latency-ms"))).toBeGreaterThan(0);
    expect(Number(headers.get("current-concurrent-requests"))).toBeGreaterThan(0);
    expect(headers.get("maximum-concurrent-requests")).toBe("2");
    const exposed = headers.get("access-control-expose-headers")!;
    for (const name of ["request-id", "history-item-id", "character-cost", "tts-latency-ms"])
      expect(exposed).toContain(name);
    const sound = await probeAudio(bytes);
    expect(sound).toMatchObject({ codec: "mp3", sampleRateHz: 44_100, channels: 1 });
    expect(sound.durationSeconds).toBeGreaterThan(0.8);
    expect(sound.durationSeconds).toBeLessThan(4);
  });

  // Those of bigger plans are spoken by a workspace that has one; see the tests of the starter.
  it.each(OUTPUT_FORMATS.filter((format) => leastTierFor(format) === null))("answers %s as it says", async (format) => {
    const path = `/v1/text-to-speech/${voiceId}?output_format=${format}&enable_logging=false`;
    await expectSoundIn(format, await own.call(path, { body: { text: "One two.", model_id: modelId } }));
  });

  it("gives the same bytes for the same request, from storage the second time, charged both times", async () => {
    const request = { text: "Say this twice, please.", modelId };
    const before = await own.used();
    const first = await own.client.textToSpeech.convert(voiceId, request).withRawResponse();
    const second = await own.client.textToSpeech.convert(voiceId, request).withRawResponse();
    expect(Buffer.compare(await bytesOf(first.data), await bytesOf(second.data))).toBe(0);
    expect(await own.used()).toBe(before + 24);
    const ids = [first, second].map(({ rawResponse }) => rawResponse.headers.get("history-item-id")!);
    expect(new Set(ids).size).toBe(2);
    for (const id of ids) expect((await own.client.history.get(id)).text).toBe(request.text);
  });

  it("keeps nothing with logging off, and charges all the same", async () => {
    const before = await own.used();
    const request = { text: "Do not keep this.", modelId, enableLogging: false };
    const { data, rawResponse } = await own.client.textToSpeech.convert(voiceId, request).withRawResponse();
    await bytesOf(data);
    expect(rawResponse.headers.get("history-item-id")).toBeNull();
    expect(await own.used()).toBe(before + 9);
    const { history } = await own.client.history.list({ search: "do not keep" });
    expect(history).toEqual([]);
  });

  it("takes every setting of the contract", async () => {
    const stream = await own.client.textToSpeech.convert(voiceId, {
      text: "All of them.",
      modelId: "eleven_multilingual_v2",
      languageCode: "en",
      voiceSettings: { stability: 0.2, similarityBoost: 0.9, style: 0.4, useSpeakerBoost: false, speed: 1.1 },
      seed: 42,
      previousText: "Before.",
      nextText: "After.",
      previousRequestIds: ["req_unknown"],
      applyTextNormalization: "on",
      applyLanguageTextNormalization: false,
      usePvcAsIvc: false,
      optimizeStreamingLatency: 3,
      outputFormat: "mp3_22050_32",
      pronunciationDictionaryLocators: [],
      audioEffects: { distance: 0, sendLevel: 1, pan: 0, seed: 7 },
    });
    expect((await bytesOf(stream)).byteLength).toBeGreaterThan(1000);
  });
});

describe("textToSpeech.stream", () => {
  it("sends the first sound long before the last", async () => {
    const text = "The first clause goes out at once. ".repeat(12);
    const stream = await own.client.textToSpeech.stream(voiceId, { text, modelId, enableLogging: false });
    const reader = stream.getReader();
    const startedMs = performance.now();
    const first = await reader.read();
    const firstMs = performance.now() - startedMs;
    let bytes = first.value!.byteLength;
    for (let read = await reader.read(); !read.done; read = await reader.read()) bytes += read.value.byteLength;
    const allMs = performance.now() - startedMs;
    expect(bytes).toBeGreaterThan(200_000);
    expect(first.value!.byteLength).toBeLessThan(bytes / 3);
    expect(firstMs).toBeLessThan(allMs / 2);
  });
});

describe("timestamps", () => {
  const text = "Hello there! It costs $5.";

  it("come with the whole sound, one for each character, in order, up to its end", async () => {
    const answer = await own.client.textToSpeech.convertWithTimestamps(voiceId, { text, modelId });
    const { characters, characterStartTimesSeconds: starts, characterEndTimesSeconds: ends } = answer.alignment!;
    expect(characters.join("")).toBe(text);
    expect(starts).toHaveLength(characters.length);
    expect(ends).toHaveLength(characters.length);
    for (let i = 1; i < starts.length; i++) expect(starts[i]!).toBeGreaterThanOrEqual(starts[i - 1]!);
    const { durationSeconds } = await probeAudio(Buffer.from(answer.audioBase64, "base64"));
    // The MP3 is longer than the sound by the codec's own delay and padding.
    expect(Math.abs(ends.at(-1)! - durationSeconds)).toBeLessThan(0.13);
    expect(answer.normalizedAlignment!.characters.join("").toLowerCase()).toContain("five");
  });

  it("come a JSON object a line while it is made, and together are the whole", async () => {
    const stream = await own.client.textToSpeech.streamWithTimestamps(voiceId, { text, modelId });
    const characters: string[] = [];
    const sound: Buffer[] = [];
    let lines = 0;
    for await (const line of stream) {
      lines++;
      characters.push(...(line.alignment?.characters ?? []));
      sound.push(Buffer.from(line.audioBase64, "base64"));
    }
    expect(lines).toBeGreaterThan(1);
    expect(characters.join("")).toBe(text);
    const whole = await own.client.textToSpeech.convertWithTimestamps(voiceId, { text, modelId });
    expect(Buffer.concat(sound).toString("base64")).toBe(whole.audioBase64);
  });

  it("end their last line too", async () => {
    const response = await own.call(`/v1/text-to-speech/${voiceId}/stream/with-timestamps`, {
      body: { text: "Hi.", model_id: modelId },
    });
    const body = await response.text();
    expect(body.endsWith("}\n")).toBe(true);
    for (const line of body.trim().split("\n")) expect(JSON.parse(line)).toHaveProperty("audio_base64");
  });
});

describe("requests that cannot be", () => {
  it.each<[string, string, unknown, number, string]>([
    ["an unknown voice", "/v1/text-to-speech/nope", { text: "Hi" }, 404, "voice_not_found"],
    ["an unknown model", `/v1/text-to-speech/${voiceId}`, { text: "Hi", model_id: "nope" }, 400, "model_not_found"],
    ["an empty text", `/v1/text-to-speech/${voiceId}`, { text: "" }, 400, "text_empty"],
    ["nothing to speak", `/v1/text-to-speech/${voiceId}`, { text: "… — !!!" }, 400, "text_empty"],
    ["only tags", `/v1/text-to-speech/${voiceId}`, { text: "[whispers]", model_id: "eleven_v3" }, 400, "text_empty"],
    ["a long text", `/v1/text-to-speech/${voiceId}`, { text: "a".repeat(10_001) }, 400, "max_character_limit_exceeded"],
    [
      "more than is left",
      `/v1/text-to-speech/${voiceId}`,
      { text: "word ".repeat(7000), model_id: "eleven_flash_v2_5" },
      401,
      "quota_exceeded",
    ],
    [
      "a format from Creator on",
      `/v1/text-to-speech/${voiceId}?output_format=mp3_44100_192`,
      { text: "Hi" },
      403,
      "output_format_not_allowed",
    ],
    [
      "a format from Pro on",
      `/v1/text-to-speech/${voiceId}?output_format=pcm_44100`,
      { text: "Hi" },
      403,
      "output_format_not_allowed",
    ],
    [
      "dictionaries",
      `/v1/text-to-speech/${voiceId}`,
      { text: "Hi", pronunciation_dictionary_locators: [{ pronunciation_dictionary_id: "x" }] },
      400,
      "invalid_request",
    ],
    ["effects", `/v1/text-to-speech/${voiceId}`, { text: "Hi", audio_effects: { pan: 0.5 } }, 400, "invalid_request"],
    [
      "broken markup",
      `/v1/text-to-speech/${voiceId}`,
      { text: 'Hi <phoneme alphabet="klingon" ph="x">there</phoneme>' },
      400,
      "invalid_text",
    ],
  ])("%s", async (_what, path, body, status, code) => {
    const before = await own.used();
    const response = await own.call(path, { body });
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ detail: { status: code, message: expect.any(String) } });
    expect(await own.used()).toBe(before);
  });

  it.each<[string, string, unknown, (string | number)[]]>([
    ["a format that is none", "?output_format=mp4", { text: "Hi" }, ["query", "output_format"]],
    ["a text that is none", "", { text: 5 }, ["body", "text"]],
    ["no text at all", "", {}, ["body", "text"]],
    [
      "a setting out of bounds",
      "",
      { text: "Hi", voice_settings: { stability: 2 } },
      ["body", "voice_settings", "stability"],
    ],
    ["a seed that is none", "", { text: "Hi", seed: -1 }, ["body", "seed"]],
    ["a switch that is none", "", { text: "Hi", use_pvc_as_ivc: "banana" }, ["body", "use_pvc_as_ivc"]],
    [
      "an effect out of bounds",
      "",
      { text: "Hi", audio_effects: { send_level: 2 } },
      ["body", "audio_effects", "send_level"],
    ],
  ])("%s (422)", async (_what, query, body, loc) => {
    const response = await own.call(`/v1/text-to-speech/${voiceId}${query}`, { body });
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({
      detail: [{ loc, msg: expect.any(String), type: expect.any(String) }],
    });
  });

  it("malformed JSON, broken UTF-8 and too big a body", async () => {
    const send = (body: BodyInit) =>
      fetch(`${url}/v1/text-to-speech/${voiceId}`, {
        method: "POST",
        body,
        headers: { "xi-api-key": own.apiKey, "content-type": "application/json" },
      });
    expect((await send('{"text":')).status).toBe(422);
    expect((await send(Uint8Array.from([0x7b, 0xff, 0xfe]))).status).toBe(400);
    const big = await send(JSON.stringify({ text: "a".repeat(10_000_000) }));
    expect(big.status).toBe(413);
    expect(await big.json()).toMatchObject({ detail: { status: "request_too_large" } });
  });

  it("tell the official client what is wrong by its own error classes", async () => {
    await expect(sdkClient("sk_wrong").textToSpeech.convert(voiceId, { text: "Hi" })).rejects.toMatchObject({
      statusCode: 401,
    });
    await expect(own.client.textToSpeech.convert("nope", { text: "Hi" })).rejects.toThrow(ElevenLabsError);
    const invalid = own.client.textToSpeech.convert(voiceId, { text: "Hi", seed: -1 });
    await expect(invalid).rejects.toThrow(ElevenLabs.UnprocessableEntityError);
  });

  it("a voice id cannot put anything into the answer's headers", async () => {
    const response = await own.call(`/v1/text-to-speech/${encodeURIComponent("x\r\nset-cookie: a=b")}`, {
      body: { text: "Hi" },
    });
    expect(response.status).toBe(404);
    expect(response.headers.get("set-cookie")).toBeNull();
  });
});
