/** Many items as one zip that is made in the background: asked for, watched, cancelled, fetched. */
import type { Database } from "../../../db/client";
import { AppError } from "../../lib/app-error";
import { newId } from "../../lib/ids";
import * as store from "./archive-store";
import { historyMessages } from "./messages";
import type { ObjectStorage } from "./schema";
import { selectItemsById } from "./store";
import { wantedFormat } from "./transcoding";

const MAX_ARCHIVE_ITEMS = 2_000;
/** How long a finished archive can be fetched. */
const KEPT_MS = 7 * 86_400_000;
/** No archive takes this long; what still says so has lost its workflow. */
const STUCK_AFTER_MS = 86_400_000;
const ITEMS_PER_QUERY = 500;
const SWEEP_SIZE = 100;

export type ArchiveState = "queued" | "running" | "done" | "failed" | "cancelled";

export interface Archive {
  id: string;
  workspaceId: string;
  userId: string;
  itemIds: string[];
  /** As asked for: `default`, `mp3`, `wav` or an output format of the API. */
  outputFormat: string;
  state: ArchiveState;
  itemsDone: number;
  /** Of the zip in object storage, once it is done. */
  archiveKey: string | null;
  /** Why it failed, for people. */
  error: string | null;
  createdAtMs: number;
}

const archiveMessages = {
  notFound: (id: string) => `An archive with id '${id}' does not exist.`,
  notReady: "This archive is not ready yet.",
  failed: "The archive could not be made. Please try again later.",
} as const;

export interface ArchiveDependencies {
  database: Database;
  storage: Pick<ObjectStorage, "get" | "delete">;
  /** Starts the work of an archive whose row is there, or goes on with it. Nothing happens where it is at work. */
  startWork(archiveId: string): Promise<void>;
  /** Tells open tabs, after the change is stored. */
  archiveChanged(archive: Archive): Promise<void>;
  nowMs(): number;
  /** Where one process serves all of the installation: when it began. Work begun before stopped with another process. */
  servingSinceMs?: number;
}

export type HistoryArchives = ReturnType<typeof createHistoryArchives>;

export function createHistoryArchives(dependencies: ArchiveDependencies) {
  const { database, storage, startWork, archiveChanged, nowMs, servingSinceMs = 0 } = dependencies;

  /** Stores a change of an unfinished archive and tells tabs; false when it was finished or cancelled meanwhile. */
  async function change(id: string, values: Parameters<typeof store.updateUnfinished>[2]): Promise<boolean> {
    const archive = await store.updateUnfinished(database, id, values);
    if (archive) await archiveChanged(archive);
    return archive !== null;
  }

  async function getArchive(workspaceId: string, id: string): Promise<Archive> {
    const archive = await store.selectArchiveOf(database, workspaceId, id);
    if (!archive) throw new AppError("not_found", 404, archiveMessages.notFound(id));
    return archive;
  }

  return {
    getArchive,

    /**
     * Asks for a zip of items of the workspace; ids may repeat. 400 without ids, with too many, or with an unknown
     * format; 404 naming the ids that do not exist.
     */
    async createArchive(
      caller: { workspaceId: string; userId: string },
      ids: string[],
      outputFormat: string,
    ): Promise<Archive> {
      const itemIds = [...new Set(ids)];
      if (itemIds.length === 0) throw refusal(historyMessages.noItemsGiven);
      if (itemIds.length > MAX_ARCHIVE_ITEMS) throw refusal(historyMessages.tooManyItems(MAX_ARCHIVE_ITEMS));
      wantedFormat(outputFormat, "mp3_44100_128");
      const found = new Set<string>();
      for (let i = 0; i < itemIds.length; i += ITEMS_PER_QUERY) {
        const items = await selectItemsById(database, caller.workspaceId, itemIds.slice(i, i + ITEMS_PER_QUERY));
        for (const item of items) found.add(item.id);
      }
      const missing = itemIds.filter((id) => !found.has(id));
      if (missing.length > 0) throw new AppError("history_item_not_found", 404, historyMessages.itemsNotFound(missing));
      const archive: Archive = {
        ...{ id: newId("arch", nowMs()), workspaceId: caller.workspaceId, userId: caller.userId },
        ...{
          itemIds,
          outputFormat,
          state: "queued",
          itemsDone: 0,
          archiveKey: null,
          error: null,
          createdAtMs: nowMs(),
        },
      };
      await store.insertArchive(database, archive);
      try {
        await startWork(archive.id);
      } catch (error) {
        await change(archive.id, { state: "failed", error: archiveMessages.failed });
        throw error;
      }
      return archive;
    },

    /** The workspace's latest archives, newest first. */
    listArchives: (workspaceId: string, limit = 20) => store.selectArchives(database, workspaceId, limit),

    /** Stops an archive that is not finished; one that is stays as it is. */
    async cancelArchive(workspaceId: string, id: string): Promise<Archive> {
      await getArchive(workspaceId, id);
      await change(id, { state: "cancelled" });
      return getArchive(workspaceId, id);
    },

    /** The finished zip. 404 while there is none. */
    async openArchive(workspaceId: string, id: string): Promise<{ archive: Archive; file: R2ObjectBody }> {
      const archive = await getArchive(workspaceId, id);
      const file = archive.archiveKey === null ? null : await storage.get(archive.archiveKey);
      if (!file) throw new AppError("not_found", 404, archiveMessages.notReady);
      return { archive, file };
    },

    /** For the workflow: what to make, or null when nobody waits for it any more. */
    async beginWork(id: string): Promise<Archive | null> {
      await change(id, { state: "running" });
      const archive = await store.selectArchive(database, id);
      return archive?.state === "running" ? archive : null;
    },

    /** For the workflow; false when the archive was cancelled. */
    reportProgress: (id: string, itemsDone: number) => change(id, { itemsDone }),
    finishWork: (id: string, archiveKey: string) => change(id, { state: "done", archiveKey }),
    failWork: (id: string) => change(id, { state: "failed", error: archiveMessages.failed }),

    /**
     * Removes archives whose time is over, gives up those that lost their workflow, and goes on with those that a killed
     * process left unfinished. For the regular clean-up, and for each start.
     */
    async sweep(): Promise<void> {
      for (const id of await store.selectUnfinishedIds(database, nowMs() - STUCK_AFTER_MS, SWEEP_SIZE)) {
        await change(id, { state: "failed", error: archiveMessages.failed });
      }
      for (const id of await store.selectUnfinishedIds(database, servingSinceMs, SWEEP_SIZE)) await startWork(id);
      const keys = await store.removeOldArchives(database, nowMs() - KEPT_MS);
      for (let i = 0; i < keys.length; i += 1000) await storage.delete(keys.slice(i, i + 1000));
    },
  };
}

const refusal = (message: string) => new AppError("invalid_request", 400, message, { param: "history_item_ids" });
