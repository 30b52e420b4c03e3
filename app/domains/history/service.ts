/** The history's use cases: list, get, hear, rate, delete, restore, purge. Downloads are in `downloads.ts`. */
import type { Database } from "../../../db/client";
import type { TimingFrame } from "../../../workers/speech/protocol";
import { AppError } from "../../lib/app-error";
import { isIdShaped } from "../../lib/ids";
import type { Alongside } from "../billing/ports";
import type { WorkspaceEvents } from "../workspaces/ports";
import { answerRange, isUnchanged } from "./byte-range";
import { createDownloads, type Downloads } from "./downloads";
import { type Feedback, type FeedbackInput, nextFeedback } from "./feedback";
import { historyMessages } from "./messages";
import { insertItem, itemStatements, writtenItem } from "./new-item-store";
import type {
  HistoryItem,
  HistoryPage,
  HistoryQuery,
  ItemTimings,
  NewHistoryItem,
  ObjectStorage,
  StoredAudio,
  UncountedItem,
} from "./schema";
import * as store from "./store";
import { joinAlignments } from "./timings";
import type { Transcoder } from "./transcoding";
import { historyItemToWire } from "./wire";

/** How long a deleted item can be brought back. */
export const UNDO_WINDOW_MS = 15_000;
/** Beyond the window a restore that was sent in time may still be on its way. */
const UNDO_GRACE_MS = 5_000;
const PURGE_BATCH = 100;

export interface HistoryDependencies {
  database: Database;
  storage: ObjectStorage;
  /** Told after the database has it, so that open tabs agree. */
  events: WorkspaceEvents;
  transcoder: Transcoder;
  /** Asks for a purge once an item's time for undo is over. */
  schedulePurge(delaySeconds: number): Promise<void>;
  /** Told of items that are gone for good, so that what others keep of them goes as well. Safe to repeat. */
  itemsPurged(items: { workspaceId: string; historyItemId: string }[]): Promise<void>;
  waitUntil(work: Promise<unknown>): void;
  nowMs(): number;
}

/** A sound to send: the whole, a part of it (206), nothing new (304), or a range past its end (416). */
export type AudioAnswer =
  | {
      kind: "whole" | "part";
      body: ReadableStream | null;
      offset: number;
      length: number;
      size: number;
      item: HistoryItem;
    }
  | { kind: "unchanged"; item: HistoryItem }
  | { kind: "unsatisfiable"; size: number; item: HistoryItem };

export interface HistoryService extends Downloads {
  /** A page of a workspace's items, newest first unless asked otherwise. 400 for a cursor that is none. */
  listHistory(workspaceId: string, query: HistoryQuery): Promise<HistoryPage>;
  /** 404 when there is none, it was deleted, or it belongs to another workspace. */
  getItem(workspaceId: string, id: string): Promise<HistoryItem>;
  /** Character times and peaks, for the player. */
  getTimings(workspaceId: string, id: string): Promise<ItemTimings>;
  /** The sound, or a part of it. `withBody: false` answers what a HEAD request needs. */
  openAudio(
    workspaceId: string,
    id: string,
    wanted: { range: string | null; ifRange: string | null; ifNoneMatch: string | null; withBody: boolean },
  ): Promise<AudioAnswer>;
  /** Keeps a rating; see `nextFeedback` for what is refused. */
  giveFeedback(workspaceId: string, id: string, input: FeedbackInput): Promise<Feedback>;
  /** Out of sight at once, purged after the time for undo. */
  deleteItem(workspaceId: string, id: string): Promise<void>;
  /** The same for many, all at one moment; answers those that were in sight until now. Ids may repeat. */
  deleteItems(workspaceId: string, ids: string[]): Promise<string[]>;
  /** Undoes a delete within its window; 404 afterwards. */
  restoreItem(workspaceId: string, id: string): Promise<HistoryItem>;
  /** The same for many; answers those that are in sight now, also by an earlier call whose answer was lost. */
  restoreItems(workspaceId: string, ids: string[]): Promise<string[]>;
  /** Removes what was deleted longer ago than the undo window, sounds included. For the clean-up job; safe to repeat. */
  purgeDeleted(): Promise<{ items: number; files: number }>;
  /** A finished sound of the same request in this workspace, for repeats. */
  findAudioByFingerprint(workspaceId: string, fingerprint: string): Promise<StoredAudio | null>;
  /** Adds an item, with its sound where that is new, and tells open tabs. Answers the sound it has: where an equal request was faster, that one's. */
  addItem(item: NewHistoryItem): Promise<StoredAudio>;
  /**
   * The same for the batch of a charge (`settle` of billing): both are written, or none. After the commit open tabs are told,
   * and `added` is told the sound that the item has.
   */
  itemAlongside(item: UncountedItem, added: (audio: StoredAudio) => void): Alongside;
  /** Texts of earlier requests in the order of `requestIds`; unknown ones are left out. */
  findTextsByRequest(workspaceId: string, requestIds: string[]): Promise<string[]>;
}

/** A sound never changes, so its id is a strong validator. */
export const etagOf = (audio: StoredAudio) => `"${audio.id}"`;

