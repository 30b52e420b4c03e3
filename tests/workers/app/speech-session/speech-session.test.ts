import { env, runInDurableObject, SELF } from "cloudflare:test";
import { Buffer } from "node:buffer";
import { afterEach, describe, expect, it, vi } from "vitest";
import { CATALOGUE } from "../../../../app/domains/voices/catalogue";
import type { RateRule } from "../../../../durable-objects/rate-limiter/protocol";
import { rateLimits } from "../../../../workers/app/api/rate-limits";
import { servicesForTest, signUpForTest } from "../../../support/test-caller";

const voiceId = CATALOGUE[0]!.speaker.voiceId;

type Chars = { chars: string[] } | null;

/** Of sound as 16-bit samples, 16,000 a second. */
function longestSilenceSeconds(messages: { audio?: string }[]): number {
  const bytes = Buffer.concat(messages.map(({ audio }) => Buffer.from(audio ?? "", "base64")));
  let longest = 0;
  let quiet = 0;
  for (let at = 0; at + 1 < bytes.length; at += 2) {
    quiet = Math.abs(bytes.readInt16LE(at)) < 100 ? quiet + 1 : 0;
    longest = Math.max(longest, quiet);
  }
  return longest / 16_000;
}

/** How often in its window. */
function limitOf(rule: RateRule): number {
  if (rule.kind !== "window") throw new Error("no window");
  return rule.limit;
}

const addressOf = (path: string, voice: string = voiceId) => `http://localhost/v1/text-to-speech/${voice}/${path}`;

async function connect(apiKey: string, path = "stream-input", voice: string = voiceId) {
  const headers = { upgrade: "websocket", "xi-api-key": apiKey };
  return listen(await SELF.fetch(addressOf(path, voice), { headers }));
}

function listen(response: Response) {
  const socket = response.webSocket!;
  socket.accept();
  const messages: {
    audio?: string;
    isFinal?: boolean;
    error?: string;
    alignment?: Chars;
    normalizedAlignment?: Chars;
  }[] = [];
  socket.addEventListener("message", (event) => messages.push(JSON.parse(event.data as string)));
  const closed = new Promise<number>((resolve) => socket.addEventListener("close", (event) => resolve(event.code)));
  return { socket, messages, closed };
}

afterEach(() => vi.useRealTimers());

