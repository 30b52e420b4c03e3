import { LibsqlError } from "@libsql/client/web";

/** Why `db.transaction()` does not exist here, for both engines. */
export async function refuseTransaction(): Promise<never> {
  throw new LibsqlError(
    "Interactive transactions are not supported: they hold the database across network round trips. Use db.batch([...]), which is atomic, and conditional UPDATE … WHERE … RETURNING.",
    "TRANSACTION_NOT_SUPPORTED",
  );
}