export function createHistoryService(dependencies: HistoryDependencies): HistoryService {
  const { database, storage, events, schedulePurge, itemsPurged, waitUntil, nowMs } = dependencies;

  async function getItem(workspaceId: string, id: string): Promise<HistoryItem> {
    const [item] = await store.selectItemsById(database, workspaceId, [id]);
    if (!item) throw itemNotFound(id);
    return item;
  }

  /** Tells open tabs after the commit; nobody waits for it. */
  function announce(item: HistoryItem): void {
    waitUntil(events.publish(item.workspaceId, [{ type: "history_added", item: historyItemToWire(item) }]));
  }

  async function purgeDeleted() {
    const beforeMs = nowMs() - UNDO_WINDOW_MS - UNDO_GRACE_MS;
    const purged = { items: 0, files: 0 };
    for (;;) {
      const removed = await store.removeDeletedItems(database, beforeMs, PURGE_BATCH);
      purged.items += removed.items.length;
      const keys = await store.removeUnusedFiles(database, removed.audioFileIds);
      purged.files += keys.length / 2;
      if (keys.length > 0) await storage.delete(keys);
      if (removed.items.length > 0) await itemsPurged(removed.items);
      if (removed.items.length < PURGE_BATCH) return purged;
    }
  }

  async function deleteItems(workspaceId: string, ids: string[]): Promise<string[]> {
    const deleted = await store.markDeleted(database, workspaceId, ids, nowMs());
    if (deleted.length === 0) return [];
    await events.publish(workspaceId, [{ type: "history_deleted", ids: deleted }]);
    waitUntil(schedulePurge(Math.ceil((UNDO_WINDOW_MS + UNDO_GRACE_MS) / 1000) + 1));
    return deleted;
  }

  async function bringBack(workspaceId: string, ids: string[]): Promise<string[]> {
    const sinceMs = nowMs() - UNDO_WINDOW_MS - UNDO_GRACE_MS;
    const restored = await store.unmarkDeleted(database, workspaceId, ids, sinceMs);
    if (restored.length > 0) await events.publish(workspaceId, [{ type: "history_restored", ids: restored }]);
    return restored;
  }

  return {
    getItem,
    purgeDeleted,
    ...createDownloads(dependencies),

    async listHistory(workspaceId, query) {
      if (query.startAfterId !== undefined && !isIdShaped(query.startAfterId, "hist")) {
        const message = historyMessages.unknownCursor(query.startAfterId);
        throw new AppError("invalid_request", 400, message, { param: "start_after_history_item_id" });
      }
      const rows = await store.selectItems(database, workspaceId, query);
      const items = rows.slice(0, query.pageSize);
      return { items, hasMore: rows.length > query.pageSize, lastItemId: items.at(-1)?.id ?? null };
    },

    async getTimings(workspaceId, id) {
      const { audio } = await getItem(workspaceId, id);
      const stored = await storage.get(audio.timingsKey);
      if (!stored) throw itemNotFound(id);
      const { frames: entries } = await stored.json<{ frames: TimingFrame[] }>();
      return {
        durationSeconds: audio.durationMs / 1000,
        peaks: audio.peaks,
        alignment: joinAlignments(entries, "alignment"),
        normalizedAlignment: joinAlignments(entries, "normalizedAlignment"),
        entries,
      };
    },

    async openAudio(workspaceId, id, { range, ifRange, ifNoneMatch, withBody }) {
      const item = await getItem(workspaceId, id);
      const { audioKey, bytes: size } = item.audio;
      const etag = etagOf(item.audio);
      if (isUnchanged(ifNoneMatch, etag)) return { kind: "unchanged", item };
      const answer = answerRange({ range, ifRange, etag }, size);
      if (answer.kind === "unsatisfiable") return { kind: "unsatisfiable", size, item };
      const part = answer.kind === "part" ? answer : { offset: 0, length: size };
      let body: ReadableStream | null = null;
      if (withBody) {
        const { offset, length } = part;
        const object = await storage.get(audioKey, answer.kind === "part" ? { range: { offset, length } } : {});
        if (!object) throw itemNotFound(id);
        body = object.body;
      }
      return { kind: answer.kind, body, offset: part.offset, length: part.length, size, item };
    },

    async giveFeedback(workspaceId, id, input) {
      const item = await getItem(workspaceId, id);
      const feedback = nextFeedback(item.feedback, input);
      await store.updateFeedback(database, workspaceId, id, feedback);
      return feedback;
    },

    deleteItems,

    async restoreItems(workspaceId, ids) {
      const restored = await bringBack(workspaceId, ids);
      if (restored.length === new Set(ids).size) return restored;
      return (await store.selectItemsById(database, workspaceId, ids)).map(({ id }) => id);
    },

    async deleteItem(workspaceId, id) {
      if ((await deleteItems(workspaceId, [id])).length === 0) throw itemNotFound(id);
    },

    async restoreItem(workspaceId, id) {
      if ((await bringBack(workspaceId, [id])).length === 0) {
        throw new AppError("history_item_not_found", 404, historyMessages.nothingToRestore);
      }
      return getItem(workspaceId, id);
    },

    findAudioByFingerprint: (workspaceId, fingerprint) =>
      store.selectAudioByFingerprint(database, workspaceId, fingerprint),

    async addItem(item) {
      const added = await insertItem(database, item, nowMs());
      announce(added);
      return added.audio;
    },

    itemAlongside: (item, added) => ({
      statements: (charging) => itemStatements(database, item, charging, nowMs()),
      committed(results, counts) {
        const written = writtenItem(item, results, counts);
        announce(written);
        added(written.audio);
      },
    }),

    async findTextsByRequest(workspaceId, requestIds) {
      const rows = await store.selectTextsByRequest(database, workspaceId, requestIds);
      const texts = new Map(rows.map((row) => [row.requestId, row.text]));
      return requestIds.flatMap((requestId) => texts.get(requestId) ?? []);
    },
  };
}

export function itemNotFound(id: string): AppError {
  return new AppError("history_item_not_found", 404, historyMessages.itemNotFound(id));
}
