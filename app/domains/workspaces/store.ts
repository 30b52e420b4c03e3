import { and, eq, type SQL } from "drizzle-orm";
import type { Database } from "../../../db/client";
import { workspaceFeatures, workspaceMembers, workspaces } from "../../../db/schema";
import type { WorkspaceRole } from "../accounts/caller";

/** The statements that create a workspace with its first member. Not run here: they are part of the sign-up's batch. */
export function insertWorkspaceStatements(
  database: Database,
  workspace: { id: string; name: string; ownerId: string; role: WorkspaceRole; createdAtMs: number },
) {
  const { id, name, ownerId, role, createdAtMs } = workspace;
  return [
    database.insert(workspaces).values({ id, name, ownerId, createdAtMs }),
    database.insert(workspaceMembers).values({ workspaceId: id, userId: ownerId, role, createdAtMs }),
  ] as const;
}

/** The statement that renames what a person owns, as long as a condition holds. */
export function renameOwnedStatement(
  database: Database,
  { ownerId, name }: { ownerId: string; name: string },
  onlyIf: SQL,
) {
  return database
    .update(workspaces)
    .set({ name })
    .where(and(eq(workspaces.ownerId, ownerId), onlyIf));
}

/** The statement that adds a member. */
export function insertMemberStatement(
  database: Database,
  { workspaceId, userId, role, createdAtMs }: typeof workspaceMembers.$inferInsert,
) {
  return database.insert(workspaceMembers).values({ workspaceId, userId, role, createdAtMs });
}

/** A workspace as one of its members sees it, or undefined for everybody else. */
export async function findWorkspaceOfMember(database: Database, workspaceId: string, userId: string) {
  const rows = await database
    .select({ id: workspaces.id, name: workspaces.name, ownerId: workspaces.ownerId, role: workspaceMembers.role })
    .from(workspaces)
    .innerJoin(workspaceMembers, eq(workspaceMembers.workspaceId, workspaces.id))
    .where(and(eq(workspaces.id, workspaceId), eq(workspaceMembers.userId, userId)))
    .limit(1);
  return rows[0];
}

/** The workspace a person signs in to: the one joined first. */
export async function findFirstWorkspaceId(database: Database, userId: string): Promise<string | undefined> {
  const rows = await database
    .select({ workspaceId: workspaceMembers.workspaceId })
    .from(workspaceMembers)
    .where(eq(workspaceMembers.userId, userId))
    .orderBy(workspaceMembers.createdAtMs, workspaceMembers.workspaceId)
    .limit(1);
  return rows[0]?.workspaceId;
}

/** All workspaces that a person belongs to. */
export async function selectWorkspaceIds(database: Database, userId: string): Promise<string[]> {
  const rows = await database
    .select({ workspaceId: workspaceMembers.workspaceId })
    .from(workspaceMembers)
    .where(eq(workspaceMembers.userId, userId));
  return rows.map(({ workspaceId }) => workspaceId);
}

/** What the workspace itself has switched. */
export async function selectFeatures(database: Database, workspaceId: string) {
  return database
    .select({ name: workspaceFeatures.name, isOn: workspaceFeatures.isOn })
    .from(workspaceFeatures)
    .where(eq(workspaceFeatures.workspaceId, workspaceId));
}

/** One switch by its name; undefined where the workspace never touched it. */
export async function selectSwitch(database: Database, workspaceId: string, name: string) {
  const rows = await database
    .select({ isOn: workspaceFeatures.isOn, updatedAtMs: workspaceFeatures.updatedAtMs })
    .from(workspaceFeatures)
    .where(and(eq(workspaceFeatures.workspaceId, workspaceId), eq(workspaceFeatures.name, name)))
    .limit(1);
  return rows[0];
}

export async function upsertFeature(
  database: Database,
  feature: { workspaceId: string; name: string; isOn: boolean; updatedAtMs: number },
): Promise<void> {
  const { isOn, updatedAtMs } = feature;
  await database
    .insert(workspaceFeatures)
    .values(feature)
    .onConflictDoUpdate({
      target: [workspaceFeatures.workspaceId, workspaceFeatures.name],
      set: { isOn, updatedAtMs },
    });
}
