/**
 * The native libSQL engine for tests, asked as the server is: by pipelines of the SQL-over-HTTP protocol (Hrana 2). Each
 * pipeline is one stream, since the product opens no interactive transactions. Error codes are the primary ones, as the real
 * server sends them. Source: https://github.com/tursodatabase/libsql/blob/main/docs/HRANA_2_SPEC.md
 */
import Database from "libsql";

type HranaValue =
  | { type: "null" }
  | { type: "integer"; value: string }
  | { type: "float"; value: number }
  | { type: "text"; value: string }
  | { type: "blob"; base64: string };

interface HranaStatement {
  sql?: string;
  sql_id?: number;
  args?: HranaValue[];
  named_args?: { name: string; value: HranaValue }[];
  want_rows?: boolean;
}

type HranaCondition =
  | { type: "ok" | "error"; step: number }
  | { type: "not"; cond: HranaCondition }
  | { type: "and" | "or"; conds: HranaCondition[] };

type HranaRequest =
  | { type: "execute"; stmt: HranaStatement }
  | { type: "batch"; batch: { steps: { condition?: HranaCondition | null; stmt: HranaStatement }[] } }
  | { type: "sequence"; sql?: string; sql_id?: number }
  | { type: "store_sql"; sql_id: number; sql: string }
  | { type: "close_sql"; sql_id: number }
  | { type: "close" };

interface HranaError {
  message: string;
  code: string;
}

/** What a client sends to `/v2/pipeline`. */
export interface HranaPipeline {
  baton: string | null;
  requests: HranaRequest[];
}

export interface LibsqlEngine {
  /** @returns the HTTP status and the body, to be sent as JSON */
  answer(pipeline: HranaPipeline): { status: number; body: unknown };
  close(): void;
}

/** @param path of the database's file, or `:memory:` */
export function openLibsqlEngine(path: string): LibsqlEngine {
  const connection = new Database(path);
  connection.exec("PRAGMA foreign_keys = ON");
  // No test's database outlives its process.
  connection.exec("PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF");
  return {
    answer({ baton, requests }) {
      if (baton != null || requests.at(-1)?.type !== "close") {
        const body = { message: "Streams across requests are not supported", code: "STREAM_NOT_SUPPORTED" };
        return { status: 400, body };
      }
      return { status: 200, body: { baton: null, base_url: null, results: runPipeline(connection, requests) } };
    },
    close: () => connection.close(),
  };
}

function runPipeline(connection: Database.Database, requests: HranaRequest[]): unknown[] {
  const stored = new Map<number, string>();
  const results = requests.map((request) => {
    try {
      return { type: "ok", response: { type: request.type, ...runRequest(connection, stored, request) } };
    } catch (error) {
      return { type: "error", error: toHranaError(error) };
    }
  });
  // A stream that ends inside a transaction loses it.
  if (connection.inTransaction) connection.exec("ROLLBACK");
  return results;
}

function runRequest(
  connection: Database.Database,
  stored: Map<number, string>,
  request: HranaRequest,
): { result?: unknown } {
  const textOf = (source: { sql?: string; sql_id?: number }) => source.sql ?? stored.get(source.sql_id!) ?? "";
  switch (request.type) {
    case "execute":
      return { result: runStatement(connection, textOf(request.stmt), request.stmt) };
    case "sequence":
      connection.exec(textOf(request));
      return {};
    case "store_sql":
      stored.set(request.sql_id, request.sql);
      return {};
    case "close_sql":
      stored.delete(request.sql_id);
      return {};
    case "close":
      return {};
    case "batch": {
      const stepResults: unknown[] = [];
      const stepErrors: (HranaError | null)[] = [];
      for (const step of request.batch.steps) {
        let result: unknown = null;
        let failure: HranaError | null = null;
        if (!step.condition || isMet(step.condition, stepResults, stepErrors)) {
          try {
            result = runStatement(connection, textOf(step.stmt), step.stmt);
          } catch (error) {
            failure = toHranaError(error);
          }
        }
        stepResults.push(result);
        stepErrors.push(failure);
      }
      return { result: { step_results: stepResults, step_errors: stepErrors } };
    }
  }
}

function isMet(condition: HranaCondition, results: unknown[], errors: unknown[]): boolean {
  switch (condition.type) {
    case "ok":
      return results[condition.step] != null;
    case "error":
      return errors[condition.step] != null;
    case "not":
      return !isMet(condition.cond, results, errors);
    case "and":
      return condition.conds.every((each) => isMet(each, results, errors));
    case "or":
      return condition.conds.some((each) => isMet(each, results, errors));
  }
}

function runStatement(connection: Database.Database, sql: string, statement: HranaStatement) {
  const prepared = connection.prepare(sql).safeIntegers(true);
  const named = statement.named_args ?? [];
  const args =
    named.length > 0
      ? [Object.fromEntries(named.map(({ name, value }) => [name.replace(/^[:@$]/, ""), fromHrana(value)]))]
      : (statement.args ?? []).map(fromHrana);
  const changesBefore = totalChanges(connection);
  let columns: { name: string; column?: string | null; type?: string | null }[] = [];
  let rows: unknown[][] = [];
  if (prepared.reader) {
    columns = prepared.columns() as typeof columns;
    rows = prepared.raw(true).all(...args) as unknown[][];
  } else {
    prepared.run(...args);
  }
  const [changes, rowid] = connection
    .prepare("SELECT changes(), last_insert_rowid()")
    .safeIntegers(true)
    .raw(true)
    .get() as [bigint, bigint];
  return {
    cols: columns.map((column) => ({ name: column.name, decltype: column.type ?? null })),
    rows: statement.want_rows === false ? [] : rows.map((row) => row.map(toHrana)),
    affected_row_count: totalChanges(connection) === changesBefore ? 0 : Number(changes),
    last_insert_rowid: String(rowid),
  };
}

function totalChanges(connection: Database.Database): number {
  return (connection.prepare("SELECT total_changes()").raw(true).get() as [number])[0];
}

function toHranaError(error: unknown): HranaError {
  const message = error instanceof Error ? error.message : String(error);
  const code =
    error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "SQLITE_ERROR";
  return {
    message: `SQLite error: ${message}`,
    code: code.startsWith("SQLITE_CONSTRAINT") ? "SQLITE_CONSTRAINT" : code,
  };
}

function toHrana(value: unknown): HranaValue {
  if (value === null || value === undefined) return { type: "null" };
  if (typeof value === "bigint") return { type: "integer", value: value.toString() };
  if (typeof value === "number") return { type: "float", value };
  if (typeof value === "string") return { type: "text", value };
  return { type: "blob", base64: Buffer.from(value as Uint8Array).toString("base64") };
}

function fromHrana(value: HranaValue): unknown {
  switch (value.type) {
    case "null":
      return null;
    case "integer":
      return BigInt(value.value);
    case "float":
    case "text":
      return value.value;
    case "blob":
      return Buffer.from(value.base64, "base64");
  }
}
