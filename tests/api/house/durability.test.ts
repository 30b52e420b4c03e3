import { unzipSync } from "fflate";
import { describe, expect, it } from "vitest";
import type { ProductInfo } from "../../../workers/tooling/product.mjs";
import { type Books, readBooks } from "./kept-database";
import { eventually, getJson, historyAudio, newState, productOf, Refused, type Spoken, speak } from "./own-products";

const ROUNDS = 10;
/** As many as the starter plan lets speak at a time: a place that a killed process kept would be missed at once. */
const SPEAKERS = 3;

/** Everything a client was told, and so may count on. */
interface Promised {
  spoken: Spoken[];
  /** How often speech was answered, also what was deleted since. */
  answers: number;
  keys: string[];
  deleted: string[];
  /** Requests whose items may be gone, since a delete was sent. */
  unwanted: Set<string>;
}

interface HistoryPage {
  history: { history_item_id: string; request_id: string; text: string }[];
  has_more: boolean;
  last_history_item_id: string | null;
}

/** The same sequence in each run (mulberry32). */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** Uses the product until it is gone. Answers what it refused, since nothing asked for here may be refused. */
async function busyUntilGone(product: ProductInfo, round: number, promised: Promised): Promise<string[]> {
  const untilGone = async (use: (turn: number) => Promise<void>) => {
    try {
      for (let turn = 0; ; turn++) await use(turn);
    } catch (error) {
      return error instanceof Refused ? [error.message] : [];
    }
  };
  const speakers = Array.from({ length: SPEAKERS }, (_, speaker) =>
    untilGone(async (turn) => {
      // Every third text is an old one, and so comes from storage.
      const number = turn % 3 === 2 ? `${round}-${speaker}-0` : `${round}-${speaker}-${turn}`;
      promised.spoken.push(await speak(product, `Ships pass by. Number ${number}.`, { stream: turn % 2 === 1 }));
      promised.answers++;
    }),
  );
  const keyMaker = untilGone(async (turn) => {
    await new Promise((resolve) => setTimeout(resolve, 100));
    // There can be a hundred.
    if (turn >= 9) return void (await fetch(`${product.url}/healthz`));
    const response = await fetch(`${product.url}/v1/user/create-api-key`, {
      method: "POST",
      headers: { "xi-api-key": product.apiKey, "content-type": "application/json" },
      body: JSON.stringify({ name: `Round ${round}, ${turn}` }),
    });
    if (!response.ok) throw new Refused(response.status, await response.text());
    promised.keys.push(((await response.json()) as { xi_api_key: string }).xi_api_key);
  });
  const remover = untilGone(async () => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    const index = promised.spoken.findIndex(({ historyItemId }) => !promised.deleted.includes(historyItemId));
    const unwanted = promised.spoken[index];
    if (!unwanted || promised.spoken.length < 6) return void (await fetch(`${product.url}/healthz`));
    // Whether a delete that was not answered has happened, nobody can know.
    promised.spoken.splice(index, 1);
    promised.unwanted.add(unwanted.requestId);
    const response = await fetch(`${product.url}/v1/history/${unwanted.historyItemId}`, {
      method: "DELETE",
      headers: { "xi-api-key": product.apiKey },
    });
    if (!response.ok) throw new Refused(response.status, await response.text());
    promised.deleted.push(unwanted.historyItemId);
  });
  return (await Promise.all([...speakers, keyMaker, remover])).flat();
}

async function wholeHistory(product: ProductInfo): Promise<HistoryPage["history"]> {
  const items: HistoryPage["history"] = [];
  let after = "";
  for (;;) {
    const page = await getJson<HistoryPage>(product, `/v1/history?page_size=100${after}`);
    items.push(...page.history);
    if (!page.has_more) return items;
    after = `&start_after_history_item_id=${page.last_history_item_id}`;
  }
}

/** Whatever was answered with success is there, whole, and only that is there which is whole. */
async function requireKept(product: ProductInfo, promised: Promised, since: number): Promise<void> {
  const history = await wholeHistory(product);
  const ids = new Set(history.map(({ history_item_id }) => history_item_id));
  expect(promised.spoken.filter(({ historyItemId }) => !ids.has(historyItemId))).toEqual([]);
  expect(promised.deleted.filter((id) => ids.has(id))).toEqual([]);
  for (const { historyItemId, bytes } of promised.spoken.slice(since))
    expect(await historyAudio(product, historyItemId)).toEqual(bytes);
  const known = new Set(promised.spoken.map(({ historyItemId }) => historyItemId));
  for (const item of history.filter(({ history_item_id }) => !known.has(history_item_id))) {
    // The client never heard of it, but it was finished: so it is as whole as any.
    expect((await historyAudio(product, item.history_item_id)).byteLength).toBeGreaterThan(1000);
    const timings = await getJson<{ alignment: { characters: string[] } }>(
      product,
      `/v1/history/${item.history_item_id}/timings`,
    );
    expect(timings.alignment.characters.join("")).toBe(item.text);
  }
  for (const apiKey of promised.keys.slice(-20)) await getJson({ ...product, apiKey }, "/v1/user");
  const { character_count } = await getJson<{ character_count: number }>(product, "/v1/user/subscription");
  expect(character_count).toBeGreaterThanOrEqual(promised.spoken.reduce((sum, { cost }) => sum + cost, 0));
}

