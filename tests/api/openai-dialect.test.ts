import { beforeAll, describe, expect, it } from "vitest";
import { inputOptions, probeAudio } from "../support/ffmpeg";
import { type OwnWorkspace, ownWorkspace } from "../support/own-workspace";
import { sharedProduct } from "../support/product";

const { url, voiceId } = sharedProduct();
let own: OwnWorkspace;
beforeAll(async () => {
  own = await ownWorkspace();
});

/** As tools of the dialect call: the key as a bearer token. */
const speak = (body: Record<string, unknown>, key = own.apiKey) =>
  fetch(`${url}/v1/audio/speech`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });

describe("POST /v1/audio/speech", () => {
  it.each<[string | undefined, string, string]>([
    [undefined, "audio/mpeg", "mp3"],
    ["mp3", "audio/mpeg", "mp3"],
    ["wav", "audio/wav", "pcm_s16le"],
    ["pcm", "audio/pcm", "pcm_s16le"],
    ["opus", "audio/ogg", "opus"],
  ])("speaks as %s", async (format, contentType, codec) => {
    const response = await speak({ model: "tts-1", input: "Hello there.", voice: "alloy", response_format: format });
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe(contentType);
    const bytes = new Uint8Array(await response.arrayBuffer());
    const sound = await probeAudio(bytes, format === "pcm" ? inputOptions("pcm_24000") : []);
    expect(sound.codec).toBe(codec);
    expect(sound.durationSeconds).toBeGreaterThan(0.4);
  });

  it("takes a voice by its id or name, and our own models", async () => {
    const { name } = await own.client.voices.get(voiceId);
    for (const voice of [voiceId, name, name!.toUpperCase(), { id: voiceId }]) {
      const response = await speak({ model: "eleven_flash_v2_5", input: "Hi.", voice });
      expect(response.status).toBe(200);
      await response.arrayBuffer();
    }
    // The item is written when the sound is stored, which may be just after its last byte was sent.
    await expect
      .poll(async () => (await own.client.history.list({ pageSize: 1 })).history[0], { timeout: 5000 })
      .toMatchObject({ voiceId, modelId: "eleven_flash_v2_5", text: "Hi." });
  });

  it("speaks faster or slower, as far as voices can", async () => {
    const seconds = async (speed: number) => {
      const response = await speak({
        model: "tts-1",
        input: "One, two, three, four, five.",
        voice: voiceId,
        speed,
        response_format: "wav",
      });
      return (await probeAudio(new Uint8Array(await response.arrayBuffer()))).durationSeconds;
    };
    const [slow, normal, fast, fastest] = [await seconds(0.8), await seconds(1), await seconds(1.2), await seconds(4)];
    const [slowest, slowestSpoken] = [await seconds(0.25), await seconds(0.7)];
    expect(slow).toBeGreaterThan(normal);
    expect(fast).toBeLessThan(normal);
    expect(fastest).toBeCloseTo(fast, 3);
    expect(slowestSpoken).toBeGreaterThan(slow);
    expect(slowest).toBeCloseTo(slowestSpoken, 3);
  });

  it.each<[string, Record<string, unknown>, number, string]>([
    ["an unknown voice", { model: "tts-1", input: "Hi", voice: "nobody" }, 404, "not_found_error"],
    ["an unknown model", { model: "tts-9", input: "Hi", voice: "alloy" }, 400, "invalid_request_error"],
    [
      "an unknown format",
      { model: "tts-1", input: "Hi", voice: "alloy", response_format: "aac" },
      400,
      "invalid_request_error",
    ],
    ["a speed out of bounds", { model: "tts-1", input: "Hi", voice: "alloy", speed: 5 }, 400, "invalid_request_error"],
    ["no input", { model: "tts-1", voice: "alloy" }, 400, "invalid_request_error"],
  ])("refuses %s in the dialect", async (_what, body, status, type) => {
    const response = await speak(body);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ error: { type, message: expect.any(String) } });
  });

  it.each([0.2, 5])("says with a speed of %d which may be asked for", async (speed) => {
    const response = await speak({ model: "tts-1", input: "Hi", voice: "alloy", speed });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: { message: "speed: Input should be between 0.25 and 4", param: "speed" },
      detail: [{ type: speed < 1 ? "greater_than_equal" : "less_than_equal" }],
    });
  });

  it("names its fields as the caller did, and none for a body that cannot be read", async () => {
    const empty = await (await speak({ model: "tts-1", input: " ", voice: "alloy" })).json();
    expect(empty).toMatchObject({ error: { code: "text_empty", param: "input" } });
    const nobody = await (await speak({ model: "tts-1", input: "Hi", voice: "nobody" })).json();
    expect(nobody).toMatchObject({
      error: { message: "A voice with name or ID 'nobody' was not found.", param: "voice" },
    });
    const broken = await fetch(`${url}/v1/audio/speech`, {
      method: "POST",
      headers: { authorization: `Bearer ${own.apiKey}`, "content-type": "application/json" },
      body: "x",
    });
    expect(await broken.json()).toMatchObject({
      error: { message: expect.stringMatching(/^The request body is not valid JSON/), param: null },
    });
  });

  it("refuses a wrong key in the dialect", async () => {
    const response = await speak({ model: "tts-1", input: "Hi", voice: "alloy" }, "sk_wrong");
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ error: { type: "authentication_error", code: "invalid_api_key" } });
  });
});

describe("the lists that tools ask for", () => {
  const get = async (path: string) =>
    (await fetch(url + path, { headers: { authorization: `Bearer ${own.apiKey}` } })).json() as Promise<{
      data?: { id: string; object: string }[];
      voices?: { id: string; name: string }[];
    }>;

  it("name models, ours and the dialect's own", async () => {
    const { data } = await get("/v1/audio/models");
    const ids = data!.map((model) => model.id);
    expect(ids).toContain("eleven_multilingual_v2");
    expect(ids).toContain("tts-1");
    expect(data!.every((model) => model.object === "model")).toBe(true);
  });

  it("name every voice", async () => {
    const { voices } = await get("/v1/audio/voices");
    expect(voices!.length).toBeGreaterThanOrEqual(75);
    expect(voices!.some((voice) => voice.id === voiceId)).toBe(true);
  });
});
