/**
 * How an archive is made, as steps of a workflow: each step may run again after a crash and finds what an earlier try has
 * stored. Files are rendered into object storage first, then read one after the other into the zip.
 */
import type { WorkflowStep } from "cloudflare:workers";
import { makeZip } from "client-zip";
import { archiveFileName, uniqueFileNames } from "../../../app/domains/history/file-names";
import { AppError } from "../../../app/lib/app-error";
import { log } from "../log";
import type { JobServices } from "./ports";
import { putStream } from "./put-stream";

/** Items rendered in one step: short enough to lose little in a crash, long enough to keep the steps few. */
const ITEMS_PER_STEP = 20;

const RETRIES = { retries: { limit: 4, delay: "2 seconds", backoff: "exponential" }, timeout: "10 minutes" } as const;
const ZIP_RETRIES = { ...RETRIES, timeout: "30 minutes" } as const;

export interface ArchiveSurroundings {
  services: Pick<JobServices, "archives" | "history">;
  storage: Pick<R2Bucket, "get" | "head" | "put" | "delete" | "list" | "createMultipartUpload">;
}

/** The part of a workflow's steps in use. */
export type Steps = Pick<WorkflowStep, "do">;

/** A file of the archive to be, or why it cannot be part of it. */
type Staged =
  | { itemId: string; key: string; name: string; modifiedAtMs: number; bytes: number }
  | { itemId: string; missing: string };

/** Makes the archive, or leaves off when it was cancelled. Rejects after the last try, when the archive is marked failed. */
export async function makeArchive(
  step: Steps,
  archiveId: string,
  { services, storage }: ArchiveSurroundings,
): Promise<void> {
  const { archives } = services;
  const folder = `archives/${archiveId}/`;
  try {
    const plan = await step.do("load", RETRIES, async () => {
      const archive = await archives.beginWork(archiveId);
      return (
        archive && { workspaceId: archive.workspaceId, items: archive.itemIds.length, createdAtMs: archive.createdAtMs }
      );
    });
    if (!plan) return;
    const staged: Staged[] = [];
    for (let from = 0; from < plan.items; from += ITEMS_PER_STEP) {
      const files = await step.do(`files from ${from}`, RETRIES, () =>
        stageFiles(archiveId, from, folder, { services, storage }),
      );
      if (!files) return await cleanUp(step, storage, folder);
      staged.push(...files);
    }
    const key = `archives/${archiveId}.zip`;
    await step.do("zip", ZIP_RETRIES, () => writeZip(storage, key, staged, plan.createdAtMs));
    const wanted = await step.do("finish", RETRIES, () => archives.finishWork(archiveId, key));
    if (!wanted) await step.do("drop", RETRIES, () => storage.delete(key));
  } catch (error) {
    log.error("archive_failed", error, { archiveId });
    await step.do("fail", RETRIES, () => archives.failWork(archiveId));
    await cleanUp(step, storage, folder);
    throw error;
  }
  await cleanUp(step, storage, folder);
}

/** Renders the next items into storage. Null when the archive was cancelled. */
async function stageFiles(
  archiveId: string,
  from: number,
  folder: string,
  { services, storage }: ArchiveSurroundings,
): Promise<Staged[] | null> {
  const archive = await services.archives.beginWork(archiveId);
  if (!archive) return null;
  const files: Staged[] = [];
  for (const itemId of archive.itemIds.slice(from, from + ITEMS_PER_STEP)) {
    files.push(
      (await findStaged(storage, folder, itemId)) ?? (await stageFile(archive, itemId, folder, { services, storage })),
    );
  }
  return (await services.archives.reportProgress(archiveId, from + files.length)) ? files : null;
}

async function findStaged(
  storage: ArchiveSurroundings["storage"],
  folder: string,
  itemId: string,
): Promise<Staged | null> {
  const object = await storage.head(folder + itemId);
  const { name, modifiedAtMs } = object?.customMetadata ?? {};
  if (!object || !name) return null;
  return {
    itemId,
    key: object.key,
    name: decodeURIComponent(name),
    modifiedAtMs: Number(modifiedAtMs),
    bytes: object.size,
  };
}

async function stageFile(
  archive: { workspaceId: string; outputFormat: string },
  itemId: string,
  folder: string,
  { services, storage }: ArchiveSurroundings,
): Promise<Staged> {
  const key = folder + itemId;
  try {
    const file = await services.history.renderForDownload(archive.workspaceId, itemId, archive.outputFormat);
    if (!file) return { itemId, missing: "deleted" };
    const body = file.body instanceof Uint8Array ? streamOf(file.body) : file.body;
    const { name, modifiedAtMs } = file;
    // Metadata travels as headers, so names are kept in ASCII.
    const customMetadata = { name: encodeURIComponent(name), modifiedAtMs: String(modifiedAtMs) };
    const bytes = await putStream(storage, key, body, {
      customMetadata,
      httpMetadata: { contentType: file.contentType },
    });
    return { itemId, key, name, modifiedAtMs, bytes };
  } catch (error) {
    // A refusal stays one at the next try; anything else is worth it.
    if (error instanceof AppError && error.status < 500) return { itemId, missing: error.userMessage };
    throw error;
  }
}

function streamOf(bytes: Uint8Array): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(bytes);
      controller.close();
    },
  });
}

/** Writes the zip from what is staged; what could not be included is listed in a text file of it. Answers its bytes. */
async function writeZip(
  storage: ArchiveSurroundings["storage"],
  key: string,
  staged: Staged[],
  createdAtMs: number,
): Promise<number> {
  const files = staged.flatMap((file) => ("key" in file ? [file] : []));
  const missing = staged.flatMap((file) => ("missing" in file ? [`${file.itemId}: ${file.missing}`] : []));
  const names = uniqueFileNames(files.map((file) => file.name));
  async function* entries() {
    for (const [i, file] of files.entries()) {
      const object = await storage.get(file.key);
      if (!object) throw new Error(`the staged file ${file.key} is gone`);
      yield { name: names[i], input: object.body, size: file.bytes, lastModified: new Date(file.modifiedAtMs) };
    }
    if (missing.length > 0)
      yield { name: "not-included.txt", input: `${missing.join("\n")}\n`, lastModified: new Date(createdAtMs) };
  }
  const disposition = `attachment; filename="${archiveFileName(Math.floor(createdAtMs / 1000))}"`;
  const httpMetadata = { contentType: "application/zip", contentDisposition: disposition };
  return putStream(storage, key, makeZip(entries()), { httpMetadata });
}

async function cleanUp(step: Steps, storage: ArchiveSurroundings["storage"], folder: string): Promise<void> {
  await step.do("clean up", RETRIES, async () => {
    for (;;) {
      const { objects } = await storage.list({ prefix: folder, limit: 1000 });
      if (objects.length === 0) return;
      await storage.delete(objects.map((object) => object.key));
    }
  });
}
