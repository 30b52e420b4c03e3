import { rate, signIn, streamSpeech, timeGet } from "./requests.mjs";
import { median, quantile, report } from "./statistics.mjs";

const RUNS = 200;
const WARM_UPS = 50;
const ROUNDS = 20;
const REQUESTS_A_ROUND = 40;

const PAGE = "/text-to-speech";
/** The same page, which this address has rendered anew for each request. */
const PAGE_RENDERED = `${PAGE}/`;
const EMPTY = "/dev/empty";
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
    empty: () => timeGet(product, EMPTY),
    rendered: () => timeGet(product, PAGE_RENDERED),
    kept: () => timeGet(product, PAGE),
    known: () => timeGet(product, PAGE, { headers: { "if-none-match": etag } }, 304),
  };
  const rates = Object.fromEntries(Object.keys(ways).map((name) => [name, []]));
  for (const get of Object.values(ways)) await rate(get, 2 * REQUESTS_A_ROUND);
  for (let i = 0; i < ROUNDS; i++)
    for (const [name, get] of Object.entries(ways)) rates[name].push(await rate(get, REQUESTS_A_ROUND));
  report("empty page, requests a second (median)", median(rates.empty));
  report(`${PAGE} rendered, requests a second (median)`, median(rates.rendered));
  report(`${PAGE} as served, requests a second (median)`, median(rates.kept));
  report(`${PAGE} as served to who knows it (304), requests a second`, median(rates.known));
  report("page rendered ÷ empty page", median(rates.rendered) / median(rates.empty), { min: 0.7 });
  report("page as served ÷ empty page", median(rates.kept) / median(rates.empty), { min: 0.7 });

  // What is kept takes less than the shortest piece of a stream's work, so it has a limit in milliseconds too; see decision 017.
  const { cookie } = await signIn(product);
  for (const [name, get, mostMs] of [
    [`${PAGE} as served`, ways.kept, { max: 10 }],
    [`${PAGE} rendered`, ways.rendered, undefined],
    ...SCREENS.map((path) => [path, () => timeGet(product, path, { headers: { cookie }, redirect: "manual" }, 200)]),
  ]) {
    for (let i = 0; i < WARM_UPS; i++) await get();
    const idle = await latencies(get);
    const busy = await whileStreaming(product, 8, () => latencies(get));
    report(`${name}, p95 idle, ms`, quantile(idle, 0.95));
    report(`${name}, p95 with 8 streams running, ms`, quantile(busy, 0.95), mostMs);
    report(`${name}, p95 busy ÷ idle`, quantile(busy, 0.95) / quantile(idle, 0.95), { max: 2 });
  }
}

async function tagOf(product, path) {
  const response = await fetch(product.url + path);
  await response.arrayBuffer();
  return response.headers.get("etag");
}

async function latencies(get) {
  const values = [];
  for (let i = 0; i < RUNS; i++) {
    values.push(await get());
    await new Promise((resolve) => setTimeout(resolve, 10));
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
