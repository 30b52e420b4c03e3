/**
 * Events of this browser, sent to the product itself in batches that neither delay a page nor get lost when it closes.
 * Whoever declines, by the product's own choice or the browser's signal, is not counted; who has not decided yet is counted
 * in this page's memory only, until they do. Source: spec 000, section 7; spec 001, section 4 ("Cookie consent").
 */
import type { EventName } from "~/domains/analytics/events";
import { ANONYMOUS_ID_COOKIE, readBrowserCookie, writeBrowserCookie } from "./browser-cookies";
import { consentState, onConsent } from "./cookie-consent";
import { hasOptedOutHere, hasPrivacySignal } from "./privacy-choice";

const INGEST_PATH = "/ingest";
/** The server takes no more at once, and memory keeps no more. */
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
const trackedListeners = new Set<(name: EventName, props: Properties) => void>();

/** Notes that something happened. Never throws, and counts nothing of those who decline. */
export function track(name: EventName, props?: Properties): void {
  for (const tell of trackedListeners) tell(name, props ?? {});
  if (mayCount() === "no") {
    waiting = [];
    return;
  }
  waiting.push({ name, at_unix_ms: Date.now(), ...(props ? { props } : {}) });
  listenForMore();
  if (mayCount() === "in_memory") waiting = waiting.slice(-MAX_BATCH);
  else if (waiting.length >= MAX_BATCH) flushEvents();
  else timer ??= setTimeout(flushEvents, FLUSH_AFTER_MS);
}

/**
 * Hears of what happens in this page, whether or not it may be counted: for what the product itself does in answer.
 * Answers how to stop.
 */
export function onTracked(listener: (name: EventName, props: Properties) => void): () => void {
  trackedListeners.add(listener);
  return () => trackedListeners.delete(listener);
}

/** Sends what waits, as far as it may be sent. */
export function flushEvents(): void {
  clearTimeout(timer);
  timer = undefined;
  const may = mayCount();
  if (may === "in_memory") return;
  const events = waiting;
  waiting = [];
  // The choice may have been made since.
  if (events.length === 0 || may === "no") return;
  keepAnonymousId();
  const body = JSON.stringify({ consent: consentState(), events });
  if (navigator.sendBeacon?.(INGEST_PATH, body)) return;
  // A browser may refuse beacons. What is lost then is a count.
  void fetch(INGEST_PATH, { method: "POST", body, keepalive: true }).catch(() => undefined);
}

/** Forgets what waits: for who has just declined. */
export function dropEvents(): void {
  clearTimeout(timer);
  timer = undefined;
  waiting = [];
}

/** A page that is hidden may never be shown again. */
function listenForMore(): void {
  if (listening) return;
  listening = true;
  window.addEventListener("pagehide", flushEvents);
  document.addEventListener("visibilitychange", () => document.visibilityState === "hidden" && flushEvents());
  onConsent((decision) => (decision === "granted" ? flushEvents() : dropEvents()));
}

function mayCount(): "yes" | "in_memory" | "no" {
  if (hasPrivacySignal() || hasOptedOutHere()) return "no";
  const consent = consentState();
  if (consent === "denied") return "no";
  return consent === "undecided" ? "in_memory" : "yes";
}

/** A random name for this browser, by which those who may be counted are known again. It says nothing about anybody. */
function keepAnonymousId(): void {
  if (readBrowserCookie(ANONYMOUS_ID_COOKIE)) return;
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  writeBrowserCookie(ANONYMOUS_ID_COOKIE, Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join(""));
}
