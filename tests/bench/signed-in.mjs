import { signIn, timeGet } from "./requests.mjs";
import { median, quantile, report } from "./statistics.mjs";

const RUNS = 60;
const SCREENS = ["/app/home", "/app/speech-synthesis/text-to-speech", "/app/usage"];

/** What finding the signed-in person costs, and the screens a person opens, against the empty page. */
export async function run(product) {
  const { cookie, sessionSecret } = await signIn(product);
  const response = await fetch(`${product.url}/dev/measure/session`, {
    method: "POST",
    body: JSON.stringify({ sessionSecret }),
  });
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  const { sessionMs } = await response.json();
  report("who is signed in, ms (median of rounds)", median(sessionMs), { max: 1.5 });

  const pages = { "/dev/empty": [], ...Object.fromEntries(SCREENS.map((path) => [path, []])) };
  for (let i = -20; i < RUNS; i++) {
    for (const [path, times] of Object.entries(pages)) {
      const ms = await timeGet(product, path, { headers: { cookie }, redirect: "manual" }, 200);
      if (i >= 0) times.push(ms);
    }
  }
  for (const [path, times] of Object.entries(pages))
    report(`${path}, ms p50, p95 (one at a time)`, `${median(times).toFixed(2)}, ${quantile(times, 0.95).toFixed(1)}`);
}
