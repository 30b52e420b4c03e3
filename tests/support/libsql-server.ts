/**
 * A libSQL server for tests: the native engine behind the SQL-over-HTTP protocol (Hrana 2) that `@libsql/client/web` speaks.
 * Each pipeline is one stream, since the product opens no interactive transactions. Error codes are the primary ones, as
 * the real server sends them. Source: https://github.com/tursodatabase/libsql/blob/main/docs/HRANA_2_SPEC.md
 */
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
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

export interface LibsqlServer {
  url: string;
  close(): Promise<void>;
}

/** Starts a server on a free loopback port over a database file, or over one in memory. `script`: SQL that is run first. */
export async function startLibsqlServer(
  options: { path?: string; authToken?: string; script?: string } = {},
): Promise<LibsqlServer> {
  const connection = new Database(options.path ?? ":memory:");
  connection.exec("PRAGMA foreign_keys = ON");
  if (options.script) connection.exec(options.script);
  const server = createServer(async (request, response) => {
    const answer = (status: number, body: unknown) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    if (options.authToken !== undefined && request.headers.authorization !== `Bearer ${options.authToken}`) {
      return answer(401, { message: "Unauthorized", code: "AUTH_JWT_INVALID" });
    }
    if (request.method !== "POST" || request.url !== "/v2/pipeline") return answer(404, { message: "Not found" });
    const body = JSON.parse(await readText(request)) as { baton: string | null; requests: HranaRequest[] };
    if (body.baton != null || body.requests.at(-1)?.type !== "close") {
      return answer(400, { message: "Streams across requests are not supported", code: "STREAM_NOT_SUPPORTED" });
    }
    answer(200, { baton: null, base_url: null, results: runPipeline(connection, body.requests) });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      connection.close();
    },
  };
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
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
