/** Requests the benches make of a running product. */
import { once } from "node:events";
import http from "node:http";
import { text as readText } from "node:stream/consumers";

export const FIVE_SENTENCES =
  "The harbour was quiet in the early morning, and the boats lay still. A man walked along the quay with a small dog. " +
  "He stopped at the last house and looked out over the water. Somewhere behind the hills a train went by. Then the bells began to ring.";

/** An empty page as Remix answers it by itself: so written, its routes are looked up in all there are; see decision 024. */
export const EMPTY_PAGE = "/dev/%65mpty";

const headers = (product) => ({ "xi-api-key": product.apiKey, "content-type": "application/json" });

/** A text nobody asked for before, so that nothing comes from storage. */
let counter = 0;
export const freshText = () => `${FIVE_SENTENCES} Number ${process.pid % 1000} ${++counter}.`;

/**
 * Connections that are kept, for less than the five seconds after which the product ends them. Node's `fetch` takes two
 * milliseconds more for a request, on cores that the product needs.
 */
const connections = new http.Agent({ keepAlive: true, timeout: 3000 });

/** Streams speech. @returns {Promise<{ firstByteMs: number, totalMs: number, bytes: number, audioSeconds: number }>} */
export async function streamSpeech(product, text = freshText()) {
  const body = JSON.stringify({ text, model_id: "eleven_flash_v2_5" });
  const url = `${product.url}/v1/text-to-speech/${product.voiceId}/stream?output_format=mp3_44100_128`;
  const started = performance.now();
  const request = http.request(url, { method: "POST", agent: connections, headers: headers(product) });
  request.end(body);
  const [response] = await once(request, "response");
  if (response.statusCode !== 200) throw new Error(`${response.statusCode} ${await readText(response)}`);
  let firstByteMs = 0;
  let bytes = 0;
  for await (const chunk of response) {
    firstByteMs ||= performance.now() - started;
    bytes += chunk.length;
  }
  return { firstByteMs, totalMs: performance.now() - started, bytes, audioSeconds: (bytes * 8) / 128_000 };
}

/** The engine alone in a speech process: no network, no metering, no storage. */
export async function measureEngine(product, text = FIVE_SENTENCES) {
  const response = await fetch(`${product.url}/dev/measure/engine`, {
    method: "POST",
    headers: headers(product),
    body: JSON.stringify({ text, voiceId: product.voiceId }),
  });
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  return response.json();
}

/** Time of one GET in milliseconds, body read. Any status but `expected` (by default all of 200 to 299) is an error. */
export async function timeGet(product, path, init, expected) {
  const started = performance.now();
  const response = await fetch(product.url + path, init);
  await response.arrayBuffer();
  if (expected ? response.status !== expected : !response.ok) throw new Error(`${path}: ${response.status}`);
  return performance.now() - started;
}

/**
 * Signs in by the form, as a browser does. `ms` is what the form's answer took.
 * @returns {Promise<{ cookie: string, sessionSecret: string, ms: number }>}
 */
export async function signIn(product) {
  const jar = new Map();
  const send = async (init) => {
    const response = await fetch(`${product.url}/app/sign-in`, { ...init, redirect: "manual" });
    for (const each of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(each);
      jar.set(name, value);
    }
    return response.text();
  };
  const cookie = () => [...jar].map((pair) => pair.join("=")).join("; ");
  const csrf = /name="csrf" value="([0-9a-f]+)"/.exec(await send({}))?.[1] ?? "";
  const { email, password } = product;
  const body = new URLSearchParams({ csrf, email, password });
  const started = performance.now();
  await send({ method: "POST", body, headers: { cookie: cookie(), origin: product.url } });
  const ms = performance.now() - started;
  const signed = jar.get("xi_website_session");
  if (!signed) throw new Error("signing in failed");
  // The cookie is `<base64 of JSON>.<signature>`.
  const sessionSecret = JSON.parse(Buffer.from(decodeURIComponent(signed).split(".")[0], "base64").toString());
  return { cookie: cookie(), sessionSecret, ms };
}

/** How many are asked for at once where a rate is measured. */
const CONCURRENCY = 8;

/** Requests a second, over so many of them. @param {() => Promise<unknown>} get makes one, and reads its answer */
export async function rate(get, requests) {
  const started = performance.now();
  let left = requests;
  await Promise.all(
    Array.from({ length: CONCURRENCY }, async () => {
      while (left-- > 0) await get();
    }),
  );
  return (requests * 1000) / (performance.now() - started);
}