/** What the books say must hold at any moment, however the processes ended. */
function requireSound(books: Books, servingSinceMs: number, unwanted: Set<string>): void {
  const open = books.reservations.filter(({ state }) => state === "reserved");
  expect(books.reservations.filter(({ state }) => state === "moving")).toEqual([]);
  // What earlier processes held was given back when this one began.
  expect(open.filter(({ created_at_ms }) => created_at_ms < servingSinceMs)).toEqual([]);
  const { character_count, characters_reserved } = books.subscription;
  expect(characters_reserved).toBe(open.reduce((sum, { characters }) => sum + characters, 0));
  expect(character_count).toBe(books.reservations.reduce((sum, { charged }) => sum + charged, 0));
  expect(books.usedByDay).toBe(character_count);
  expect(books.items.filter(({ bytes }) => bytes === null)).toEqual([]);
  const kept = new Set(books.items.map(({ request_id }) => request_id));
  expect(kept.size).toBe(books.items.length);
  // Nobody leaves here, so what was charged whole is whole: what was paid is in history, and what is in history was paid.
  const settled = books.reservations.filter(({ state }) => state === "settled");
  const whole = settled.filter(({ charged, characters }) => charged === characters).map(({ request_id }) => request_id);
  expect(whole.filter((id) => !kept.has(id) && !unwanted.has(id))).toEqual([]);
  expect([...kept].filter((id) => !whole.includes(id))).toEqual([]);
  // A part was paid only of what broke off in the middle, as far as it is noted to have gone out.
  const parts = settled.filter(({ charged, characters }) => charged !== characters);
  expect(parts.filter(({ charged, characters, delivered }) => charged > characters || delivered === null)).toEqual([]);
}

describe("an installation whose processes are killed at any moment", () => {
  it("loses nothing that was answered with success, keeps nothing half, and charges exactly once", async () => {
    const random = seededRandom(20_260);
    const options = { state: newState(), environment: { DEMO_TIER: "starter", PARLANDO_SPEECH_PROCESSES: "2" } };
    const promised: Promised = { spoken: [], answers: 0, keys: [], deleted: [], unwanted: new Set() };
    let checked = 0;
    let users: Promise<string[]> = Promise.resolve([]);
    for (let round = 0; round < ROUNDS; round++) {
      const startingAtMs = Date.now();
      const { starter, info } = await productOf(options);
      expect(await users).toEqual([]);
      await requireKept(info, promised, checked);
      checked = promised.spoken.length;
      users = busyUntilGone(info, round, promised);
      // Counted in answers, since a busy machine gives few in any time; then a moment that no answer chooses.
      const enough = promised.answers + Math.floor(random() * 8);
      await eventually(
        () => promised.answers,
        (count) => count >= enough,
      );
      await new Promise((resolve) => setTimeout(resolve, random() * 600));
      // Half of the time the site goes on serving without its starter, until the next start ends it.
      const orphans = random() < 0.5;
      await starter.kill({ orphans });
      if (!orphans) continue;
      expect(await users).toEqual([]);
      requireSound(readBooks(options.state), startingAtMs, promised.unwanted);
    }
    const { starter, info } = await productOf(options);
    expect(await users).toEqual([]);
    await requireKept(info, promised, Math.max(0, promised.spoken.length - 60));
    await starter.stop();
    const books = readBooks(options.state);
    requireSound(books, Number.POSITIVE_INFINITY, promised.unwanted);
    expect(books.subscription.characters_reserved).toBe(0);
    expect(promised.answers).toBeGreaterThan(ROUNDS);
    expect(promised.keys.length).toBeGreaterThan(ROUNDS);
  }, 600_000);

  it("goes on with a zip that was being made", async () => {
    const options = { state: newState(), environment: { DEMO_TIER: "pro" } };
    const { starter, info } = await productOf(options);
    const ids: string[] = [];
    for (let i = 0; i < 24; i++) ids.push((await speak(info, `For the zip, ${i}.`)).historyItemId);
    const response = await fetch(`${info.url}/v1/history-archives`, {
      method: "POST",
      headers: { "xi-api-key": info.apiKey, "content-type": "application/json" },
      body: JSON.stringify({ history_item_ids: ids, output_format: "wav" }),
    });
    const { archive_id: archiveId } = (await response.json()) as { archive_id: string };
    await starter.kill();

    const again = await productOf(options);
    const archive = await eventually(
      () => getJson<{ state: string; items_done: number }>(again.info, `/v1/history-archives/${archiveId}`),
      ({ state }) => state === "done",
    );
    expect(archive.items_done).toBe(ids.length);
    const file = await fetch(`${again.info.url}/v1/history-archives/${archiveId}/file`, {
      headers: { "xi-api-key": info.apiKey },
    });
    const files = unzipSync(new Uint8Array(await file.arrayBuffer()));
    expect(Object.keys(files)).toHaveLength(ids.length);
  }, 240_000);
});
