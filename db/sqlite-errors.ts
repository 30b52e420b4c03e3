/** One vocabulary of errors for both engines, whose own codes differ in detail. */
import { LibsqlBatchError, LibsqlError } from "@libsql/client/web";

const CODE_BY_MESSAGE: [RegExp, string][] = [
  [/UNIQUE constraint failed/, "SQLITE_CONSTRAINT_UNIQUE"],
  [/FOREIGN KEY constraint failed/, "SQLITE_CONSTRAINT_FOREIGNKEY"],
  [/NOT NULL constraint failed/, "SQLITE_CONSTRAINT_NOTNULL"],
  [/CHECK constraint failed/, "SQLITE_CONSTRAINT_CHECK"],
];

/**
 * SQLite's code for a constraint by its message, which is the same everywhere; a violated primary key counts as
 * `SQLITE_CONSTRAINT_UNIQUE`, since servers do not tell the two apart. Other codes stay as they are.
 */
export function commonSqliteCode(code: string, message: string): string {
  return CODE_BY_MESSAGE.find(([pattern]) => pattern.test(message))?.[1] ?? code;
}

/** The same error with the common code; `extendedCode` keeps the engine's own. */
export function withCommonCode(error: unknown): unknown {
  if (!(error instanceof LibsqlError)) return error;
  const code = commonSqliteCode(error.code, error.message);
  if (code === error.code) return error;
  const message = error.message.startsWith(`${error.code}: `)
    ? error.message.slice(error.code.length + 2)
    : error.message;
  return libsqlError(
    message,
    code,
    error.extendedCode ?? error.code,
    error instanceof LibsqlBatchError ? error.statementIndex : undefined,
  );
}

/** A libSQL error; of a batch when `statementIndex` is given. */
export function libsqlError(
  message: string,
  code: string,
  extendedCode?: string,
  statementIndex?: number,
): LibsqlError {
  return statementIndex === undefined
    ? new LibsqlError(message, code, extendedCode)
    : new LibsqlBatchError(message, statementIndex, code, extendedCode);
}

/** The code of the database error behind `error` (drizzle wraps them), or undefined when it is none. */
export function sqliteErrorCode(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof LibsqlError) return commonSqliteCode(cause.code, cause.message);
  }
  return undefined;
}

/** Whether `error` says that a row with the same unique key exists. */
export function isUniqueViolation(error: unknown): boolean {
  return sqliteErrorCode(error) === "SQLITE_CONSTRAINT_UNIQUE";
}
