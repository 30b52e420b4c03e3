/**
 * Query parameters arrive as text. These schemas read them as clients write them: `true`, `1`, `yes`, `on` (in any
 * case) for a boolean; a list as a repeated name. Of a single value sent twice the last counts.
 */
import { z } from "zod";

const TRUE = new Set(["true", "1", "yes", "on", "t", "y"]);
const FALSE = new Set(["false", "0", "no", "off", "f", "n"]);

/**
 * Reads all values of a query string: one value as text, several as an array of texts. Clients write an unset value as
 * nothing, so an empty one is left out.
 */
export function readQuery(search: URLSearchParams): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = {};
  for (const name of new Set(search.keys())) {
    const values = search.getAll(name).filter((value) => value !== "");
    if (values.length > 0) query[name] = values.length === 1 ? values[0]! : values;
  }
  return query;
}

const lastOf = (value: unknown): unknown => (Array.isArray(value) ? value.at(-1) : value);

/** Text. Combine: `queryText(z.enum([...]).optional())`. */
export function queryText<T extends z.ZodType>(schema: T) {
  return z.preprocess(lastOf, schema);
}

/** Refuses with one of the types that clients know from such answers. */
function refuse(context: z.core.$RefinementCtx, type: string, message: string): undefined {
  context.addIssue({ code: "custom", message, params: { type }, input: undefined });
  return undefined;
}

/** One of `words`, undefined when absent. */
export function queryWord<const T extends readonly [string, ...string[]]>(words: T) {
  return z.preprocess(lastOf, z.enum(words).optional());
}

/** As `queryWord`, in any case; `words` are lower case. */
export function queryWordInAnyCase<const T extends readonly [string, ...string[]]>(words: T) {
  return z.preprocess((value) => {
    const last = lastOf(value);
    return typeof last === "string" ? last.toLowerCase() : last;
  }, z.enum(words).optional());
}

function asBoolean(value: unknown, context: z.core.$RefinementCtx): unknown {
  const last = lastOf(value);
  if (typeof last !== "string") return last;
  const word = last.trim().toLowerCase();
  if (TRUE.has(word)) return true;
  if (FALSE.has(word)) return false;
  return refuse(context, "bool_parsing", "Input should be a valid boolean, unable to interpret input");
}

/** A boolean; absent counts as `otherwise`. */
export function queryBoolean(otherwise: boolean) {
  return z.preprocess(asBoolean, z.boolean().default(otherwise));
}

/** As `queryBoolean`, undefined when absent. */
export function optionalQueryBoolean() {
  return z.preprocess(asBoolean, z.boolean().optional());
}

function asInteger(value: unknown, context: z.core.$RefinementCtx): unknown {
  const last = lastOf(value);
  if (typeof last !== "string") return last;
  // `3.0` is an integer to clients whose numbers are all floating.
  if (/^\s*[+-]?\d{1,15}(\.0+)?\s*$/.test(last)) return Number(last);
  return refuse(context, "int_parsing", "Input should be a valid integer, unable to parse string as an integer");
}

interface IntegerBounds {
  min?: number;
  max?: number;
}

function boundedInteger({ min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER }: IntegerBounds) {
  return z.int().min(min).max(max);
}

/** An integer within bounds; absent counts as `otherwise`. */
export function queryInteger(options: IntegerBounds & { otherwise: number }) {
  return z.preprocess(asInteger, boundedInteger(options).default(options.otherwise));
}

/** As `queryInteger`, undefined when absent. */
export function optionalQueryInteger(options: IntegerBounds = {}) {
  return z.preprocess(asInteger, boundedInteger(options).optional());
}

/** A repeated name; absent is undefined. */
export function queryList<T extends z.ZodType>(item: T, maximum = 100) {
  const asList = (value: unknown) => (value === undefined || Array.isArray(value) ? value : [value]);
  return z.preprocess(asList, z.array(item).max(maximum).optional());
}
