import { setTimeout as sleep } from "node:timers/promises";
import { EMPTY_PAGE, rate, signIn, streamSpeech, timeGet } from "./requests.mjs";
import { median, quantile, report } from "./statistics.mjs";

const WARM_UPS = 10;
const ROUNDS = 20;
const REQUESTS_A_ROUND = 40;
/** Until what renders is compiled: the rates of a new process rise for that long. */
const RATE_WARM_UPS = 600;

const STREAMS = 8;
const STREAM_ROUNDS = 12;
/** Of each page, idle and beside streams, in each round: for all pages together it is longer than a stream. */
const LATENCIES_A_ROUND = 50;
/** Streams are past their beginnings, or what they left to do is done. */
const SETTLE_MS = 500;

const PAGE = "/text-to-speech";
/** The same page, which this address has rendered anew for each request. */
const PAGE_RENDERED = `${PAGE}/`;
/** An empty page by the handler that its path has of its own. */
const EMPTY_BY_PATH = "/dev/empty";
/** Behind the sign-in: what somebody opens while speech is being made. */
const SCREENS = ["/app/home", "/app/speech-synthesis/text-to-speech"];

/**
 * Pages a second against an empty page of the same worker, which is rendered for each request: the page as it is rendered,
 * and as visitors get it (kept; known to their browser). Then the p95 of pages and screens while eight streams run.
 */
export async function run(product) {
  const etag = await tagOf(product, PAGE);
  if (!etag || (await tagOf(product, PAGE_RENDERED))) throw new Error("which page is kept has changed");
  const ways = {
    empty: () => timeGet(product, EMPTY_PAGE),
    emptyByPath: () => timeGet(product, EMPTY_BY_PATH),
    rendered: () => timeGet(product, PAGE_RENDERED),
    kept: () => timeGet(product, PAGE),
    known: () => timeGet(product, PAGE, { headers: { "if-none-match": etag } }, 304),
  };
  const rates = Object.fromEntries(Object.keys(ways).map((name) => [name, []]));
  for (const get of Object.values(ways)) await rate(get, RATE_WARM_UPS);
  for (let i = 0; i < ROUNDS; i++)
    for (const [name, get] of Object.entries(ways)) rates[name].push(await rate(get, REQUESTS_A_ROUND));
  report("empty page as Remix answers it, requests a second (median)", median(rates.empty));
  report("empty page by its path's own handler, requests a second", median(rates.emptyByPath));
  report(`${PAGE} rendered, requests a second (median)`, median(rates.rendered));
  report(`${PAGE} as served, requests a second (median)`, median(rates.kept));
  report(`${PAGE} as served to who knows it (304), requests a second`, median(rates.known));
  report("page rendered ÷ empty page", median(rates.rendered) / median(rates.empty), { min: 0.7 });
  report("page as served ÷ empty page", median(rates.kept) / median(rates.empty), { min: 0.7 });
  report(
    "page rendered ÷ empty page, both by their paths' own handlers",
    median(rates.rendered) / median(rates.emptyByPath),
  );

  await measureBesideStreams(product, ways);
}

/**
 * The p95 of pages and screens idle and while eight streams run, by turns: the machine's speed changes within minutes, and
 * one phase after the other would compare two speeds.
 */
async function measureBesideStreams(product, { kept, rendered }) {
  const { cookie } = await signIn(product);
  const screen = (path) => () => timeGet(product, path, { headers: { cookie }, redirect: "manual" }, 200);
  const measured = [
    // What is kept takes less than the shortest piece of a stream's work, so it has a limit in milliseconds too; see decision 017.
    { name: `${PAGE} as served`, get: kept, mostMs: { max: 10 }, idle: [], busy: [] },
    { name: `${PAGE} rendered`, get: rendered, idle: [], busy: [] },
    ...SCREENS.map((path) => ({ name: path, get: screen(path), idle: [], busy: [] })),
  ];
  for (let i = 0; i < STREAM_ROUNDS; i++) {
    for (const { get, idle } of measured) idle.push(...(await latencies(get, LATENCIES_A_ROUND)));
    await whileStreaming(product, STREAMS, async () => {
      await sleep(SETTLE_MS);
      for (const { get, busy } of measured) busy.push(...(await latencies(get, LATENCIES_A_ROUND)));
    });
    await sleep(SETTLE_MS);
    // No page is always the one that is asked for while streams begin.
    measured.push(measured.shift());
  }
  for (const { name, mostMs, idle, busy } of measured) {
    report(`${name}, p95 idle, ms`, quantile(idle, 0.95));
    report(`${name}, p95 with ${STREAMS} streams running, ms`, quantile(busy, 0.95), mostMs);
    report(`${name}, p95 busy ÷ idle`, quantile(busy, 0.95) / quantile(idle, 0.95), { max: 2 });
  }
}

async function tagOf(product, path) {
  const response = await fetch(product.url + path);
  await response.arrayBuffer();
  return response.headers.get("etag");
}

/** After some that count for nothing: a connection is made, and what slept is awake. */
async function latencies(get, requests) {
  const values = [];
  for (let i = 0; i < WARM_UPS; i++) {
    await get();
    await sleep(10);
  }
  for (let i = 0; i < requests; i++) {
    values.push(await get());
    await sleep(10);
  }
  return values;
}

async function whileStreaming(product, streams, work) {
  let streaming = true;
  const running = Array.from({ length: streams }, async () => {
    while (streaming) await streamSpeech(product);
  });
  const all = Promise.all(running);
  try {
    // A stream that fails ends the bench at once.
    const [result] = await Promise.race([Promise.all([work()]), all]);
    return result;
  } finally {
    streaming = false;
    await all;
  }
}
