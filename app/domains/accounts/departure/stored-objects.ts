/** The objects that belong to people and workspaces, by their keys in storage. */
import type { DepartureStorage } from "./ports";

const DELETED_AT_ONCE = 1000;

/** Sounds, timings, pictures and videos. */
export const workspaceFolder = (workspaceId: string) => `workspaces/${workspaceId}/`;
/** Zips of a person's data. */
export const exportFolder = (userId: string) => `exports/${userId}/`;
/** An archive of history, and what is staged for it. */
const archiveKey = (archiveId: string) => `archives/${archiveId}.zip`;
const archiveFolder = (archiveId: string) => `archives/${archiveId}/`;

/** Removes whatever lies under a folder. */
export async function deleteFolder(storage: Pick<DepartureStorage, "list" | "delete">, prefix: string): Promise<void> {
  for (;;) {
    const { objects } = await storage.list({ prefix, limit: DELETED_AT_ONCE });
    if (objects.length === 0) return;
    await storage.delete(objects.map(({ key }) => key));
  }
}

export async function deleteArchives(
  storage: Pick<DepartureStorage, "list" | "delete">,
  archiveIds: string[],
): Promise<void> {
  for (const id of archiveIds) {
    await storage.delete(archiveKey(id));
    await deleteFolder(storage, archiveFolder(id));
  }
}
