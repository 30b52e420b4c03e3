import { DrizzleQueryError } from "drizzle-orm";

/**
 * Structured logs: one JSON object a line. Never a secret, never a text to be spoken; so only named, plain fields.
 */
type LogFields = Record<string, string | number | boolean | null | undefined>;

const write = (level: "info" | "warn" | "error", event: string, fields: LogFields) =>
  console[level === "info" ? "log" : level](JSON.stringify({ level, event, at: new Date().toISOString(), ...fields }));

export const log = {
  info: (event: string, fields: LogFields = {}) => write("info", event, fields),
  warn: (event: string, fields: LogFields = {}) => write("warn", event, fields),
  error: (event: string, error: unknown, fields: LogFields = {}) =>
    write("error", event, { ...fields, ...describeError(error) }),
};

/** The log of one request: each line has its id. */
export interface RequestLog {
  warn(event: string, fields?: LogFields): void;
  error(event: string, error: unknown, fields?: LogFields): void;
}

export const logOf = (requestId: string): RequestLog => ({
  warn: (event, fields) => log.warn(event, { requestId, ...fields }),
  error: (event, error, fields) => log.error(event, error, { requestId, ...fields }),
});

/** A path as it may be written: without the code in that of one operation, since the contract says so, and the names of share links, which open them. */
export const loggedPath = (pathname: string) =>
  pathname.replace(/^(\/v1\/user\/backup-code\/)[^/]+/, "$1:code").replace(/\/shr_[^/]+/, "/:share");

/** Message and stack. Of a failed query only what the database said: drizzle's own message carries the values. */
export function describeError(error: unknown): { error: string; stack?: string } {
  if (!(error instanceof Error)) return { error: String(error) };
  const message =
    error instanceof DrizzleQueryError ? `Failed query: ${describeError(error.cause).error}` : error.message;
  return { error: `${error.name}: ${message}`, stack: error.stack?.replace(error.message, () => message) };
}
