/** Addresses in settings. */
import { SpeechEngineError } from "./engine";

/**
 * A base address without its last slash, and without `endpoint` where someone gave the whole address. Throws engine_not_configured with the
 * setting's name when it is absent or no http(s) address.
 */
export function baseAddress(setting: string, value: string | undefined, endpoint: string): string {
  if (!value) throw notConfigured(setting);
  let url: URL;
  try {
    url = new URL(value);
  } catch (cause) {
    throw new SpeechEngineError("engine_not_configured", `${setting} is not an address.`, { cause });
  }
  if (url.protocol !== "http:" && url.protocol !== "https:")
    throw new SpeechEngineError("engine_not_configured", `${setting} must start with http:// or https://.`);
  const base = `${url.origin}${url.pathname}`.replace(/\/+$/, "");
  return base.endsWith(endpoint) ? base.slice(0, -endpoint.length) : base;
}

/** The error for a setting that is not there. */
export function notConfigured(setting: string): SpeechEngineError {
  return new SpeechEngineError("engine_not_configured", `This speech engine is not set up: ${setting} is missing.`);
}
