import { readFileSync } from "node:fs";
import { type ClientRequest, type IncomingMessage, request } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { creditsAtRest } from "../support/charges";
import { type OwnWorkspace, ownWorkspace } from "../support/own-workspace";
import { type Product, sharedProduct, startProduct } from "../support/product";

const modelId = "eleven_flash_v2_5";
const LONG_TEXT = Array.from({ length: 80 }, (_, i) => `This is sentence number ${i} of a long text.`).join(" ");
const MIDDLE_TEXT = LONG_TEXT.slice(0, LONG_TEXT.indexOf("number 20"));
const LONG_COST = Math.ceil(LONG_TEXT.length / 2);
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** A request, streamed unless said otherwise, whose answer is read by hand. */
function openStream(
  url: string,
  apiKey: string,
  voiceId: string,
  query = "",
  text = LONG_TEXT,
  kind = "/stream",
): Promise<{ sent: ClientRequest; answer: IncomingMessage }> {
  return new Promise((resolve, reject) => {
    const headers = { "xi-api-key": apiKey, "content-type": "application/json" };
    const sent = request(`${url}/v1/text-to-speech/${voiceId}${kind}${query}`, {
      method: "POST",
      headers,
      agent: false,
    });
    sent.on("response", (answer) => {
      answer.on("error", () => {});
      resolve({ sent, answer });
    });
    sent.on("error", reject);
    sent.end(JSON.stringify({ text, model_id: modelId }));
  });
}

/** In order, or at once, as when a machine or a network fails. */
type Leaving = "ends" | "breaks";

/** Resolves when the client has left, half a second after it asked. Throws when it was answered before. */
async function callAndLeave(url: string, headers: Record<string, string>, body: unknown, how: Leaving): Promise<void> {
  const sent = request(url, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    agent: false,
  });
  let isAnswered = false;
  sent.on("error", () => {});
  sent.on("response", () => {
    isAnswered = true;
  });
  sent.end(JSON.stringify(body));
  await wait(500);
  if (isAnswered) throw new Error("the answer came before the client left");
  if (how === "ends") sent.destroy();
  else sent.socket?.resetAndDestroy();
}

/** Bytes until the answer has given so many, or ended. */
async function readSome(answer: IncomingMessage, atLeast: number): Promise<number> {
  let bytes = 0;
  for await (const piece of answer.iterator({ destroyOnReturn: false })) {
    bytes += (piece as Buffer).byteLength;
    if (bytes >= atLeast) break;
  }
  return bytes;
}

async function readAll(answer: IncomingMessage): Promise<Buffer[]> {
  const pieces: Buffer[] = [];
  for await (const piece of answer) pieces.push(piece as Buffer);
  return pieces;
}

/** Processor time that processes have used, in hundredths of a second. Source: proc(5), fields 14 and 15 of `stat`. */
function processorTime(pids: number[]): number {
  const fields = pids.map((pid) => readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" "));
  return fields.reduce((sum, each) => sum + Number(each[11]) + Number(each[12]), 0);
}

/** A count once it hardly grows any more. */
async function atRest(count: () => number): Promise<number> {
  for (let last = count(), still = 0; ; ) {
    await wait(300);
    const now = count();
    still = now - last <= 1 ? still + 1 : 0;
    last = now;
    if (still === 3) return now;
  }
}

