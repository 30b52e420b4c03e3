/** Whether a server still answers. A process can spin for ever without ending; who waits for its end would wait as long. */

const ASK_EVERY_MS = 5000;
/** Far more than an overloaded machine needs for a fixed answer. */
const PATIENCE_MS = 20_000;
/** In a row, so that a machine that slept is not taken for a server that does. */
const MOST_UNANSWERED = 3;

/**
 * Asks a server again and again, and calls `onHang` when it leaves several questions in a row without any answer. One that
 * refuses connections, or answers badly, does not hang.
 * @param {{
 *   address: () => string | undefined, nothing is asked while it is unknown
 *   onHang: () => void,
 *   askEveryMs?: number,
 *   patienceMs?: number,
 *   isUnanswered?: (address: string, patienceMs: number) => Promise<boolean>,
 * }} options
 * @returns {() => void} ends the watch
 */
export function watchLiveness({
  address,
  onHang,
  askEveryMs = ASK_EVERY_MS,
  patienceMs = PATIENCE_MS,
  isUnanswered = isUnansweredOverHttp,
}) {
  let unanswered = 0;
  let ended = false;
  let timer;
  const ask = async () => {
    const asked = address();
    const isSilent = asked !== undefined && (await isUnanswered(asked, patienceMs));
    if (ended) return;
    // Another process since: the silence was its predecessor's.
    unanswered = isSilent && address() === asked ? unanswered + 1 : 0;
    if (unanswered === MOST_UNANSWERED) {
      unanswered = 0;
      onHang();
    }
    timer = setTimeout(ask, askEveryMs);
  };
  timer = setTimeout(ask, askEveryMs);
  return () => {
    ended = true;
    clearTimeout(timer);
  };
}

async function isUnansweredOverHttp(address, patienceMs) {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(patienceMs), redirect: "manual" });
    await response.body?.cancel();
    return false;
  } catch (error) {
    return error.name === "TimeoutError";
  }
}
