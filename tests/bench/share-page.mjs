import { gzipSync } from "node:zlib";
import { EMPTY_PAGE, FIVE_SENTENCES, rate, timeGet } from "./requests.mjs";
import { scriptKilobytes } from "./sizes.mjs";
import { median, quantile, report } from "./statistics.mjs";

const ROUNDS = 20;
const REQUESTS_A_ROUND = 40;
const SOUND_REQUESTS = 100;
const PAGE_KILOBYTES = 60;

/**
 * The page of a public link: pages a second against an empty page of the same worker, as visitors get it (kept, looked up
 * in the database each time), as who knows it gets it, and rendered anew; what is transferred; and the first bytes of its sound.
 */
export async function run(product) {
  const { page, embed, setSettings } = await makeShare(product);
  const first = await fetch(product.url + page);
  const etag = first.headers.get("etag");
  const html = Buffer.from(await first.arrayBuffer());
  if (!etag) throw new Error(`${page}: ${first.status}, not kept`);
  const ways = {
    empty: () => timeGet(product, EMPTY_PAGE),
    kept: () => timeGet(product, page),
    known: () => timeGet(product, page, { headers: { "if-none-match": etag } }, 304),
    embed: () => timeGet(product, embed),
  };
  const rates = Object.fromEntries(Object.keys(ways).map((name) => [name, []]));
  for (const get of Object.values(ways)) await rate(get, 2 * REQUESTS_A_ROUND);
  for (let i = 0; i < ROUNDS; i++)
    for (const [name, get] of Object.entries(ways)) rates[name].push(await rate(get, REQUESTS_A_ROUND));
  report("empty page, requests a second (median)", median(rates.empty));
  report("page of a link, requests a second (median)", median(rates.kept));
  report("page of a link to who knows it (304), requests a second", median(rates.known));
  report("embedded player, requests a second (median)", median(rates.embed));
  report("page of a link ÷ empty page", median(rates.kept) / median(rates.empty), { min: 0.7 });

  const rendered = [];
  for (let i = 0; i < ROUNDS; i++) {
    // Another version of the link is another page.
    await setSettings({ allows_download: i % 2 === 0 });
    rendered.push(await timeGet(product, page));
  }
  report("page of a link rendered after a change, ms (median)", median(rendered));
  const sound = [];
  for (let i = 0; i < SOUND_REQUESTS; i++)
    sound.push(await timeGet(product, `${page}/audio`, { headers: { range: "bytes=0-16383" } }, 206));
  report("first 16 KB of its sound, p95 ms", quantile(sound, 0.95), { max: 100 });
  const scripts = await scriptKilobytes(product, page);
  const styles = await styleKilobytes(product, html.toString());
  report("page of a link, HTML, KB gzip", gzipSync(html).length / 1024);
  report("page of a link, scripts, KB gzip", scripts, { max: 15 });
  report("page of a link, all but fonts and sound, KB gzip", gzipSync(html).length / 1024 + scripts + styles, {
    max: PAGE_KILOBYTES,
  });
}

async function makeShare(product) {
  const headers = { "xi-api-key": product.apiKey, "content-type": "application/json" };
  const speech = await fetch(`${product.url}/v1/text-to-speech/${product.voiceId}`, {
    method: "POST",
    headers,
    body: JSON.stringify({ text: FIVE_SENTENCES, model_id: "eleven_flash_v2_5" }),
  });
  await speech.arrayBuffer();
  const link = `${product.url}/v1/history/${speech.headers.get("history-item-id")}/share-link`;
  const answer = await fetch(link, { headers });
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  const { share_link: address, share_id: shareId } = await answer.json();
  const setSettings = async (settings) => {
    const changed = await fetch(link, { method: "POST", headers, body: JSON.stringify(settings) });
    if (!changed.ok) throw new Error(`${changed.status} ${await changed.text()}`);
  };
  return { page: new URL(address).pathname, embed: `/embed/${shareId}`, setSettings };
}

async function styleKilobytes(product, html) {
  let bytes = 0;
  for (const [, path] of html.matchAll(/<link rel="stylesheet" href="([^"]+)"/g))
    bytes += gzipSync(Buffer.from(await (await fetch(product.url + path)).arrayBuffer())).length;
  return bytes / 1024;
}