describe("a client", { timeout: 120_000 }, () => {
  const { url, voiceId } = sharedProduct();
  let own: OwnWorkspace;
  beforeAll(async () => {
    own = await ownWorkspace();
  });
  const noHalfItem = async () =>
    expect((await own.client.history.list({ search: "sentence number" })).history).toEqual([]);
  it("that disconnects in the middle of a stream pays what it got, and nothing half is kept", async () => {
    const before = await own.usedAtRest();
    const { sent, answer } = await openStream(url, own.apiKey, voiceId);
    await readSome(answer, 60_000);
    sent.destroy();
    const charged = (await own.usedAtRest()) - before;
    expect(charged).toBeGreaterThan(0);
    expect(charged).toBeLessThan(LONG_COST / 2);
    await noHalfItem();
  });

  it("that reads nothing holds the engine back, and pays only what it could be given", async () => {
    const before = await own.usedAtRest();
    const { sent, answer } = await openStream(url, own.apiKey, voiceId, "?output_format=pcm_48000");
    answer.pause();
    await wait(12_000);
    sent.destroy();
    const charged = (await own.usedAtRest()) - before;
    expect(charged).toBeLessThan(LONG_COST);
    await noHalfItem();
  });

  const WHOLE = {
    speech: [`/v1/text-to-speech/${voiceId}`, { text: LONG_TEXT, model_id: modelId }],
    "speech with times": [`/v1/text-to-speech/${voiceId}/with-timestamps`, { text: LONG_TEXT, model_id: modelId }],
    dialogue: ["/v1/text-to-dialogue", { inputs: [{ text: LONG_TEXT.slice(0, 2900), voice_id: voiceId }] }],
  } as const;
  const leaveWhole = async ([path, body]: (typeof WHOLE)[keyof typeof WHOLE], how: Leaving, headers = {}) => {
    const before = await own.usedAtRest();
    await callAndLeave(url + path, { "xi-api-key": own.apiKey, ...headers }, body, how);
    const leftAt = performance.now();
    expect(await own.usedAtRest()).toBe(before);
    // The whole takes several seconds more.
    expect(performance.now() - leftAt).toBeLessThan(4000);
    await noHalfItem();
  };

  it.each(Object.keys(WHOLE) as (keyof typeof WHOLE)[])(
    "that leaves before the whole answer of a call for %s was made pays nothing, and holds nothing any longer",
    (name) => leaveWhole(WHOLE[name], "ends"),
  );

  it("that breaks its connection is seen to have gone, too", () => leaveWhole(WHOLE.speech, "breaks"));

  it("that gives itself for another connection is seen to have gone all the same", () =>
    leaveWhole(WHOLE.speech, "ends", { "mf-cf-blob": JSON.stringify({ clientIp: "192.0.2.1:4711" }) }));

  it("that leaves when its whole answer begins has paid for it, and finds it", async () => {
    const before = await own.usedAtRest();
    const { sent, answer } = await openStream(url, own.apiKey, voiceId, "", MIDDLE_TEXT, "");
    sent.destroy();
    const id = String(answer.headers["history-item-id"]);
    expect((await own.usedAtRest()) - before).toBe(Math.ceil(MIDDLE_TEXT.length / 2));
    expect((await own.client.history.get(id)).text).toBe(MIDDLE_TEXT);
    await own.client.history.delete(id);
  });

  it("that asks for more at once than its credits allow is never charged past its limit", async () => {
    const poor = await ownWorkspace();
    const { characterLimit } = await poor.client.user.subscription.get();
    // Two at a time; each of these takes over half of what there is, so only one can be held.
    const text = "word ".repeat(1500);
    const model_id = "eleven_multilingual_v2";
    const calls = [1, 2].map((seed) =>
      poor.call(`/v1/text-to-speech/${voiceId}/stream`, { body: { text, seed, model_id } }),
    );
    const answers = await Promise.all(calls);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 401]);
    await Promise.all(answers.map((answer) => answer.body?.cancel()));
    expect(await poor.usedAtRest()).toBeLessThanOrEqual(characterLimit);
  });
});

