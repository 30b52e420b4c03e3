import { EMPTY_PAGE, signIn, timeGet } from "./requests.mjs";
import { median, quantile, report } from "./statistics.mjs";

const RUNS = 60;
const SIGN_INS = 21;
const SCREENS = ["/app/home", "/app/speech-synthesis/text-to-speech", "/app/usage"];

/**
 * Signing in against the hash of the password alone; what finding the signed-in person costs; and the screens a person
 * opens, against the empty page.
 */
export async function run(product) {
  const signInMs = [];
  const hashMs = [];
  for (let i = -2; i < SIGN_INS; i++) {
    // By turns, so that whatever else the machine does meets both alike.
    const hash = await timeGet(product, "/dev/measure/password", { method: "POST" });
    const { ms } = await signIn(product);
    if (i < 0) continue;
    hashMs.push(hash);
    signInMs.push(ms);
  }
  report("password hash alone, ms (median)", median(hashMs));
  report("sign-in, ms (median)", median(signInMs));
  report("sign-in ÷ password hash", median(signInMs) / median(hashMs), { max: 1.3 });

  const { cookie, sessionSecret } = await signIn(product);
  const response = await fetch(`${product.url}/dev/measure/session`, {
    method: "POST",
    body: JSON.stringify({ sessionSecret }),
  });
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  const { sessionMs } = await response.json();
  report("who is signed in, ms (median of rounds)", median(sessionMs), { max: 1.5 });

  const pages = { [EMPTY_PAGE]: [], ...Object.fromEntries(SCREENS.map((path) => [path, []])) };
  for (let i = -20; i < RUNS; i++) {
    for (const [path, times] of Object.entries(pages)) {
      const ms = await timeGet(product, path, { headers: { cookie }, redirect: "manual" }, 200);
      if (i >= 0) times.push(ms);
    }
  }
  for (const [path, times] of Object.entries(pages))
    report(`${path}, ms p50, p95 (one at a time)`, `${median(times).toFixed(2)}, ${quantile(times, 0.95).toFixed(1)}`);
}
