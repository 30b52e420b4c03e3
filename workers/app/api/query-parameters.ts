/**
 * Query parameters arrive as text. These schemas read them as clients write them: `true`, `1`, `yes`, `on` (in any
 * case) for a boolean; a list as a repeated name. Of a single value sent twice the last counts.
 */
import { z } from "zod";

const TRUE = new Set(["true", "1", "yes", "on", "t", "y"]);
const FALSE = new Set(["false", "0", "no", "off", "f", "n"]);

/** Reads all values of a query string: one value as text, several as an array of texts. */
export function readQuery(search: URLSearchParams): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = {};
  for (const name of new Set(search.keys())) {
    const values = search.getAll(name);
    query[name] = values.length === 1 ? values[0]! : values;
  }
  return query;
}

const lastOf = (value: unknown): unknown => (Array.isArray(value) ? value.at(-1) : value);
/** Clients write an unset value as nothing. */
const blankAsAbsent = (value: unknown): unknown => (value === "" ? undefined : value);

/** Text. Combine: `queryText(z.enum([...]).optional())`. */
export function queryText<T extends z.ZodType>(schema: T) {
  return z.preprocess(lastOf, schema);
}

/** A boolean; absent counts as `otherwise`. */
export function queryBoolean(otherwise: boolean) {
  return z.preprocess((value) => {
    const last = blankAsAbsent(lastOf(value));
    if (typeof last !== "string") return last;
    const word = last.trim().toLowerCase();
    return TRUE.has(word) ? true : FALSE.has(word) ? false : last;
  }, z.boolean().default(otherwise));
}

const asNumber = (value: unknown): unknown => {
  const last = blankAsAbsent(lastOf(value));
  return typeof last === "string" && /^\s*[+-]?\d+(\.\d+)?\s*$/.test(last) ? Number(last) : last;
};

/** An integer within bounds; absent counts as `otherwise`. */
export function queryInteger(options: { min?: number; max?: number; otherwise: number }) {
  let schema = z.int();
  if (options.min !== undefined) schema = schema.min(options.min);
  if (options.max !== undefined) schema = schema.max(options.max);
  return z.preprocess(asNumber, schema.default(options.otherwise));
}

/** As `queryInteger`, undefined when absent. */
export function optionalQueryInteger(options: { min?: number; max?: number } = {}) {
  let schema = z.int();
  if (options.min !== undefined) schema = schema.min(options.min);
  if (options.max !== undefined) schema = schema.max(options.max);
  return z.preprocess(asNumber, schema.optional());
}

/** A repeated name; absent is undefined. */
export function queryList<T extends z.ZodType>(item: T, maximum = 100) {
  return z.preprocess((value) => {
    if (value === undefined || value === "") return undefined;
    return Array.isArray(value) ? value : [value];
  }, z.array(item).max(maximum).optional());
}
