/**
 * Events of this browser, sent to the product itself in batches that neither delay a page nor get lost when it closes.
 * Whoever declines, by the product's own choice or the browser's signal, is not counted. Source: spec 000, section 7.
 */
import type { EventName } from "~/domains/analytics/events";
import { DECLINED, PRIVACY_COOKIE } from "./privacy-choice";

const INGEST_PATH = "/ingest";
/** The server takes no more at once. */
const MAX_BATCH = 50;
const FLUSH_AFTER_MS = 2000;

type Properties = Record<string, string | number | boolean | null>;
interface TrackedEvent {
  name: EventName;
  at_unix_ms: number;
  props?: Properties;
}

let waiting: TrackedEvent[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;
let listening = false;

/** Notes that something happened. Never throws, and does nothing for those who decline. */
export function track(name: EventName, props?: Properties): void {
  if (declines()) {
    waiting = [];
    return;
  }
  waiting.push({ name, at_unix_ms: Date.now(), ...(props ? { props } : {}) });
  listenForLeaving();
  if (waiting.length >= MAX_BATCH) flush();
  else timer ??= setTimeout(flush, FLUSH_AFTER_MS);
}

function flush(): void {
  clearTimeout(timer);
  timer = undefined;
  const events = waiting;
  waiting = [];
  // The choice may have been made since.
  if (events.length === 0 || declines()) return;
  const body = JSON.stringify({ events });
  if (navigator.sendBeacon?.(INGEST_PATH, body)) return;
  // A browser may refuse beacons. What is lost then is a count.
  void fetch(INGEST_PATH, { method: "POST", body, keepalive: true }).catch(() => undefined);
}

/** A page that is hidden may never be shown again. */
function listenForLeaving(): void {
  if (listening) return;
  listening = true;
  window.addEventListener("pagehide", flush);
  document.addEventListener("visibilitychange", () => document.visibilityState === "hidden" && flush());
}

function declines(): boolean {
  if ((navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true) return true;
  return document.cookie.split(";").some((cookie) => cookie.trim() === `${PRIVACY_COOKIE}=${DECLINED}`);
}
