/** Fetches this installation's puzzle against robots and solves it, unseen. */
const TIMEOUT_MS = 30_000;

/** The answer for a form's `captcha`; null where the puzzle could not be had or solved. */
export async function solveCaptcha(signal: AbortSignal): Promise<string | null> {
  const worker = new Worker(new URL("./captcha-worker.ts", import.meta.url), { type: "module" });
  try {
    const response = await fetch("/app/captcha", { headers: { accept: "application/json" }, signal });
    if (!response.ok) return null;
    const challenge: unknown = await response.json();
    const solution = await answerOf(worker, challenge, AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]));
    return solution === null ? null : btoa(JSON.stringify({ challenge, solution }));
  } catch {
    // Without an answer the server decides; nobody is kept from trying.
    return null;
  } finally {
    worker.terminate();
  }
}

function answerOf(worker: Worker, challenge: unknown, signal: AbortSignal): Promise<unknown> {
  return new Promise((resolve, reject) => {
    worker.addEventListener("message", ({ data }) => resolve(data));
    worker.addEventListener("error", () => reject(new Error("the puzzle could not be solved")));
    signal.addEventListener("abort", () => reject(signal.reason));
    worker.postMessage(challenge);
  });
}
