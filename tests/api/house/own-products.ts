/** Products of a test's own, beside the one all tests share. Whatever a test leaves running is ended with it. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll } from "vitest";
// @ts-expect-error: plain JavaScript, shared with the starter
import { birthOf } from "../../../workers/tooling/processes.mjs";
import {
  type ProductInfo,
  QUICK_PASSWORDS,
  runStarter,
  type Starter,
  type StarterOptions,
  startProduct,
} from "../../../workers/tooling/product.mjs";
import { ONE_SPEAKS } from "../../support/product";

const starters: Starter[] = [];
const folders: string[] = [];

afterAll(async () => {
  for (const starter of starters) await starter.kill();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** What runs these tests has built everything already. */
const built = (options: StarterOptions): StarterOptions => ({
  ...options,
  environment: {
    PARLANDO_SKIP_BUILD: "1",
    ...ONE_SPEAKS,
    ...(options.environment?.APP_ENV === "production" ? {} : QUICK_PASSWORDS),
    ...options.environment,
  },
});

export function newState(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "parlando-house-"));
  folders.push(folder);
  return folder;
}

/** A starter that may serve or refuse. */
export async function starterOf(options: StarterOptions): Promise<Starter> {
  const starter = await runStarter(built(options));
  starters.push(starter);
  return starter;
}

export async function productOf(options: StarterOptions): Promise<{ starter: Starter; info: ProductInfo }> {
  const product = await startProduct(built(options));
  starters.push(product.starter);
  return product;
}

/** What the starter noted about what serves its state folder. */
export function noted(state: string): { pid: number; workerd: number[] } {
  return JSON.parse(readFileSync(path.join(state, "server.json"), "utf8"));
}

/** Whether a process still runs; one that ended and was not collected yet does not. */
export const isAlive = (pid: number): boolean => birthOf(pid) !== null;

/** Which process each workerd is: the first ones speak, then media, the site last. */
export const siteOf = (pids: number[]) => pids.at(-1)!;

/** Asks again until the answer satisfies, since processes end and start in their own time. */
export async function eventually<T>(ask: () => Promise<T> | T, satisfies: (value: T) => boolean): Promise<T> {
  for (const started = Date.now(); ; ) {
    const value = await ask();
    if (satisfies(value)) return value;
    if (Date.now() - started > 60_000) throw new Error(`still ${JSON.stringify(value)} after a minute`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

export interface Spoken {
  historyItemId: string;
  requestId: string;
  cost: number;
  bytes: Uint8Array<ArrayBuffer>;
}

/** Speaks a text to its end, whole or as a stream. */
export async function speak(
  product: { url: string; apiKey: string; voiceId: string },
  text: string,
  { stream = false, modelId = "eleven_multilingual_v2" } = {},
): Promise<Spoken> {
  const response = await fetch(`${product.url}/v1/text-to-speech/${product.voiceId}${stream ? "/stream" : ""}`, {
    method: "POST",
    headers: { "xi-api-key": product.apiKey, "content-type": "application/json" },
    body: JSON.stringify({ text, model_id: modelId }),
  });
  if (!response.ok) throw new Refused(response.status, await response.text());
  const bytes = new Uint8Array(await response.arrayBuffer());
  return {
    historyItemId: response.headers.get("history-item-id") ?? "",
    requestId: response.headers.get("request-id") ?? "",
    cost: Number(response.headers.get("character-cost")),
    bytes,
  };
}

/** An answer that is a refusal, unlike a connection that broke. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    body: string,
  ) {
    super(`${status} ${body}`);
  }
}

export async function getJson<T>(product: { url: string; apiKey: string }, pathname: string): Promise<T> {
  const response = await fetch(product.url + pathname, { headers: { "xi-api-key": product.apiKey } });
  if (!response.ok) throw new Refused(response.status, await response.text());
  return (await response.json()) as T;
}

/** The sound of a history item; downloads have a limit, so it waits when it is told to. */
export async function historyAudio(
  product: { url: string; apiKey: string },
  historyItemId: string,
): Promise<Uint8Array<ArrayBuffer>> {
  for (;;) {
    const response = await fetch(`${product.url}/v1/history/${historyItemId}/audio`, {
      headers: { "xi-api-key": product.apiKey },
    });
    if (response.ok) return new Uint8Array(await response.arrayBuffer());
    const body = await response.text();
    if (response.status !== 429) throw new Refused(response.status, body);
    await new Promise((resolve) => setTimeout(resolve, 1000 * Number(response.headers.get("retry-after"))));
  }
}
