/** What travels between the libSQL adapter (`db/embedded-client.ts`) and the object that holds the database. */

/** A value as SQLite stores it. Booleans are 0 and 1, dates milliseconds: the adapter has converted them. */
export type BoundValue = null | string | number | bigint | ArrayBuffer | Uint8Array;

/** Arguments by position, or by name with or without the prefix (`id`, `:id`, `@id`, `$id`). */
export interface DatabaseStatement {
  sql: string;
  args: BoundValue[] | Record<string, BoundValue>;
}

/** How INTEGER values are read: as numbers (an unsafe one is an error), or exactly, as bigints. */
export type IntegerMode = "number" | "bigint";

export type DatabaseValue = null | string | number | bigint | ArrayBuffer;

export interface DatabaseResult {
  columns: string[];
  rows: DatabaseValue[][];
  /** Rows that an INSERT, UPDATE or DELETE changed itself, without triggers and cascades. */
  rowsAffected: number;
  /** Absent after reads. */
  lastInsertRowid?: bigint;
}

/** A refusal by the database. `code` is SQLite's, the finest that is known. */
export interface DatabaseFailure {
  message: string;
  code: string;
  /** Zero-based, of the statement that failed. */
  statementIndex: number;
}

/** Errors are values here, because a thrown one loses its code on the way. */
export type DatabaseOutcome = { ok: true; results: DatabaseResult[] } | { ok: false; failure: DatabaseFailure };

/** What the object answers to. All statements of one call succeed or none does. */
export interface DatabaseRpc {
  execute(statements: DatabaseStatement[], integerMode: IntegerMode): Promise<DatabaseOutcome>;
  /** SQL statements separated by semicolons, without arguments, all or none. */
  executeScript(sql: string): Promise<DatabaseOutcome>;
}
