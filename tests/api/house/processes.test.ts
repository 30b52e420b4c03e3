import { readdirSync } from "node:fs";
import os from "node:os";
import { beforeAll, describe, expect, it } from "vitest";
import type { ProductInfo, Starter } from "../../../workers/tooling/product.mjs";
import { eventually, historyAudio, isAlive, newState, noted, productOf, type Refused, speak } from "./own-products";

const SOME_RESTARTS_MS = 240_000;

let starter: Starter;
let info: ProductInfo;
const state = newState();
/** How many processes there are. */
let count = 0;

beforeAll(async () => {
  ({ starter, info } = await productOf({ state, environment: { DEMO_TIER: "pro", PARLANDO_SPEECH_PROCESSES: "2" } }));
  count = noted(state).workerd.length;
});

/** In the order they were started: those that speak, media, the site. */
function processes(): { speech: number[]; media: number; site: number } {
  const pids = noted(state).workerd;
  return { speech: pids.slice(0, -2), media: pids.at(-2)!, site: pids.at(-1)! };
}

/** All processes a product has are there and serve, and none of `gone` is among them. */
async function whole(gone: number[]): Promise<void> {
  await eventually(
    () => noted(state).workerd,
    (pids) => pids.length === count && pids.every(isAlive) && !pids.some((pid) => gone.includes(pid)),
  );
  await eventually(
    () =>
      fetch(`${info.url}/readyz`).then(
        (answer) => answer.status,
        () => 0,
      ),
    (status) => status === 200,
  );
  expect(starter.workerds().sort()).toEqual([...noted(state).workerd].sort());
}

let texts = 0;
const newText = () => `Nobody has said this before, number ${++texts}.`;

describe("a product on Linux", () => {
  it.runIf(os.platform() === "linux")("speaks at a lower priority than the site answers, in all threads", () => {
    const priorities = (pid: number) =>
      readdirSync(`/proc/${pid}/task`).map((thread) => os.getPriority(Number(thread)));
    const { speech, media, site } = processes();
    for (const pid of speech) expect(new Set(priorities(pid))).toEqual(new Set([15]));
    for (const pid of [media, site]) expect(new Set(priorities(pid))).toEqual(new Set([os.getPriority()]));
  });
});

describe("a product whose processes end", () => {
  it(
    "answers speech requests while one that speaks is gone, and starts it again",
    async () => {
      for (let i = 0; i < 4; i++) await speak(info, newText());
      const { speech } = processes();
      process.kill(speech[0]!, "SIGKILL");
      // Where there is another one, nobody notices. Where there is none, clients are told to try again, and may.
      const answers = await Promise.allSettled(Array.from({ length: 6 }, () => speak(info, newText())));
      for (const answer of answers)
        if (answer.status === "rejected")
          expect({ only: speech.length, status: (answer.reason as Refused).status }).toEqual({ only: 1, status: 503 });
      await whole([speech[0]!]);
      for (let i = 0; i < 4; i++) await speak(info, newText());
    },
    SOME_RESTARTS_MS,
  );

  it(
    "tells clients to try again while none that speaks is there, and speaks soon",
    async () => {
      const { speech } = processes();
      for (const pid of speech) process.kill(pid, "SIGKILL");
      const response = await fetch(`${info.url}/v1/text-to-speech/${info.voiceId}`, {
        method: "POST",
        headers: { "xi-api-key": info.apiKey, "content-type": "application/json" },
        body: JSON.stringify({ text: newText() }),
      });
      if (response.status !== 200) {
        expect(response.status).toBe(503);
        expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
        expect(await response.json()).toMatchObject({ detail: { status: "system_busy" } });
      }
      await whole(speech);
      await speak(info, newText());
    },
    SOME_RESTARTS_MS,
  );

  it(
    "tells who asks for a picture to come again while media is gone, and starts it again",
    async () => {
      const { historyItemId } = await speak(info, newText());
      const headers = { "xi-api-key": info.apiKey };
      const link = await fetch(`${info.url}/v1/history/${historyItemId}/share-link`, { headers });
      const { share_link: address } = (await link.json()) as { share_link: string };
      const { media } = processes();
      process.kill(media, "SIGKILL");
      const answer = await eventually(
        async () => {
          const picture = await fetch(`${address}/card.png`);
          await picture.arrayBuffer();
          return picture;
        },
        (picture) => {
          if (picture.status === 503) expect(Number(picture.headers.get("retry-after"))).toBeGreaterThan(0);
          else expect(picture.status).toBe(200);
          return picture.status === 200;
        },
      );
      expect(answer.headers.get("content-type")).toBe("image/png");
      await whole([media]);
    },
    SOME_RESTARTS_MS,
  );

  it(
    "starts the site again on its port, with all that was there",
    async () => {
      const spoken = await speak(info, newText());
      const { site } = processes();
      process.kill(site, "SIGKILL");
      await whole([site]);
      expect(await historyAudio(info, spoken.historyItemId)).toEqual(spoken.bytes);
      await speak(info, newText());
    },
    SOME_RESTARTS_MS,
  );

  it(
    "starts all of them again",
    async () => {
      const gone = noted(state).workerd;
      for (const pid of gone) process.kill(pid, "SIGKILL");
      await whole(gone);
      await speak(info, newText());
    },
    SOME_RESTARTS_MS,
  );

  it(
    "does not start one over and over that always ends",
    async () => {
      const before = starter.output().length;
      const told = () =>
        starter
          .output()
          .slice(before)
          .match(/The media process ended; starting it again.*/g) ?? [];
      for (let turn = 0; turn < 4; turn++) {
        const { media } = processes();
        await eventually(
          () => isAlive(media),
          (alive) => alive,
        );
        process.kill(media, "SIGKILL");
        await eventually(
          () => processes().media,
          (pid) => pid !== media,
        );
      }
      // Two more than three within a minute, the one of an earlier test counted.
      expect(told().at(-1)).toMatch(/ in [1248] s$/);
      await whole([]);
      await speak(info, newText());
    },
    SOME_RESTARTS_MS,
  );
});