describe("the object behind a text socket", () => {
  it("speaks, settles and writes history before it closes", async () => {
    const caller = await signUpForTest(env);
    const { socket, messages, closed } = await connect(caller.apiKey);
    socket.send(JSON.stringify({ text: "Hello from the object. " }));
    socket.send(JSON.stringify({ text: "" }));
    expect(await closed).toBe(1000);
    expect(messages.some((message) => message.audio)).toBe(true);
    const { billing, history } = servicesForTest(env);
    expect(await billing.getSubscription(caller.workspaceId)).toMatchObject({
      characterCount: 23,
      charactersReserved: 0,
    });
    const { items } = await history.listHistory(caller.workspaceId, { pageSize: 5, sortDirection: "desc" });
    expect(items.map((item) => item.text)).toEqual(["Hello from the object. "]);
  });

  it.each([
    ["stream-input", [{ text: "" }]],
    ["multi-stream-input", [{ flush: true }, { context_id: "default", close_context: true }, { close_socket: true }]],
  ])("charges the opening blank of %s to nobody, and keeps it out of history", async (path, ending) => {
    const caller = await signUpForTest(env);
    const { socket, messages, closed } = await connect(caller.apiKey, path);
    const text = "Twenty-nine letters are here.";
    for (const message of [{ text: " " }, { text }, ...ending]) socket.send(JSON.stringify(message));
    expect(await closed).toBe(1000);
    const spoken = messages.flatMap((message) => message.alignment?.chars ?? []).join("");
    expect(spoken).toBe(text);
    const { billing, history } = servicesForTest(env);
    expect((await billing.getSubscription(caller.workspaceId)).characterCount).toBe(29);
    const { items } = await history.listHistory(caller.workspaceId, { pageSize: 5, sortDirection: "desc" });
    expect(items.map((item) => item.text)).toEqual([text]);
  });

  it.each(["stream-input", "multi-stream-input"])(
    "answers a client of %s that closes, whatever went before",
    async (path) => {
      const caller = await signUpForTest(env);
      for (const messages of [
        [],
        [{ text: " " }],
        [{ text: "Never spoken" }],
        [{ text: "Being spoken. ", flush: true }],
      ]) {
        const { socket, closed } = await connect(caller.apiKey, path);
        for (const message of messages) socket.send(JSON.stringify(message));
        socket.close(1000);
        expect(await closed).toBe(1000);
      }
    },
  );

  it("gives credits back when its client leaves before anything was spoken", async () => {
    const caller = await signUpForTest(env);
    const { socket } = await connect(caller.apiKey);
    socket.send(JSON.stringify({ text: "Never heard. ".repeat(30), flush: true }));
    socket.close(1000);
    const { billing } = servicesForTest(env);
    for (let tries = 0; ; tries++) {
      const { charactersReserved, characterCount } = await billing.getSubscription(caller.workspaceId);
      if (charactersReserved === 0 && tries > 3) {
        expect(characterCount).toBeLessThan(13 * 30);
        break;
      }
      if (tries > 100) throw new Error("credits stay held");
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  });

  it.each([
    ["null", "Invalid input: expected object, received null"],
    ["[]", "Invalid input: expected object, received array"],
    ['{"text":5}', "text: Invalid input: expected string, received number"],
  ])("says of the message %s what is wrong, with a field in front only where there is one", async (sent, message) => {
    const caller = await signUpForTest(env);
    const { socket, messages, closed } = await connect(caller.apiKey);
    socket.send(sent);
    expect(await closed).toBe(1008);
    expect(messages).toEqual([{ message, error: "invalid_request", code: 1008 }]);
  });

  it.each([
    ["stream-input?model_id=eleven_v3&output_format=pcm_16000", '<break time="1.5s" />'],
    ["stream-input?model_id=eleven_flash_v2_5&output_format=pcm_16000&auto_mode=true", '<break time="1.5s" />'],
    ["stream-input?model_id=eleven_v3&output_format=pcm_16000&enable_ssml_parsing=True", "[pause 1.5s]"],
  ])("gives the silence of a break that comes in pieces, and does not say it: %s", async (path, pause) => {
    const caller = await signUpForTest(env);
    const { socket, messages, closed } = await connect(caller.apiKey, path);
    const text = `This is where it begins, and it goes on here ${pause} This is where it ends, after a silence. `;
    socket.send(JSON.stringify({ text: " ", generation_config: { chunk_length_schedule: [50] } }));
    for (const word of text.split(/(?<= )/)) socket.send(JSON.stringify({ text: word }));
    socket.send(JSON.stringify({ text: "" }));
    expect(await closed).toBe(1000);
    const said = messages.flatMap((message) => message.normalizedAlignment?.chars ?? []).join("");
    expect(said.replace(/\W+/g, " ")).toContain("goes on here This is where it ends");
    expect(longestSilenceSeconds(messages)).toBeGreaterThan(1.4);
  });

  it("takes tags for text where a client says so", async () => {
    const caller = await signUpForTest(env);
    const { socket, messages, closed } = await connect(caller.apiKey, "stream-input?enable_ssml_parsing=false");
    socket.send(JSON.stringify({ text: 'Say <phoneme ph="">break</phoneme> aloud.', flush: true }));
    socket.send(JSON.stringify({ text: "" }));
    expect(await closed).toBe(1000);
    expect(messages.flatMap((message) => message.normalizedAlignment?.chars ?? []).join("")).toMatch(/phoneme/i);
  });

  it("knows no voice by a name whose escapes mean nothing", async () => {
    const caller = await signUpForTest(env);
    const { messages, closed } = await connect(caller.apiKey, "stream-input", "%E0%A4%A");
    expect(await closed).toBe(1008);
    expect(messages).toEqual([expect.objectContaining({ error: "voice_not_found", code: 1008 })]);
  });

  it("closes with 1011 where it fails itself, also before anybody is let in", async () => {
    const caller = await signUpForTest(env);
    const logged = vi.spyOn(console, "error").mockImplementation(() => {});
    const object = env.SPEECH_SESSION.get(env.SPEECH_SESSION.newUniqueId());
    const request = new Request(addressOf("stream-input"), {
      headers: { upgrade: "websocket", "xi-api-key": caller.apiKey },
    });
    const { messages, closed } = await runInDurableObject(object, async (instance) => {
      // A table of limits without objects.
      Object.assign(instance, { env: { ...env, RATE_LIMITER: {} } });
      const heard = listen(await instance.fetch(request));
      return { ...heard, closed: await heard.closed };
    });
    expect(closed).toBe(1011);
    expect(messages).toEqual([expect.objectContaining({ error: "internal_error", code: 1011 })]);
    logged.mockRestore();
  });

  it("tells a key that may not speak what it lacks, however often it comes: it is no guess", async () => {
    const caller = await signUpForTest(env);
    const { accounts } = servicesForTest(env);
    const { key } = await accounts.createApiKey(caller, "reads", { scopes: ["user_read"] });
    const headers = { "cf-connecting-ip": "198.18.77.2", upgrade: "websocket", "xi-api-key": key };
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
    for (let tries = 0; tries <= limitOf(rateLimits.invalid_key.rule); tries++) {
      const { messages, closed } = listen(await SELF.fetch(addressOf("stream-input"), { headers }));
      expect(await closed).toBe(1008);
      expect(messages[0]?.error).toBe("missing_permissions");
    }
  });

  it("slows guessing down: wrong keys by the header or a message count with those over HTTP", async () => {
    const address = "198.18.77.1";
    const headers = { "cf-connecting-ip": address, upgrade: "websocket" };
    const refusal = async (key: Record<string, string>, first?: object) => {
      const { socket, messages, closed } = listen(
        await SELF.fetch(addressOf("stream-input"), { headers: { ...headers, ...key } }),
      );
      if (first) socket.send(JSON.stringify(first));
      expect(await closed).toBe(1008);
      return messages[0]?.error;
    };
    const overHttp = () =>
      SELF.fetch("http://localhost/v1/user", { headers: { "cf-connecting-ip": address, "xi-api-key": "sk_no" } });
    // Nothing is given back meanwhile.
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
    const before = await Promise.all(Array.from({ length: limitOf(rateLimits.invalid_key.rule) - 2 }, overHttp));
    expect(new Set(before.map(({ status }) => status))).toEqual(new Set([401]));
    expect(await refusal({ "xi-api-key": "sk_no" })).toBe("invalid_api_key");
    expect(await refusal({}, { text: " ", xi_api_key: "sk_no" })).toBe("invalid_api_key");
    expect(await refusal({ "xi-api-key": "sk_no" })).toBe("rate_limited");
    expect(await refusal({}, { text: " ", xi_api_key: "sk_no" })).toBe("rate_limited");
    expect((await overHttp()).status).toBe(429);
  });

  it("tells when credits run out, after what they paid for", async () => {
    const caller = await signUpForTest(env);
    const { database } = servicesForTest(env);
    await database.$client.execute({
      sql: "UPDATE subscriptions SET character_limit = 10 WHERE workspace_id = ?",
      args: [caller.workspaceId],
    });
    const { socket, messages, closed } = await connect(caller.apiKey);
    socket.send(JSON.stringify({ text: "Six ch ", flush: true }));
    socket.send(JSON.stringify({ text: "More than is left. ", flush: true }));
    expect(await closed).toBe(1008);
    expect(messages[0]?.audio).toBeTruthy();
    expect(messages.at(-1)).toMatchObject({ error: "quota_exceeded" });
  });
});
