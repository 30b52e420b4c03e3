/** Everything that is kept about a person as one zip: asked for, watched, cancelled, fetched while signed in. */
import { AppError } from "../../../lib/app-error";
import { newId } from "../../../lib/ids";
import { findDeletion } from "../departure/store";
import { exportFolder } from "../departure/stored-objects";
import type { AccountsDependencies, Client } from "../dependencies";
import { publishUserChanged } from "../document-changes";
import { dataExportReadyMail } from "../mails/departure";
import { greetingName } from "../mails/words-of-others";
import { securityEvent } from "../security/security-events";
import { findUser } from "../user-store";
import { EXPORT_MESSAGES } from "./messages";
import * as store from "./store";

const KEPT_MS = 7 * 86_400_000;
/** No export takes this long; what still says so has lost its workflow. */
const STUCK_AFTER_MS = 86_400_000;
const LISTED = 5;
const SWEEP_SIZE = 100;
const DELETED_AT_ONCE = 1000;

export type ExportState = store.StoredExport["state"];

export interface DataExport {
  exportId: string;
  state: ExportState;
  /** Of the zip, once it is done. */
  sizeBytes: number | null;
  createdAtMs: number;
  /** Until when it can be fetched, once it is done. */
  expiresAtMs: number;
}

export interface DataExports {
  /** A person's latest exports, newest first. */
  list(userId: string): Promise<DataExport[]>;
  /**
   * Starts packing. The caller has had the person confirm who they are.
   * @throws AppError conflict (409) while another one is made; rate_limited (429).
   */
  request(person: { userId: string; workspaceId: string }, client: Client): Promise<DataExport>;
  /** Stops an export that is not finished; one that is stays as it is. @throws AppError not_found (404). */
  cancel(userId: string, exportId: string): Promise<DataExport>;
  /** The finished zip, for its person alone. @throws AppError not_found (404), also once it has expired. */
  open(userId: string, exportId: string): Promise<{ file: R2ObjectBody; createdAtMs: number }>;
  /** For the workflow: whose data to pack and where to, or null when nobody waits for it any more. */
  beginWork(exportId: string): Promise<{ userId: string; storageKey: string } | null>;
  /** For the workflow: says how far it is (0..1); false when it was cancelled. */
  reportProgress(exportId: string, progress: number): Promise<boolean>;
  /** For the workflow: false when it was cancelled, and the file is not wanted. Mails the person. */
  finishWork(exportId: string, storageKey: string, sizeBytes: number): Promise<boolean>;
  /** For the workflow, after its last try. */
  failWork(exportId: string): Promise<void>;
  /** Removes what has expired, gives up what lost its workflow, goes on with what a killed process left. */
  sweep(): Promise<void>;
}

export function createDataExports(dependencies: AccountsDependencies): DataExports {
  const { database, events, mail, origin, rateLimits, nowMs, dataExport: ports } = dependencies;
  const { storage, startWork, servingSinceMs = 0 } = ports;

  const shown = ({ id, state, sizeBytes, createdAtMs, expiresAtMs }: store.StoredExport): DataExport => ({
    exportId: id,
    state,
    sizeBytes,
    createdAtMs,
    expiresAtMs,
  });

  async function tell({ id, workspaceId, userId, state }: store.StoredExport, progress: number): Promise<void> {
    await events.publish(workspaceId, [{ type: "export_progress", exportId: id, userId, state, progress }]);
  }

  /** Stores a change of an unfinished export and tells the person's tabs; undefined when it was finished meanwhile. */
  async function change(exportId: string, values: Parameters<typeof store.updateUnfinished>[2]) {
    const changed = await store.updateUnfinished(database, exportId, values);
    if (changed) {
      await tell(changed, changed.state === "done" ? 1 : 0);
      publishUserChanged(dependencies, changed.userId, ["data_export"]);
    }
    return changed;
  }

  async function getOwn(userId: string, exportId: string): Promise<store.StoredExport> {
    const found = await store.findExportOf(database, userId, exportId);
    if (!found) throw notFound();
    return found;
  }

  async function failWork(exportId: string): Promise<void> {
    await change(exportId, { state: "failed", finishedAtMs: nowMs() });
  }

  async function mailReady(done: store.StoredExport): Promise<void> {
    const user = await findUser(database, done.userId);
    if (!user) return;
    const content = dataExportReadyMail({
      firstName: greetingName(user),
      locale: user.locale,
      url: `${origin}/app/settings/privacy`,
      expiresAtMs: done.expiresAtMs,
    });
    await mail.send({ to: user.email, ...content });
  }

  return {
    async list(userId) {
      return (await store.listExports(database, userId, LISTED)).map(shown);
    },

    async request({ userId, workspaceId }, client) {
      const [latest] = await store.listExports(database, userId, 1);
      if (latest && ["queued", "running"].includes(latest.state)) {
        throw new AppError("conflict", 409, EXPORT_MESSAGES.underWay);
      }
      await rateLimits.take("data_export_user", userId);
      const now = nowMs();
      const id = newId("exp", now);
      await store.insertExport(database, {
        id,
        workspaceId,
        userId,
        state: "queued",
        createdAtMs: now,
        expiresAtMs: now + KEPT_MS,
      });
      await securityEvent(dependencies, userId, "data_export_asked", client);
      try {
        await startWork(id);
      } catch (error) {
        await failWork(id);
        throw error;
      }
      publishUserChanged(dependencies, userId, ["data_export"]);
      return shown(await getOwn(userId, id));
    },

    async cancel(userId, exportId) {
      await getOwn(userId, exportId);
      await change(exportId, { state: "cancelled", finishedAtMs: nowMs() });
      return shown(await getOwn(userId, exportId));
    },

    async open(userId, exportId) {
      const { state, storageKey, expiresAtMs, createdAtMs } = await getOwn(userId, exportId);
      const isThere = state === "done" && storageKey !== null && expiresAtMs > nowMs();
      const file = isThere ? await storage.get(storageKey) : null;
      if (!file) throw notFound();
      return { file, createdAtMs };
    },

    async beginWork(exportId) {
      await change(exportId, { state: "running" });
      const found = await store.findExport(database, exportId);
      if (found?.state !== "running") return null;
      const { userId } = found;
      // Whoever has left gets nothing more.
      if (await findDeletion(database, userId)) return null;
      return { userId, storageKey: `${exportFolder(userId)}${exportId}.zip` };
    },

    async reportProgress(exportId, progress) {
      const found = await store.findExport(database, exportId);
      if (found?.state !== "running") return false;
      await tell(found, progress);
      return true;
    },

    async finishWork(exportId, storageKey, sizeBytes) {
      const now = nowMs();
      const values = { state: "done", storageKey, sizeBytes, finishedAtMs: now, expiresAtMs: now + KEPT_MS } as const;
      const done = await change(exportId, values);
      if (done) {
        await mailReady(done);
        return true;
      }
      // A second try of the same step finds what the first one did.
      return (await store.findExport(database, exportId))?.state === "done";
    },

    failWork,

    async sweep() {
      for (const { id } of await store.listUnfinished(database, nowMs() - STUCK_AFTER_MS, SWEEP_SIZE)) {
        await failWork(id);
      }
      for (const { id } of await store.listUnfinished(database, servingSinceMs, SWEEP_SIZE)) await startWork(id);
      const keys = await store.removeExpired(database, nowMs());
      for (let i = 0; i < keys.length; i += DELETED_AT_ONCE) await storage.delete(keys.slice(i, i + DELETED_AT_ONCE));
    },
  };
}

const notFound = () => new AppError("not_found", 404, EXPORT_MESSAGES.notFound);
