/** What the workspace tells everyone who has it open. Services call this after their commit. */
import type { UserField, WorkspaceField } from "./changed-fields";

export type WorkspaceEvent =
  /** Credits of the current period: used, held by running requests, and the plan's limit (−1: none). */
  | { type: "credits_changed"; used: number; reserved: number; limit: number }
  /** A new item, in the form in which the API lists it. */
  | { type: "history_added"; item: { history_item_id: string } & Record<string, unknown> }
  | { type: "history_deleted"; ids: string[] }
  /** A delete was undone. */
  | { type: "history_restored"; ids: string[] }
  | {
      type: "archive_progress";
      archiveId: string;
      state: "queued" | "running" | "done" | "failed" | "cancelled";
      itemsDone: number;
      itemsTotal: number;
    }
  | {
      type: "video_progress";
      historyItemId: string;
      theme: "colour" | "light" | "dark";
      shape: "square" | "portrait";
      state: "queued" | "running" | "done" | "failed" | "cancelled";
      /** 0..1. */
      progress: number;
    }
  /** How far the zip of a person's data is, 0..1. Told to that person's tabs alone. */
  | {
      type: "export_progress";
      exportId: string;
      userId: string;
      state: "queued" | "running" | "done" | "failed" | "cancelled";
      progress: number;
    }
  /** The person's document changed. Told to that person's tabs alone. */
  | { type: "user_changed"; userId: string; changed: UserField[] }
  /** The workspace's document changed. */
  | { type: "workspace_changed"; changed: WorkspaceField[] }
  /** Closes the sockets of a session that was signed out or revoked; nobody else hears of it. */
  | { type: "session_ended"; sessionId: string }
  /** Closes the sockets of an API key that is gone; nobody else hears of it. */
  | { type: "key_ended"; apiKeyId: string }
  /** Closes the sockets of an API key that may do something else now, so that they open again with that. */
  | { type: "key_changed"; apiKeyId: string }
  /** Closes all sockets of somebody whose account was closed, also those opened with API keys. */
  | { type: "person_left"; userId: string };

export interface WorkspaceEvents {
  /** Tells open tabs. Never fails: what was committed stays committed, and tabs catch up when they load again. */
  publish(workspaceId: string, events: WorkspaceEvent[]): Promise<void>;
}
