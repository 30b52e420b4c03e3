import { request } from "node:http";
import { describe, expect, it } from "vitest";
import { probeAudio } from "../support/ffmpeg";
import { newNetwork } from "../support/new-network";
import { sharedProduct } from "../support/product";

const { url, voiceId } = sharedProduct();

function tryIt(
  body: unknown,
  headers: Record<string, string> = {},
  address = newNetwork(),
): Promise<{ status: number; bytes: Buffer }> {
  return new Promise((resolve, reject) => {
    const sent = { "content-type": "application/json", "cf-connecting-ip": address, origin: url, ...headers };
    request(`${url}/v1/try-it/speech`, { method: "POST", headers: sent }, async (response) => {
      const pieces: Buffer[] = [];
      for await (const piece of response) pieces.push(piece as Buffer);
      resolve({ status: response.statusCode ?? 0, bytes: Buffer.concat(pieces) });
    })
      .on("error", reject)
      .end(JSON.stringify(body));
  });
}

describe("a visitor's try", () => {
  it("speaks without an account, and again from the cache with the same bytes", async () => {
    const body = { text: "Hello, visitor.", voice_id: voiceId, language: "en" };
    const first = await tryIt(body);
    expect(first.status).toBe(200);
    expect(await probeAudio(first.bytes)).toMatchObject({ codec: "mp3", sampleRateHz: 44_100 });
    const second = await tryIt(body);
    expect(Buffer.compare(first.bytes, second.bytes)).toBe(0);
  });

  it.each<[string, unknown, number]>([
    ["251 characters", { text: "a".repeat(251), voice_id: voiceId }, 400],
    ["nothing", { text: "  ", voice_id: voiceId }, 400],
    ["an unknown voice", { text: "Hi", voice_id: "nope" }, 404],
    ["no voice", { text: "Hi" }, 422],
  ])("refuses %s", async (_what, body, status) => {
    expect((await tryIt(body)).status).toBe(status);
  });

  it("is for this site's own pages", async () => {
    const body = { text: "Hi.", voice_id: voiceId };
    expect((await tryIt(body, { origin: "https://elsewhere.example" })).status).toBe(403);
  });

  it("is limited by address", async () => {
    const address = newNetwork();
    const statuses = [];
    for (let i = 0; i < 6; i++) statuses.push((await tryIt({ text: "Hi.", voice_id: voiceId }, {}, address)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    const refused = await tryIt({ text: "Hi.", voice_id: voiceId }, {}, address);
    expect(refused.status).toBe(429);
    expect(new TextDecoder().decode(refused.bytes)).toMatch(/Too many requests\. Please try again in \d+ seconds?\./);
  });
});
