import { z } from "zod";
import type { Archive } from "../../../../app/domains/history/archives";
import { archiveFileName, attachmentHeader } from "../../../../app/domains/history/file-names";
import { binary, type Endpoint, endpoint } from "../endpoint";

const family = "history";

const archiveSchema = () =>
  z.object({
    archive_id: z.string(),
    state: z.enum(["queued", "running", "done", "failed", "cancelled"]),
    items_done: z.int(),
    items_total: z.int(),
    output_format: z.string(),
    error: z.string().nullable(),
    created_at_unix: z.int(),
  });

const byId = () => z.object({ archive_id: z.string().min(1).max(100) });

const archiveToWire = (archive: Archive): z.input<ReturnType<typeof archiveSchema>> => ({
  archive_id: archive.id,
  state: archive.state,
  items_done: archive.itemsDone,
  items_total: archive.itemIds.length,
  output_format: archive.outputFormat,
  error: archive.error,
  created_at_unix: Math.floor(archive.createdAtMs / 1000),
});

/** More items than one download takes, as a zip that is made in the background. Beyond the contract. */
export const historyArchiveEndpoints: Endpoint[] = [
  endpoint({
    method: "post",
    path: "/v1/history-archives",
    auth: "account",
    scope: "speech_history_read",
    rateLimit: "archive",
    summary: "Start making a zip of many history items",
    family,
    io: () => ({
      body: z.object({ history_item_ids: z.array(z.string()), output_format: z.string().nullish() }),
      response: archiveSchema(),
    }),
    run: async ({ caller, services, body }) => {
      const { history_item_ids: ids, output_format: format } = body;
      return archiveToWire(await services.archives.createArchive(caller, ids, format ?? "default"));
    },
  }),
  endpoint({
    method: "get",
    path: "/v1/history-archives",
    auth: "account",
    summary: "List the latest zips of history items",
    family,
    io: () => ({ response: z.object({ archives: z.array(archiveSchema()) }) }),
    run: async ({ caller, services }) => {
      return { archives: (await services.archives.listArchives(caller.workspaceId)).map(archiveToWire) };
    },
  }),
  endpoint({
    method: "get",
    path: "/v1/history-archives/:archive_id",
    auth: "account",
    summary: "Get how far a zip of history items is",
    family,
    io: () => ({ params: byId(), response: archiveSchema() }),
    run: async ({ caller, services, params }) => {
      return archiveToWire(await services.archives.getArchive(caller.workspaceId, params.archive_id));
    },
  }),
  endpoint({
    method: "delete",
    path: "/v1/history-archives/:archive_id",
    auth: "account",
    summary: "Stop making a zip of history items",
    family,
    io: () => ({ params: byId(), response: archiveSchema() }),
    run: async ({ caller, services, params }) => {
      return archiveToWire(await services.archives.cancelArchive(caller.workspaceId, params.archive_id));
    },
  }),
  endpoint({
    method: "get",
    path: "/v1/history-archives/:archive_id/file",
    auth: "account",
    rateLimit: "download",
    summary: "Download a finished zip of history items",
    family,
    io: () => ({ params: byId(), response: binary("application/zip", "The zip") }),
    run: async ({ caller, services, params }) => {
      const { archive, file } = await services.archives.openArchive(caller.workspaceId, params.archive_id);
      const name = archiveFileName(Math.floor(archive.createdAtMs / 1000));
      return new Response(file.body, {
        headers: {
          "content-type": "application/zip",
          "content-length": String(file.size),
          "content-disposition": attachmentHeader(name),
        },
      });
    },
  }),
];
