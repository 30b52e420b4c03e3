import { type IncomingMessage, request } from "node:http";
import { beforeAll, describe, expect, it } from "vitest";
import { type OwnWorkspace, ownWorkspace } from "../support/own-workspace";
import { sharedProduct } from "../support/product";

const { url, voiceId } = sharedProduct();

let own: OwnWorkspace;
let words = 0;
beforeAll(async () => {
  own = await ownWorkspace();
});

/** A text that nothing else of this file says, always of the same length. */
const textWith = (word: string) => `The ${word} opens this text. It goes on for a while, and then it ends.`;
const newWord = () => `word${String(100 + words++)}`;
const cost = Math.ceil(textWith("word100").length / 2);

/** Reads so many bytes of a streamed answer, and leaves. Answers how many there were. */
function leaveAfter(bytes: number, { word, path }: { word: string; path: string }): Promise<number> {
  return new Promise((resolve, reject) => {
    let seen = 0;
    const sent = request(`${url}/v1/text-to-speech/${voiceId}/${path}`, {
      method: "POST",
      headers: { "xi-api-key": own.apiKey, "content-type": "application/json" },
      agent: false,
    });
    sent.on("response", (answer: IncomingMessage) => {
      answer.on("error", () => {});
      answer.on("data", (piece: Buffer) => {
        seen += piece.byteLength;
        if (seen >= bytes) sent.destroy();
      });
      answer.on("close", () => resolve(seen));
    });
    sent.on("error", reject);
    sent.end(JSON.stringify({ text: textWith(word), model_id: "eleven_flash_v2_5" }));
  });
}

/** What was charged and how many items there are, once all of it is written. */
async function outcomeOf(word: string, before: number): Promise<[charged: number, items: number]> {
  const charged = (await own.usedAtRest()) - before;
  return [charged, (await own.client.history.list({ search: word })).history.length];
}

describe("a client that leaves a stream", { timeout: 120_000 }, () => {
  it.each(["stream", "stream/with-timestamps"])(
    "anywhere pays for all exactly when it finds all of it in history: %s",
    async (path) => {
      const whole = await leaveAfter(Number.POSITIVE_INFINITY, { word: newWord(), path });
      const found: [part: number, charged: number, items: number][] = [];
      for (const part of [0, 0.2, 0.5, 0.7, 0.8, 0.9, 0.94, 0.96, 0.97, 0.98, 0.985, 0.99, 0.995, 1]) {
        const word = newWord();
        const before = await own.usedAtRest();
        await leaveAfter(Math.floor(whole * part), { word, path });
        found.push([part, ...(await outcomeOf(word, before))]);
      }
      expect(found.filter(([, charged, items]) => (charged === cost) !== (items === 1) || charged > cost)).toEqual([]);
      expect(found.at(-1)).toEqual([1, cost, 1]);
    },
  );
});
