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
    write("error", event, {
      ...fields,
      error: error instanceof Error ? `${error.name}: ${error.message}` : String(error),
      stack: error instanceof Error ? error.stack : undefined,
    }),
};
