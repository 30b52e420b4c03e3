import { type Binding, BindingError, bindArguments } from "./bind-arguments";
import type { DatabaseFailure, DatabaseResult, DatabaseStatement, DatabaseValue, IntegerMode } from "./protocol";
import { exactReturning, exactSelect, statementKind } from "./sql-text";

/** The part of `ctx.storage` that statements need. */
export type StatementStorage = Pick<DurableObjectStorage, "sql" | "transactionSync">;

/** A statement that failed, with its place in the batch. Thrown inside the transaction, so that it rolls back. */
export class StatementError extends Error {
  constructor(readonly failure: DatabaseFailure) {
    super(failure.message);
  }
}

/** Runs all statements or, when one fails, none. Throws `StatementError`. */
export function runStatements(
  storage: StatementStorage,
  statements: DatabaseStatement[],
  mode: IntegerMode,
): DatabaseResult[] {
  const run = () =>
    statements.map((statement, index) => {
      try {
        return runStatement(storage, statement, mode);
      } catch (error) {
        throw new StatementError({ ...describeFailure(error), statementIndex: index });
      }
    });
  // A lone statement is atomic by itself.
  return statements.length === 1 ? run() : storage.transactionSync(run);
}

function runStatement(storage: StatementStorage, statement: DatabaseStatement, mode: IntegerMode): DatabaseResult {
  const { sql, bindings } = bindArguments(statement);
  const kind = statementKind(sql);
  if (kind !== "write") {
    const plain = query(storage, sql, bindings);
    if (!needsExactRows(plain.rows, mode)) return { ...plain, rowsAffected: 0 };
    const exact = kind === "read" ? query(storage, exactSelect(sql, plain.columns.length), bindings).rows : plain.rows;
    return { columns: plain.columns, rows: decodeExactRows(exact, mode, kind === "read"), rowsAffected: 0 };
  }
  const written = /\breturning\b/i.test(sql)
    ? runReturning(storage, sql, bindings, mode)
    : query(storage, sql, bindings);
  const [changes, rowid] = [...storage.sql.exec("SELECT changes(), CAST(last_insert_rowid() AS TEXT)").raw()][0] as [
    number,
    string,
  ];
  return { ...written, rowsAffected: changes, lastInsertRowid: BigInt(rowid) };
}

interface Rows {
  columns: string[];
  rows: DatabaseValue[][];
}

function query(storage: StatementStorage, sql: string, bindings: Binding[]): Rows {
  const cursor = storage.sql.exec(sql, ...bindings);
  return { columns: cursor.columnNames, rows: [...cursor.raw()] as DatabaseValue[][] };
}

/** Undoes a plain run whose rows turned out to need exact integers. */
class RunAgainExactly extends Error {
  constructor(readonly columns: string[]) {
    super("rows need exact integers");
  }
}

function runReturning(storage: StatementStorage, sql: string, bindings: Binding[], mode: IntegerMode): Rows {
  try {
    return storage.transactionSync(() => {
      const plain = query(storage, sql, bindings);
      if (needsExactRows(plain.rows, mode)) throw new RunAgainExactly(plain.columns);
      return plain;
    });
  } catch (error) {
    if (!(error instanceof RunAgainExactly)) throw error;
    const { columns } = error;
    return storage.transactionSync(() => ({
      columns,
      rows: decodeExactRows(query(storage, exactReturning(sql, columns), bindings).rows, mode, true),
    }));
  }
}

/** A double between 2^53 and 2^63 may be a rounded integer; and only SQLite can tell 2 from 2.0. */
function needsExactRows(rows: DatabaseValue[][], mode: IntegerMode): boolean {
  const isSuspect =
    mode === "bigint"
      ? (value: DatabaseValue) => typeof value === "number"
      : (value: DatabaseValue) =>
          typeof value === "number" &&
          !Number.isSafeInteger(value) &&
          Number.isInteger(value) &&
          Math.abs(value) <= 2 ** 63;
  return rows.some((row) => row.some(isSuspect));
}

/** Undoes the spelling of `exactSelect`. Without it (pragmas cannot be wrapped) whole numbers count as integers. */
function decodeExactRows(rows: DatabaseValue[][], mode: IntegerMode, spelled: boolean): DatabaseValue[][] {
  const decode = (value: DatabaseValue): DatabaseValue => {
    if (!spelled) return typeof value === "number" && Number.isSafeInteger(value) ? BigInt(value) : value;
    if (typeof value !== "string") return value;
    if (value.startsWith("t")) return value.slice(1);
    const integer = BigInt(value.slice(1));
    if (mode === "bigint") return integer;
    if (!Number.isSafeInteger(Number(integer))) {
      throw new RangeError("Received integer which is too large to be safely represented as a JavaScript number");
    }
    return Number(integer);
  };
  return rows.map((row) => row.map(decode));
}

/** Splits the message of the SQL interface, `<what>: SQLITE_X (extended: SQLITE_X_Y)`, into what libSQL's errors carry. */
export function describeFailure(error: unknown): Omit<DatabaseFailure, "statementIndex"> {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof RangeError) return { message, code: "INTEGER_OUT_OF_RANGE" };
  if (error instanceof BindingError) return { message, code: "SQLITE_MISUSE" };
  const coded = /^([\s\S]*?): (SQLITE_[A-Z]+)(?: \(extended: (SQLITE_[A-Z_]+)\))?$/.exec(message);
  if (!coded) return { message, code: "SQLITE_ERROR" };
  return { message: coded[1]!.replace(/ at offset \d+$/, ""), code: coded[3] ?? coded[2]! };
}
