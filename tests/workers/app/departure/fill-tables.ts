/** Fills every table of the schema with a row about somebody, whatever tables there are by then. */
import { getTableColumns, getTableName, is } from "drizzle-orm";
import { type SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { TABLE_NAMES, type TableName, tableOf } from "../../../../app/domains/accounts/departure/erasure-rules";
import { sha256Hex } from "../../../../app/domains/accounts/secrets";
import type { Database } from "../../../../db/client";
import * as schema from "../../../../db/schema";

export interface Subject {
  userId: string;
  workspaceId: string;
  email: string;
  phone: string;
  /** Part of every text that is about them. */
  mark: string;
}

/** Rows that are there already, or are made by triggers. */
const NOT_FILLED: readonly TableName[] = [
  "users",
  "workspaces",
  "workspaceMembers",
  "subscriptions",
  "historySearchKeys",
  "accountDeletions",
  "instanceSettings",
];

/** All tables that the schema exports: none can be missing here, since nobody writes them down. */
export function schemaTables(): [name: string, table: SQLiteTable][] {
  return Object.entries(schema).flatMap(([name, value]) =>
    is(value, SQLiteTable) ? [[name, value] as const] : [],
  ) as [string, SQLiteTable][];
}

/** A row in each table, with the subject's ids wherever a column is named for such, and their mark in every other text. */
export async function fillTables(database: Database, subject: Subject): Promise<void> {
  let waiting = TABLE_NAMES.filter((name) => !NOT_FILLED.includes(name));
  while (waiting.length > 0) {
    const failed: TableName[] = [];
    let problem: unknown;
    for (const name of waiting) {
      try {
        await database.insert(tableOf(name)).values((await rowFor(name, subject)) as never);
      } catch (error) {
        // Its row may refer to one that comes later.
        failed.push(name);
        problem = error;
      }
    }
    if (failed.length === waiting.length) throw new Error(`cannot fill ${failed.join(", ")}`, { cause: problem });
    waiting = failed;
  }
}

async function rowFor(name: TableName, subject: Subject): Promise<Record<string, unknown>> {
  const row: Record<string, unknown> = {};
  for (const [key, column] of Object.entries(getTableColumns(tableOf(name)))) {
    if (column.dataType === "number" && column.primary) continue;
    row[key] = await valueFor(getTableName(tableOf(name)), column as SQLiteColumn, subject);
  }
  return row;
}

async function valueFor(table: string, column: SQLiteColumn, subject: Subject): Promise<unknown> {
  const { name } = column;
  const { mark, userId, workspaceId, email, phone } = subject;
  const byName: Record<string, unknown> = {
    workspace_id: workspaceId,
    user_id: userId,
    staff_user_id: userId,
    link_to_user_id: userId,
    email,
    staff_email: email,
    recipient: table === "sms_inbox_messages" ? phone : email,
    phone,
    email_hash: await sha256Hex(email),
    history_item_id: `${mark}_history_items`,
    audio_file_id: `${mark}_audio_files`,
    share_id: `${mark}_shares`,
    provider_id: `${mark}_identity_providers`,
    provider_key: `${mark}_identity_providers`,
    body: JSON.stringify({ to: email, about: mark, userId, workspaceId }),
    // Still to be run into: what is over is removed by the ordinary clean-up.
    expires_at_ms: 4_000_000_000_000,
    revoked_at_ms: null,
    used_at_ms: null,
    deleted_at_ms: null,
  };
  if (name === "id") return `${mark}_${table}`;
  if (name in byName) return byName[name];
  if (column.enumValues?.length) return column.enumValues[0];
  switch (column.dataType) {
    case "string":
      return `${mark}_${table}_${name} ${table === "mailbox_messages" ? email : ""}`;
    case "boolean":
      return false;
    case "json":
      return [];
    case "buffer":
      return Buffer.from([1]);
    default:
      return 1;
  }
}

/** Which tables hold a row with any of these texts. */
export async function tablesHolding(database: Database, texts: string[]): Promise<string[]> {
  const holding: string[] = [];
  for (const [name, table] of schemaTables()) {
    const rows = JSON.stringify(await database.select().from(table));
    if (texts.some((text) => rows.includes(text))) holding.push(name);
  }
  return holding;
}
