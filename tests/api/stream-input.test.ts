import { afterEach, beforeAll, describe, expect, it } from "vitest";
import WebSocket from "ws";
import { formatFacts } from "../../workers/speech/formats";
import type { OutputFormat } from "../../workers/speech/protocol";
import { decodeWithFfmpeg, inputOptions, probeAudio } from "../support/ffmpeg";
import { type OwnWorkspace, ownWorkspace } from "../support/own-workspace";
import { sharedProduct } from "../support/product";

const { url, voiceId } = sharedProduct();
let own: OwnWorkspace;
beforeAll(async () => {
  own = await ownWorkspace();
});

interface Message {
  audio?: string | null;
  isFinal?: boolean | null;
  alignment?: { chars: string[]; charStartTimesMs: number[]; charDurationsMs: number[] } | null;
  normalizedAlignment?: unknown;
  contextId?: string;
  error?: string;
  message?: string;
  code?: number;
}

const open: WebSocket[] = [];
afterEach(() => {
  for (const socket of open.splice(0)) socket.terminate();
});

function connect(path: string, headers: Record<string, string> = { "xi-api-key": own.apiKey }) {
  const socket = new WebSocket(`${url.replace("http", "ws")}/v1/text-to-speech/${path}`, { headers });
  open.push(socket);
  const messages: Message[] = [];
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.on("close", (code, reason) => resolve({ code, reason: reason.toString() }));
  });
  socket.on("message", (data) => messages.push(JSON.parse(data.toString()) as Message));
  const opened = new Promise((resolve) => socket.once("open", resolve));
  return {
    socket,
    messages,
    closed,
    opened,
    async say(...wires: unknown[]) {
      await opened;
      for (const wire of wires) socket.send(typeof wire === "string" ? wire : JSON.stringify(wire));
    },
    async until(condition: () => boolean) {
      for (let waited = 0; !condition(); waited += 20) {
        if (waited > 20_000) throw new Error(`waited in vain; got ${JSON.stringify(messages).slice(0, 500)}`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
  };
}

const single = (query = "", headers?: Record<string, string>) =>
  connect(`${voiceId}/stream-input?model_id=eleven_flash_v2_5${query}`, headers);
const multi = (query = "") => connect(`${voiceId}/multi-stream-input?model_id=eleven_flash_v2_5${query}`);
const soundOf = (messages: Message[]) =>
  Buffer.concat(messages.map((message) => Buffer.from(message.audio ?? "", "base64")));
const textOf = (messages: Message[]) => messages.map((message) => message.alignment?.chars.join("") ?? "").join("");
/** How long all stretches last that have times. */
const timedSeconds = (messages: Message[]) =>
  messages.reduce(
    (sum, { alignment }) =>
      alignment ? sum + (alignment.charStartTimesMs.at(-1)! + alignment.charDurationsMs.at(-1)!) / 1000 : sum,
    0,
  );
const words = (text: string) => text.split(/(?<= )/);

describe("stream-input", () => {
  it("speaks what comes in pieces, says when it was the last, and closes", async () => {
    const text = "Hello there, this is a stream. It comes word by word, and is spoken while it comes. ";
    const { say, messages, closed } = single("&sync_alignment=true");
    await say({ text: " ", generation_config: { chunk_length_schedule: [50] } });
    await say(...words(text).map((word) => ({ text: word })));
    await say({ text: "" });
    expect(await closed).toEqual({ code: 1000, reason: "" });
    expect(messages.at(-1)).toMatchObject({ isFinal: true, audio: null });
    expect(textOf(messages).trim()).toBe(text.trim());
    const timed = messages.filter((message) => message.alignment);
    expect(timed.length).toBeGreaterThan(1);
    for (const { alignment } of timed) {
      expect(alignment!.charStartTimesMs).toHaveLength(alignment!.chars.length);
      expect(alignment!.charStartTimesMs[0]!).toBeLessThan(400);
    }
    expect((await probeAudio(soundOf(messages))).durationSeconds).toBeGreaterThan(timedSeconds(messages) * 0.9);
  });

  it.each<OutputFormat>(["mp3_44100_128", "opus_48000_32", "pcm_16000"])(
    "sends one sound in %s, as long as its times, however often it was flushed",
    async (format) => {
      const { say, messages, closed } = single(`&output_format=${format}`);
      await say({ text: " " });
      await say(...["One here. ", "Two. ", "And three, too. ", "Four."].map((text) => ({ text, flush: true })));
      await say({ text: "" });
      expect((await closed).code).toBe(1000);
      const heard = decodeWithFfmpeg(soundOf(messages), inputOptions(format)).length / formatFacts(format).sampleRateHz;
      expect(Math.abs(heard - timedSeconds(messages))).toBeLessThan(0.06);
    },
  );

  it("sends the first sound while text is still coming", async () => {
    const { say, until, messages } = single();
    await say({ text: " ", generation_config: { chunk_length_schedule: [50] } });
    await say({ text: "This first sentence is long enough to be spoken at once. And " });
    await until(() => messages.some((message) => message.audio));
    await say({ text: "" });
    await until(() => messages.some((message) => message.isFinal === true));
  });

  it("speaks when flushed, goes on afterwards, and speaks every message in auto mode", async () => {
    const flushed = single();
    await flushed.say({ text: "Short. ", flush: true });
    await flushed.until(() => textOf(flushed.messages).includes("Short."));
    await flushed.say({ text: "More. ", flush: true });
    await flushed.until(() => textOf(flushed.messages).includes("More."));
    const auto = single("&auto_mode=true");
    await auto.say({ text: "Tiny. " });
    await auto.until(() => textOf(auto.messages).includes("Tiny."));
  });

  it("charges what was spoken, and leaves one history item with the whole sound", async () => {
    const alone = await ownWorkspace();
    const before = await alone.used();
    const { say, messages, closed } = single("&output_format=pcm_16000", { "xi-api-key": alone.apiKey });
    await say({ text: "A first part. ", flush: true }, { text: "A second part. ", flush: true }, { text: "" });
    await closed;
    const sound = soundOf(messages);
    const { history } = await alone.client.history.list({ pageSize: 1 });
    expect(history[0]).toMatchObject({
      text: "A first part. A second part. ",
      outputFormat: "pcm_16000",
      source: "TTS",
    });
    const kept = await (await alone.call(`/v1/history/${history[0]!.historyItemId}/audio`)).arrayBuffer();
    expect(Buffer.compare(Buffer.from(kept), sound)).toBe(0);
    const item = await alone.client.history.get(history[0]!.historyItemId);
    expect(item.alignments!.alignment.characters.join("")).toBe("A first part. A second part. ");
    const ends = item.alignments!.alignment.characterEndTimesSeconds;
    expect(Math.abs(ends.at(-1)! - sound.byteLength / 32_000)).toBeLessThan(0.1);
    expect(await alone.used()).toBe(before + 7 + 8);
    expect(item.characterCountChangeTo - item.characterCountChangeFrom).toBe(15);
  });

  it("keeps nothing with logging off", async () => {
    const { say, closed } = single("&enable_logging=false");
    await say({ text: "Unlogged words. ", flush: true }, { text: "" });
    await closed;
    expect((await own.client.history.list({ search: "unlogged" })).history).toEqual([]);
  });

  it.each<[string, () => Promise<{ query: string; first: Record<string, string> }>]>([
    ["the first message", async () => ({ query: "", first: { xi_api_key: own.apiKey } })],
    ["the first message, spelled with hyphens", async () => ({ query: "", first: { "xi-api-key": own.apiKey } })],
    ["the first message, as a bearer", async () => ({ query: "", first: { authorization: `Bearer ${own.apiKey}` } })],
    ["the address", async () => ({ query: `&authorization=${encodeURIComponent(`Bearer ${own.apiKey}`)}`, first: {} })],
    [
      "a single-use token",
      async () => {
        const { token } = await own.client.tokens.singleUse.create("tts_websocket");
        return { query: `&single_use_token=${token}`, first: {} };
      },
    ],
  ])("takes a key from %s", async (_where, credentials) => {
    const { query, first } = await credentials();
    const { say, closed, messages } = single(query, {});
    await say({ text: " ", ...first }, { text: "Yes. ", flush: true }, { text: "" });
    expect((await closed).code).toBe(1000);
    expect(textOf(messages)).toContain("Yes.");
  });

  it("takes a single-use token once", async () => {
    const { token } = await own.client.tokens.singleUse.create("tts_websocket");
    const first = single(`&single_use_token=${token}`, {});
    await first.say({ text: "" });
    expect((await first.closed).code).toBe(1000);
    expect((await single(`&single_use_token=${token}`, {}).closed).code).toBe(1008);
  });

  it.each<[string, string, Record<string, string> | undefined, unknown[], string]>([
    ["a wrong key", `${voiceId}/stream-input`, { "xi-api-key": "sk_wrong" }, [], "invalid_api_key"],
    ["no key in the first message", `${voiceId}/stream-input`, {}, [{ text: " " }], "needs_authorization"],
    ["an unknown voice", "nope/stream-input", undefined, [], "voice_not_found"],
    ["an unknown model", `${voiceId}/stream-input?model_id=nope`, undefined, [], "model_not_found"],
    ["an unknown format", `${voiceId}/stream-input?output_format=wav_44100`, undefined, [], "invalid_request"],
    [
      "a format of a bigger plan",
      `${voiceId}/stream-input?output_format=mp3_44100_192`,
      undefined,
      [{ text: "Hi. ", flush: true }],
      "output_format_not_allowed",
    ],
    [
      "an inactivity timeout past 180",
      `${voiceId}/stream-input?inactivity_timeout=181`,
      undefined,
      [],
      "invalid_request",
    ],
    ["what is no JSON", `${voiceId}/stream-input`, undefined, ["{"], "invalid_request"],
    [
      "a setting out of bounds",
      `${voiceId}/stream-input`,
      undefined,
      [{ text: " ", voice_settings: { speed: 9 } }],
      "invalid_request",
    ],
    [
      "more text than may wait",
      `${voiceId}/stream-input`,
      undefined,
      [{ text: "x".repeat(90_000) }],
      "max_character_limit_exceeded",
    ],
  ])("refuses %s with a message and code 1008", async (_what, path, headers, said, error) => {
    const { say, messages, closed } = connect(path, headers);
    await say(...said);
    const { code, reason } = await closed;
    expect(code).toBe(1008);
    expect(messages.at(-1)).toMatchObject({ error, code: 1008, message: expect.any(String) });
    expect(reason.length).toBeGreaterThan(0);
  });

  it("refuses a message that is too big", async () => {
    const { say, closed } = single();
    await say({ text: "x".repeat(400_000) });
    expect((await closed).code).toBe(1009);
  });

  it("ends when nothing is said for the time that was asked for", async () => {
    const startedMs = Date.now();
    const { say, messages, closed } = single("&inactivity_timeout=1");
    await say({ text: "Waiting" });
    expect((await closed).code).toBe(1008);
    expect(messages.at(-1)).toMatchObject({ error: "input_timeout_exceeded", code: 1008 });
    expect(Date.now() - startedMs).toBeGreaterThan(900);
  });

  it("stops, settles and keeps no half when the client goes away", async () => {
    const alone = await ownWorkspace();
    const before = await alone.used();
    const text = `${"This client will not hear the end of it. ".repeat(40)}`;
    const { say, until, messages, socket } = single("&sync_alignment=true", { "xi-api-key": alone.apiKey });
    await say({ text, flush: true });
    await until(() => messages.filter((message) => message.audio).length >= 2);
    socket.terminate();
    const heard = Math.ceil(textOf(messages).length / 2);
    await expect.poll(async () => (await alone.used()) - before, { timeout: 10_000 }).toBeGreaterThanOrEqual(heard);
    const charged = (await alone.used()) - before;
    expect(charged).toBeLessThan(text.length / 2);
    expect((await alone.client.history.list({ search: "will not hear" })).history).toEqual([]);
    // Its place is free again.
    const next = await alone.client.textToSpeech
      .convert(voiceId, { text: "Next.", modelId: "eleven_flash_v2_5" })
      .withRawResponse();
    expect(next.rawResponse.headers.get("current-concurrent-requests")).toBe("1");
    // Nothing was charged for it later.
    expect(await alone.used()).toBe(before + charged + Math.ceil("Next.".length / 2));
  });

  it("is a WebSocket only", async () => {
    expect((await own.call(`/v1/text-to-speech/${voiceId}/stream-input`)).status).toBe(426);
  });
});

describe("multi-stream-input", () => {
  it("speaks several contexts, each with its name, its end and its history item", async () => {
    const { say, until, messages, closed } = multi();
    await say(
      { text: " ", voice_settings: { stability: 0.4 } },
      { text: "Context one speaks. ", context_id: "one" },
      { text: "Context two speaks. ", context_id: "two" },
      { context_id: "two", flush: true },
      { context_id: "one", flush: true },
    );
    const of = (contextId: string) => messages.filter((message) => message.contextId === contextId);
    await until(() => textOf(of("one")).includes("speaks.") && textOf(of("two")).includes("speaks."));
    expect(textOf(of("one"))).toBe("Context one speaks. ");
    expect(textOf(of("two"))).toBe("Context two speaks. ");
    await say({ context_id: "one", close_context: true });
    await until(() => of("one").some((message) => message.isFinal));
    await say({ close_socket: true });
    expect((await closed).code).toBe(1000);
    expect(of("two").at(-1)).toMatchObject({ isFinal: true, contextId: "two" });
    const { history } = await own.client.history.list({ search: "context speaks" });
    expect(history.map((item) => item.text).sort()).toEqual(["Context one speaks. ", "Context two speaks. "]);
  });

  it("speaks on with what was flushed when a context is closed, and drops the rest", async () => {
    const { say, until, messages } = multi();
    await say(
      { text: "Flushed words. ", context_id: "a", flush: true },
      { text: "Dropped words. ", context_id: "a" },
      { context_id: "a", close_context: true },
    );
    await until(() => messages.some((message) => message.isFinal));
    expect(textOf(messages)).toBe("Flushed words. ");
  });

  it("has five contexts at a time", async () => {
    const { say, messages, closed } = multi();
    await say(...["a", "b", "c", "d", "e", "f"].map((context_id) => ({ text: "Hi ", context_id })));
    expect((await closed).code).toBe(1008);
    expect(messages.at(-1)).toMatchObject({ error: "too_many_contexts" });
  });

  it("ends a silent context after speaking what it holds, and keeps one that is kept alive", async () => {
    const { say, until, messages, socket } = multi("&inactivity_timeout=1");
    await say({ text: "Left alone. ", context_id: "left" }, { text: "Kept. ", context_id: "kept" });
    const keeping = setInterval(() => socket.send(JSON.stringify({ text: "", context_id: "kept" })), 300);
    try {
      await until(() => messages.some((message) => message.isFinal && message.contextId === "left"));
      expect(textOf(messages)).toBe("Left alone. ");
    } finally {
      clearInterval(keeping);
    }
  });
});
