import { and, eq, inArray, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Database } from "../../../../db/client";
import * as schema from "../../../../db/schema";
import { ERASURE_RULES, type ErasedPerson, type TableName, tableOf } from "./erasure-rules";
import { FORMER_MEMBER, type Member } from "./rules";

/** Rows that go in one statement, so that none holds the database for long. */
const ROWS_AT_ONCE = 500;
const SESSIONS_WITH_LIMITS = 200;

/** Removes the rows of a table that go with a workspace or a person, however many there are. */
export async function eraseRows(
  database: Database,
  name: TableName,
  whose: { workspaceId: string } | { person: ErasedPerson },
): Promise<void> {
  const { ofWorkspace, ofPerson } = ERASURE_RULES[name];
  const condition =
    "workspaceId" in whose ? ofWorkspace?.(whose.workspaceId, database) : ofPerson?.(whose.person, database);
  if (!condition) return;
  const table: SQLiteTable = tableOf(name);
  for (;;) {
    const { rowsAffected } = await database
      .delete(table)
      .where(sql`rowid IN (SELECT rowid FROM ${table} WHERE ${condition} LIMIT ${ROWS_AT_ONCE})`);
    if (rowsAffected < ROWS_AT_ONCE) return;
  }
}

/** All by which rows name a person; undefined when the person's own row is gone. */
export async function findErasedPerson(
  database: Database,
  userId: string,
): Promise<Omit<ErasedPerson, "emailHash"> | undefined> {
  const rows = await database
    .select({ userId: schema.users.id, email: schema.users.email, phone: schema.smsFactors.phone })
    .from(schema.users)
    .leftJoin(schema.smsFactors, eq(schema.smsFactors.userId, schema.users.id))
    .where(eq(schema.users.id, userId))
    .limit(1);
  return rows[0];
}

/** What limits may be counted by for a person: addresses that codes were mailed to, keys and sessions. */
export async function listLimitSubjects(database: Database, userId: string) {
  const [mailed, keys, sessions] = await database.batch([
    database
      .selectDistinct({ email: schema.actionCodes.email })
      .from(schema.actionCodes)
      .where(eq(schema.actionCodes.userId, userId)),
    database.select({ id: schema.apiKeys.id }).from(schema.apiKeys).where(eq(schema.apiKeys.userId, userId)),
    database
      .select({ id: schema.sessions.id })
      .from(schema.sessions)
      .where(eq(schema.sessions.userId, userId))
      .orderBy(sql`${schema.sessions.lastSeenAtMs} DESC`)
      .limit(SESSIONS_WITH_LIMITS),
  ]);
  return { emails: mailed.map(({ email }) => email), keyIds: [...keys, ...sessions].map(({ id }) => id) };
}

/** Work in the background, and what it has left in storage: of a workspace, or of a person wherever. */
export async function listWork(database: Database, whose: { workspaceId: string } | { userId: string }) {
  const { historyArchives, shareVideos, dataExports } = schema;
  const isWorkspace = "workspaceId" in whose;
  const [archives, videos, exports] = await database.batch([
    database
      .select({ id: historyArchives.id, state: historyArchives.state })
      .from(historyArchives)
      .where(
        isWorkspace ? eq(historyArchives.workspaceId, whose.workspaceId) : eq(historyArchives.userId, whose.userId),
      ),
    database
      .select({ id: shareVideos.id, attempt: shareVideos.attempt })
      .from(shareVideos)
      .where(
        isWorkspace
          ? and(eq(shareVideos.workspaceId, whose.workspaceId), inArray(shareVideos.state, ["queued", "running"]))
          : sql`FALSE`,
      ),
    database
      .select({ id: dataExports.id, state: dataExports.state, storageKey: dataExports.storageKey })
      .from(dataExports)
      .where(isWorkspace ? eq(dataExports.workspaceId, whose.workspaceId) : eq(dataExports.userId, whose.userId)),
  ]);
  const isAtWork = ({ state }: { state: string }) => state === "queued" || state === "running";
  const ids = (rows: { id: string }[]) => rows.map(({ id }) => id);
  return {
    atWork: { archiveIds: ids(archives.filter(isAtWork)), videos, exportIds: ids(exports.filter(isAtWork)) },
    archiveIds: ids(archives),
    exportKeys: exports.flatMap(({ storageKey }) => storageKey ?? []),
  };
}

/** Gives a workspace that goes on to another owner, who is an admin from now on; the person is a member no more. */
export async function handOverWorkspace(
  database: Database,
  workspaceId: string,
  userId: string,
  owner: Member | null,
): Promise<void> {
  const { workspaces, workspaceMembers } = schema;
  const member = (id: string) => and(eq(workspaceMembers.workspaceId, workspaceId), eq(workspaceMembers.userId, id));
  await database.batch([
    database.delete(workspaceMembers).where(member(userId)),
    ...(owner
      ? [
          database
            .update(workspaces)
            .set({ ownerId: owner.userId })
            .where(and(eq(workspaces.id, workspaceId), eq(workspaces.ownerId, userId))),
          database.update(workspaceMembers).set({ role: "admin" }).where(member(owner.userId)),
        ]
      : []),
  ]);
}

/** Takes the person's name off what stays in workspaces that go on, and off what others have of them. */
export async function takeNameOff(database: Database, userId: string, supportEmail: string): Promise<void> {
  const { historyItems, shares, supportAccess, usageDays, users } = schema;
  await database.batch([
    database.update(historyItems).set({ userId: FORMER_MEMBER }).where(eq(historyItems.userId, userId)),
    database.update(shares).set({ userId: FORMER_MEMBER }).where(eq(shares.userId, userId)),
    // Several people who left count as one: their days are added up.
    database.run(sql`INSERT INTO ${usageDays} (workspace_id, day, voice_id, model_id, source, user_id, characters, requests)
      SELECT workspace_id, day, voice_id, model_id, source, ${FORMER_MEMBER}, characters, requests
      FROM ${usageDays} WHERE user_id = ${userId}
      ON CONFLICT DO UPDATE SET characters = characters + excluded.characters, requests = requests + excluded.requests`),
    database.delete(usageDays).where(eq(usageDays.userId, userId)),
    database
      .update(supportAccess)
      .set({ staffUserId: FORMER_MEMBER, staffEmail: supportEmail })
      .where(eq(supportAccess.staffUserId, userId)),
    database.update(users).set({ referredBy: null }).where(eq(users.referredBy, userId)),
  ]);
}
