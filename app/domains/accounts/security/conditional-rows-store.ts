/** What rows can be made to depend on, so that nothing comes to be in an account whose owner has just shut somebody out. */
import { and, eq, exists, getTableColumns, isNull, notExists, type SQL, sql } from "drizzle-orm";
import { alias, type SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Database } from "../../../../db/client";
import { accountDeletions, apiKeys, sessions, users } from "../../../../db/schema";
import type { PersonInSession } from "./step-up";

/**
 * A row as a select that is empty unless a condition holds of the row of a person, which it names: for statements that look and
 * insert in one step. In the order of the table's columns.
 */
export function valuesWhile(table: SQLiteTable, row: Record<string, unknown>, condition: SQL | undefined): SQL {
  const values = Object.entries(getTableColumns(table)).map(([name, column]) =>
    sql.param(row[name] ?? column.default ?? null, column),
  );
  return sql`SELECT ${sql.join(values, sql`, `)} FROM ${users} WHERE ${condition}`;
}

/** The condition that a session of a person was not ended. */
export const sessionLives = (database: Database, { userId, sessionId }: PersonInSession) =>
  exists(
    database
      .select({ id: sessions.id })
      .from(sessions)
      .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId), isNull(sessions.revokedAtMs))),
  );

/** An alias, since what depends on a key may itself be a key's row. */
const by = alias(apiKeys, "by");

/** By what somebody acts for a person: in a session or with a key; with neither it is the installation itself, as at a seed. */
export interface Acting {
  userId: string;
  sessionId?: string | undefined;
  apiKeyId?: string | undefined;
}

/** The condition that neither the session nor the key has ended in or with which somebody acts for a person. */
export const credentialLives = (database: Database, { userId, sessionId, apiKeyId }: Acting) =>
  and(
    sessionId === undefined ? undefined : sessionLives(database, { userId, sessionId }),
    apiKeyId === undefined
      ? undefined
      : exists(
          database
            .select({ id: by.id })
            .from(by)
            .where(and(eq(by.id, apiKeyId), eq(by.userId, userId))),
        ),
  );

/** The condition that somebody still acts for a person: neither their session, their key nor the account has ended. */
export const stillActs = (database: Database, acting: Acting) =>
  and(
    notExists(
      database
        .select({ userId: accountDeletions.userId })
        .from(accountDeletions)
        .where(eq(accountDeletions.userId, acting.userId)),
    ),
    credentialLives(database, acting),
  );

/** Whether they do, for saying why nothing came of what depends on it. */
export async function isActingStill(database: Database, acting: Acting): Promise<boolean> {
  const rows = await database
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, acting.userId), stillActs(database, acting)));
  return rows.length > 0;
}
