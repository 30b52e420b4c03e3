import { z } from "zod";
import type { DataExport } from "../../../../app/domains/accounts/data-export/data-export";
import { EXPORT_MESSAGES } from "../../../../app/domains/accounts/data-export/messages";
import { exportFileName } from "../../../../app/domains/accounts/data-export/rules";
import { AppError } from "../../../../app/lib/app-error";
import { clientOfCall } from "../client-of-call";
import { binary, type Endpoint, endpoint } from "../endpoint";

const family = "user";

const exportSchema = () =>
  z.object({
    data_export_id: z.string(),
    state: z.enum(["queued", "running", "done", "failed", "cancelled"]),
    size_bytes: z.int().nullable(),
    created_at_unix: z.int(),
    expires_at_unix: z.int(),
  });

const byId = () => z.object({ data_export_id: z.string().min(1).max(100) });

const exportToWire = (dataExport: DataExport): z.input<ReturnType<typeof exportSchema>> => ({
  data_export_id: dataExport.exportId,
  state: dataExport.state,
  size_bytes: dataExport.sizeBytes,
  created_at_unix: Math.floor(dataExport.createdAtMs / 1000),
  expires_at_unix: Math.floor(dataExport.expiresAtMs / 1000),
});

/** The end of an account, and what somebody takes along. */
export const userDepartureEndpoints: Endpoint[] = [
  endpoint({
    method: "delete",
    path: "/v1/user/delete",
    auth: "account",
    summary: "Close the caller's account, which is erased two weeks later at the soonest",
    family,
    io: () => ({ response: z.object({ status: z.literal("ok"), erase_at_unix: z.int() }) }),
    run: async ({ caller, services, request, context }) => {
      await services.accounts.stepUp.requireFresh(caller);
      const { eraseAtMs } = await services.accounts.departure.close(caller, clientOfCall(request, context));
      return { status: "ok" as const, erase_at_unix: Math.floor(eraseAtMs / 1000) };
    },
  }),

  endpoint({
    method: "post",
    path: "/v1/user/data-exports",
    auth: "account",
    summary: "Start packing everything that is kept about the caller",
    family,
    io: () => ({ response: exportSchema() }),
    run: async ({ caller, services, request, context }) => {
      await services.accounts.stepUp.requireFresh(caller);
      return exportToWire(await services.accounts.dataExport.request(caller, clientOfCall(request, context)));
    },
  }),

  endpoint({
    method: "get",
    path: "/v1/user/data-exports",
    auth: "account",
    summary: "List the caller's latest data exports",
    family,
    io: () => ({ response: z.object({ data_exports: z.array(exportSchema()) }) }),
    run: async ({ caller, services }) => ({
      data_exports: (await services.accounts.dataExport.list(caller.userId)).map(exportToWire),
    }),
  }),

  endpoint({
    method: "delete",
    path: "/v1/user/data-exports/:data_export_id",
    auth: "account",
    summary: "Stop packing the caller's data",
    family,
    io: () => ({ params: byId(), response: exportSchema() }),
    run: async ({ caller, services, params }) =>
      exportToWire(await services.accounts.dataExport.cancel(caller.userId, params.data_export_id)),
  }),

  endpoint({
    method: "get",
    path: "/v1/user/data-exports/:data_export_id/file",
    auth: "account",
    rateLimit: "download",
    summary: "Download the caller's packed data",
    family,
    io: () => ({ params: byId(), response: binary("application/zip", "The zip") }),
    run: async ({ caller, services, params }) => {
      if (caller.kind !== "session" || caller.supportAccessId !== undefined) {
        throw new AppError("forbidden", 403, EXPORT_MESSAGES.signedInOnly);
      }
      const { file, createdAtMs } = await services.accounts.dataExport.open(caller.userId, params.data_export_id);
      return new Response(file.body, {
        headers: {
          "content-type": "application/zip",
          "content-length": String(file.size),
          "content-disposition": `attachment; filename="${exportFileName(createdAtMs)}"`,
        },
      });
    },
  }),
];
