/** How the zip of a person's data is made, as steps of a workflow: each step may run again after a crash. */
import { makeZip } from "client-zip";
import {
  ExportCancelled,
  type ExportContents,
  exportedFiles,
} from "../../../app/domains/accounts/data-export/contents";
import type { DataExports } from "../../../app/domains/accounts/data-export/data-export";
import type { Database } from "../../../db/client";
import { log } from "../log";
import type { Steps } from "./archive-steps";
import { putStream } from "./put-stream";

const RETRIES = { retries: { limit: 4, delay: "2 seconds", backoff: "exponential" }, timeout: "10 minutes" } as const;
const ZIP_RETRIES = { ...RETRIES, timeout: "60 minutes" } as const;

export interface DataExportSurroundings {
  exports: Pick<DataExports, "beginWork" | "reportProgress" | "finishWork" | "failWork">;
  database: Database;
  storage: Pick<R2Bucket, "get" | "put" | "delete" | "createMultipartUpload">;
}

/** Makes the zip, or leaves off when it was cancelled. Rejects after the last try, when the export is marked failed. */
export async function makeDataExport(
  step: Steps,
  exportId: string,
  { exports, database, storage }: DataExportSurroundings,
): Promise<void> {
  try {
    const plan = await step.do("begin", RETRIES, () => exports.beginWork(exportId));
    if (!plan) return;
    const { userId, storageKey } = plan;
    const contents: ExportContents = {
      database,
      storage,
      reportProgress: (progress) => exports.reportProgress(exportId, progress),
      nowMs: Date.now(),
    };
    const bytes = await step.do("zip", ZIP_RETRIES, () => writeZip(storage, storageKey, contents, userId));
    const wanted =
      bytes !== null && (await step.do("finish", RETRIES, () => exports.finishWork(exportId, storageKey, bytes)));
    if (!wanted) await step.do("drop", RETRIES, () => storage.delete(storageKey));
  } catch (error) {
    log.error("data_export_failed", error, { exportId });
    await step.do("fail", RETRIES, () => exports.failWork(exportId));
    throw error;
  }
}

/** Answers the zip's bytes, or null when it was cancelled meanwhile: then nothing is stored. */
async function writeZip(
  storage: DataExportSurroundings["storage"],
  key: string,
  contents: ExportContents,
  userId: string,
): Promise<number | null> {
  try {
    const zip = makeZip(exportedFiles(contents, userId));
    return await putStream(storage, key, zip, { httpMetadata: { contentType: "application/zip" } });
  } catch (error) {
    if (error instanceof ExportCancelled) return null;
    throw error;
  }
}
