import { z } from "zod";
import { type Endpoint, endpoint } from "../endpoint";
import { queryInteger } from "../query-parameters";

/** Counts of what happened in the workspace's browsers. Beyond the contract; they come in over `POST /ingest`. */
export const analyticsEndpoints: Endpoint[] = [
  endpoint({
    method: "get",
    path: "/v1/workspace/analytics",
    auth: "account",
    permission: "admin",
    summary: "Get how often what happened in the workspace, by day",
    family: "workspace",
    io: () => ({
      query: z.object({ days: queryInteger({ min: 1, max: 366, otherwise: 30 }) }),
      response: z.object({
        days: z.array(z.object({ day: z.string(), events: z.record(z.string(), z.int()) })),
      }),
    }),
    run: async ({ caller, services, query }) => ({
      days: await services.analytics.listDays(caller.workspaceId, query.days),
    }),
  }),
];
