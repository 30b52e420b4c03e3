/** The libSQL `Client` interface over the database object: one RPC per call, no HTTP, no JSON. */
import type { Client, InArgs, InStatement, InValue, Replicated, ResultSet, Row, Transaction } from "@libsql/client/web";
import type {
  BoundValue,
  DatabaseOutcome,
  DatabaseResult,
  DatabaseRpc,
  DatabaseStatement,
  IntegerMode,
} from "../durable-objects/database/protocol";
import { refuseTransaction } from "./refuse-transaction";
import { commonSqliteCode, libsqlError } from "./sqlite-errors";

const MIN_INTEGER = -(2n ** 63n);
const MAX_INTEGER = 2n ** 63n - 1n;

/**
 * A client over `connect()`, which is asked anew for each call because stubs belong to the request that made them.
 * Values, errors and atomicity are those of libSQL's HTTP client; `tests/support/database-contract.ts` runs on both.
 */
export class EmbeddedClient implements Client {
  readonly protocol = "durable-object";
  readonly closed = false;

  constructor(
    private readonly connect: () => DatabaseRpc,
    private readonly integerMode: IntegerMode = "number",
  ) {}

  async execute(statement: InStatement | string, args?: InArgs): Promise<ResultSet> {
    const results = await this.#run(
      [toStatement(typeof statement === "string" ? [statement, args] : statement)],
      false,
    );
    return results[0]!;
  }

  /** All statements or none. The mode is ignored: the object runs one call at a time. */
  async batch(statements: Array<InStatement | [string, InArgs?]>): Promise<ResultSet[]> {
    return statements.length === 0 ? [] : this.#run(statements.map(toStatement), true);
  }

  /** Foreign keys are checked at the end of the batch; unlike on a server, cascades still happen. */
  async migrate(statements: InStatement[]): Promise<ResultSet[]> {
    return (await this.batch(["PRAGMA defer_foreign_keys = ON", ...statements])).slice(1);
  }

  /** All statements or none. */
  async executeMultiple(sql: string): Promise<void> {
    unwrap(await this.connect().executeScript(sql), false);
  }

  transaction(): Promise<Transaction> {
    return refuseTransaction();
  }

  async sync(): Promise<Replicated> {
    return undefined;
  }

  /** Nothing is held open. */
  close(): void {}
  reconnect(): void {}

  async #run(statements: DatabaseStatement[], isBatch: boolean): Promise<ResultSet[]> {
    return unwrap(await this.#call(statements), isBatch).map(toResultSet);
  }

  /** A read is tried again once when the platform says that the object moved or restarted under the call. */
  async #call(statements: DatabaseStatement[]): Promise<DatabaseOutcome> {
    try {
      return await this.connect().execute(statements, this.integerMode);
    } catch (error) {
      const isTransient =
        error instanceof Error &&
        "retryable" in error &&
        error.retryable === true &&
        !("overloaded" in error && error.overloaded);
      if (!isTransient || !statements.every(({ sql }) => /^\s*select\b/i.test(sql))) throw error;
      return await this.connect().execute(statements, this.integerMode);
    }
  }
}

function unwrap(outcome: DatabaseOutcome, isBatch: boolean): DatabaseResult[] {
  if (outcome.ok) return outcome.results;
  const { message, code, statementIndex } = outcome.failure;
  if (code === "INTEGER_OUT_OF_RANGE") throw new RangeError(message);
  throw libsqlError(message, commonSqliteCode(code, message), code, isBatch ? statementIndex : undefined);
}

function toStatement(statement: InStatement | [string, InArgs?]): DatabaseStatement {
  if (typeof statement === "string") return { sql: statement, args: [] };
  const { sql, args } = Array.isArray(statement) ? { sql: statement[0], args: statement[1] } : statement;
  if (args === undefined) return { sql, args: [] };
  if (Array.isArray(args)) return { sql, args: args.map(toBoundValue) };
  return { sql, args: Object.fromEntries(Object.entries(args).map(([name, value]) => [name, toBoundValue(value)])) };
}

/** Booleans become integers 0 and 1, dates milliseconds, as libSQL's client does; the same values are refused. */
function toBoundValue(value: InValue): BoundValue {
  if (typeof value === "number" && !Number.isFinite(value)) {
    throw new RangeError("Only finite numbers (not Infinity or NaN) can be passed as arguments");
  }
  if (typeof value === "bigint" && (value < MIN_INTEGER || value > MAX_INTEGER)) {
    throw new RangeError("This bigint value is too large to be represented as a 64-bit integer and passed as argument");
  }
  if (typeof value === "boolean") return value ? 1n : 0n;
  if (value instanceof Date) return value.valueOf();
  if (value === undefined || typeof value === "symbol" || typeof value === "function")
    throw new TypeError("Unsupported type of value");
  return value;
}

function toResultSet(result: DatabaseResult): ResultSet {
  const { columns, rowsAffected, lastInsertRowid } = result;
  const prototype = rowPrototype(columns.length);
  return {
    columns,
    columnTypes: columns.map(() => ""),
    rows: result.rows.map((values) => toRow(prototype, columns, values)),
    rowsAffected,
    lastInsertRowid,
    toJSON: () => ({
      columns,
      columnTypes: columns.map(() => ""),
      rows: result.rows.map((values) => values.map(toJsonValue)),
      rowsAffected,
      lastInsertRowid: lastInsertRowid?.toString() ?? null,
    }),
  };
}

const VALUES = Symbol("values");
const prototypes = new Map<number, object>();

/**
 * A row is enumerable by column name and readable by index. The indexes are getters on a prototype shared by all rows
 * of that width, because defining them on each row cost more than the query itself.
 */
function rowPrototype(width: number): object {
  let prototype = prototypes.get(width);
  if (!prototype) {
    prototype = {};
    Object.defineProperty(prototype, "length", { value: width });
    for (let i = 0; i < width; i++) {
      Object.defineProperty(prototype, i, {
        get(this: { [VALUES]: unknown[] }) {
          return this[VALUES][i];
        },
      });
    }
    prototypes.set(width, prototype);
  }
  return prototype;
}

function toRow(prototype: object, columns: string[], values: DatabaseResult["rows"][number]): Row {
  const row = Object.create(prototype) as Row;
  Object.defineProperty(row, VALUES, { value: values });
  columns.forEach((name, i) => {
    // The first of two columns with one name is the one that counts; a column may be called "length".
    if (!Object.hasOwn(row, name) && name !== "length") row[name] = values[i]!;
  });
  return row;
}

function toJsonValue(value: DatabaseResult["rows"][number][number]): unknown {
  if (typeof value === "bigint") return value.toString();
  if (value instanceof ArrayBuffer) return btoa(String.fromCharCode(...new Uint8Array(value)));
  return value;
}
