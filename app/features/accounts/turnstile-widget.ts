/** Cloudflare's widget, shown only where it wants something of the visitor. Source: developers.cloudflare.com/turnstile. */
import { TURNSTILE_ORIGIN } from "~/lib/content-security-policy";

interface Turnstile {
  render(
    place: HTMLElement,
    options: {
      sitekey: string;
      appearance: "interaction-only";
      callback(token: string): void;
      "error-callback"(): boolean;
    },
  ): string | undefined;
  remove(widgetId: string): void;
}

const SCRIPT = `${TURNSTILE_ORIGIN}/turnstile/v0/api.js?render=explicit`;
let loading: Promise<Turnstile> | undefined;

/** The token of a visitor whom Turnstile takes for a person; null where its script cannot be had. */
export async function askTurnstile(siteKey: string, place: HTMLElement, signal: AbortSignal): Promise<string | null> {
  loading ??= load();
  const turnstile = await loading.catch(() => null);
  loading = turnstile ? loading : undefined;
  if (!turnstile || signal.aborted) return null;
  let widgetId: string | undefined;
  signal.addEventListener("abort", () => widgetId !== undefined && turnstile.remove(widgetId));
  return new Promise((resolve) => {
    widgetId = turnstile.render(place, {
      sitekey: siteKey,
      appearance: "interaction-only",
      callback: resolve,
      "error-callback": () => {
        resolve(null);
        return true;
      },
    });
  });
}

function load(): Promise<Turnstile> {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = SCRIPT;
    script.async = true;
    script.addEventListener("load", () => resolve((window as unknown as { turnstile: Turnstile }).turnstile));
    script.addEventListener("error", () => reject(new Error("Turnstile could not be loaded")));
    document.head.appendChild(script);
  });
}
