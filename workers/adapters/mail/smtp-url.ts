/** Reads `SMTP_URL`. */
import type { WorkerMailerOptions } from "worker-mailer";
import { isLoopbackHost } from "../../../app/lib/public-address";

const TIMEOUT_MS = 20_000;

/**
 * `smtps://` speaks TLS from the start (port 465 unless given); `smtp://` upgrades where the server offers it (587), and
 * stays plain on this machine itself, where nobody listens between and certificates name nobody.
 */
export function parseSmtpUrl(smtpUrl: string): WorkerMailerOptions {
  let url: URL;
  try {
    url = new URL(smtpUrl);
  } catch {
    throw new Error("SMTP_URL must look like smtp://user:password@host:port");
  }
  const secure = url.protocol === "smtps:";
  const username = decodeURIComponent(url.username);
  return {
    host: url.hostname.replace(/^\[|\]$/g, ""),
    port: url.port === "" ? (secure ? 465 : 587) : Number(url.port),
    secure,
    startTls: !secure && !isLoopbackHost(url.hostname),
    ...(username === "" ? {} : { credentials: { username, password: decodeURIComponent(url.password) } }),
    authType: ["plain", "login", "cram-md5"],
    socketTimeoutMs: TIMEOUT_MS,
    responseTimeoutMs: TIMEOUT_MS,
    // Its log holds addresses; the product logs the outcome itself. 4 is "none".
    logLevel: 4,
  };
}
