import type { BoundValue, DatabaseStatement } from "./protocol";
import { scanSql } from "./sql-text";

/** The object's SQL interface takes no more parameters than this in a statement. */
const MAX_BOUND_PARAMETERS = 100;

/** What the object's SQL interface accepts: no bigint. */
export type Binding = null | string | number | ArrayBuffer | ArrayBufferView;

export class BindingError extends Error {}

/**
 * Turns a statement with libSQL arguments into one that the object's SQL interface takes: names become positions,
 * bigints travel as text with a CAST so that all 64 bits arrive, and parameters past the hundredth become literals.
 */
export function bindArguments(statement: DatabaseStatement): { sql: string; bindings: Binding[] } {
  const { sql, args } = statement;
  if (Array.isArray(args) && args.length <= MAX_BOUND_PARAMETERS && args.every(isPlain)) {
    return { sql, bindings: args };
  }
  const parameters = scanSql(sql).filter((token) => token.kind === "parameter");
  const argumentFor = Array.isArray(args) ? byPosition(args) : byName(args);
  const bindings: Binding[] = [];
  let rewritten = "";
  let from = 0;
  for (const parameter of parameters) {
    const value = argumentFor(parameter.text);
    rewritten += sql.slice(from, parameter.start);
    from = parameter.end;
    if (bindings.length === MAX_BOUND_PARAMETERS) rewritten += literal(value);
    else if (typeof value === "bigint") {
      rewritten += "CAST(? AS INTEGER)";
      bindings.push(value.toString());
    } else {
      rewritten += "?";
      bindings.push(value);
    }
  }
  return { sql: rewritten + sql.slice(from), bindings };
}

function isPlain(value: BoundValue): value is Exclude<BoundValue, bigint> {
  return typeof value !== "bigint";
}

/** SQLite's numbering: `?` is one more than the highest so far, `?7` is the seventh, a name keeps its first number. */
function byPosition(args: BoundValue[]): (parameter: string) => BoundValue {
  const numberOfName = new Map<string, number>();
  let highest = 0;
  return (parameter) => {
    let position: number;
    if (parameter === "?") position = highest + 1;
    else if (parameter.startsWith("?")) position = Number(parameter.slice(1));
    else position = numberOfName.get(parameter) ?? highest + 1;
    if (!parameter.startsWith("?")) numberOfName.set(parameter, position);
    highest = Math.max(highest, position);
    const value = args[position - 1];
    if (value === undefined) throw new BindingError(`no argument for parameter ${parameter} (number ${position})`);
    return value;
  };
}

function byName(args: Record<string, BoundValue>): (parameter: string) => BoundValue {
  return (parameter) => {
    const value = args[parameter] ?? args[parameter.slice(1)];
    if (value !== undefined) return value;
    if (parameter in args || parameter.slice(1) in args) return null;
    throw new BindingError(`no argument for parameter ${parameter}`);
  };
}

function literal(value: BoundValue): string {
  if (value === null) return "NULL";
  // 2^63 has no positive literal, so the lowest integer is written as a sum.
  if (typeof value === "bigint") return value === -(2n ** 63n) ? "(-9223372036854775807 - 1)" : `(${value})`;
  // Bound numbers are reals; the column's affinity makes integers of them.
  if (typeof value === "number")
    return Number.isInteger(value) && Math.abs(value) < 1e21 ? `(${value}.0)` : `(${value})`;
  if (typeof value === "string") {
    return value.includes("\0")
      ? `CAST(${hexLiteral(new TextEncoder().encode(value))} AS TEXT)`
      : `'${value.replaceAll("'", "''")}'`;
  }
  return hexLiteral(value instanceof Uint8Array ? value : new Uint8Array(value));
}

const hexLiteral = (bytes: Uint8Array) =>
  `x'${Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")}'`;