describe("an installation of its own", () => {
  let product: Product;
  beforeAll(async () => {
    product = await startProduct({ PARLANDO_SPEECH_PROCESSES: "2" });
  });
  afterAll(() => product?.stop());

  // Speech gives way to all else, so it takes many times as long while other files keep the cores.
  describe("an engine", { timeout: 180_000 }, () => {
    it("stops when the client that waits for the whole has left", async () => {
      const { workerd } = JSON.parse(readFileSync(`${product.state}/server.json`, "utf8")) as { workerd: number[] };
      const speech = workerd.slice(0, -2);
      const url = `${product.url}/v1/text-to-speech/${product.voiceId}`;
      const headers = { "xi-api-key": product.apiKey };
      const body = { text: LONG_TEXT, model_id: modelId };
      const taken = async (work: () => Promise<unknown>) => {
        const before = processorTime(speech);
        await work();
        return (await atRest(() => processorTime(speech))) - before;
      };
      const whole = await taken(async () => {
        const json = { ...headers, "content-type": "application/json" };
        const answer = await fetch(url, { method: "POST", headers: json, body: JSON.stringify({ ...body, seed: 11 }) });
        expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(100_000);
      });
      const left = await taken(() => callAndLeave(url, headers, { ...body, seed: 12 }, "ends"));
      expect(left).toBeGreaterThan(0);
      expect(left).toBeLessThan(whole / 2);
    });
  });

  describe("a process that is killed", { timeout: 120_000 }, () => {
    const used = async () => {
      const response = await fetch(`${product.url}/v1/user/subscription`, {
        headers: { "xi-api-key": product.apiKey },
      });
      return ((await response.json()) as { character_count: number }).character_count;
    };
    const items = async () => {
      const response = await fetch(`${product.url}/v1/history?search=sentence`, {
        headers: { "xi-api-key": product.apiKey },
      });
      return ((await response.json()) as { history: unknown[] }).history;
    };
    const post = (body: object) =>
      fetch(`${product.url}/v1/text-to-speech/${product.voiceId}`, {
        method: "POST",
        headers: { "xi-api-key": product.apiKey, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
    const speak = (text: string) => post({ text, model_id: modelId });
    const usedAtRest = creditsAtRest({ used, speak: post });
    /** The processes in the order they were started: speech first, then media, the site last. */
    const processIds = () =>
      (JSON.parse(readFileSync(`${product.state}/server.json`, "utf8")) as { workerd: number[] }).workerd;

    it("while it speaks is taken over by another: the sound goes on where it broke, and is charged once", async () => {
      const unbroken = await openStream(
        product.url,
        product.apiKey,
        product.voiceId,
        "?enable_logging=false",
        MIDDLE_TEXT,
      );
      const expected = Buffer.concat(await readAll(unbroken.answer));
      const before = await usedAtRest();
      const itemsBefore = (await items()).length;
      const { answer } = await openStream(product.url, product.apiKey, product.voiceId, "", MIDDLE_TEXT);
      const pieces: Buffer[] = [];
      let isKilled = false;
      for await (const piece of answer) {
        pieces.push(piece as Buffer);
        if (isKilled) continue;
        isKilled = true;
        for (const pid of processIds().slice(0, -2)) process.kill(pid, "SIGKILL");
      }
      expect(Buffer.compare(Buffer.concat(pieces), expected)).toBe(0);
      expect((await usedAtRest()) - before).toBe(Math.ceil(MIDDLE_TEXT.length / 2));
      expect(await items()).toHaveLength(itemsBefore + 1);
    });

    it("is waited for, and clients are told when to come back", async () => {
      for (const pid of processIds().slice(0, -2)) process.kill(pid, "SIGKILL");
      for (let tries = 0; ; tries++) {
        const next = await speak(`Alive again ${tries}.`);
        if (next.status === 200) break;
        expect(next.status).toBe(503);
        expect(Number(next.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
        if (tries > 20) throw new Error("speech did not come back");
        await wait(1000);
      }
    });

    it("while it serves loses nothing that was answered, and charges what is known to have gone out, no more", async () => {
      const kept = await speak("Answered before the end.");
      const id = kept.headers.get("history-item-id");
      await kept.arrayBuffer();
      const before = await used();
      const itemsBefore = (await items()).length;
      const { answer } = await openStream(product.url, product.apiKey, product.voiceId, "?seed=1");
      await readSome(answer, 40_000);
      // What went out is noted once a second.
      await wait(1200);
      await readSome(answer, 400_000);
      await wait(200);
      process.kill(processIds().at(-1)!, "SIGKILL");
      answer.resume();
      for (let tries = 0; ; tries++) {
        const ready = await fetch(`${product.url}/readyz`).then(
          (response) => response.status === 200,
          () => false,
        );
        if (ready) break;
        if (tries > 30) throw new Error("the site did not come back");
        await wait(1000);
      }
      // What was open when it ended is charged at its start, in one write.
      await expect.poll(used, { timeout: 20_000 }).toBeGreaterThan(before);
      expect((await used()) - before).toBeLessThan(LONG_COST);
      expect(await items()).toHaveLength(itemsBefore);
      const item = await fetch(`${product.url}/v1/history/${id}/audio`, { headers: { "xi-api-key": product.apiKey } });
      expect(item.status).toBe(200);
      expect((await item.arrayBuffer()).byteLength).toBeGreaterThan(1000);
      expect((await speak("After the end.")).status).toBe(200);
    });
  });
});
