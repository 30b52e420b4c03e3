import { z } from "zod";
import { mayChangeTrainingOptOut, type TrainingOptOut } from "../../../../app/domains/workspaces/training-opt-out";
import { type Endpoint, endpoint } from "../endpoint";
import { optionalQueryBoolean } from "../query-parameters";

const shared = { auth: "account", family: "workspace" } as const;

const optOutSchema = () =>
  z.object({ training_opt_out: z.object({ enabled: z.boolean(), timestamp: z.int().nullable() }) });

const toWire = ({ enabled, setAtMs }: TrainingOptOut) => ({
  training_opt_out: { enabled, timestamp: setAtMs === null ? null : Math.floor(setAtMs / 1000) },
});

/** Settings of the whole workspace. Source: spec 000, section 7 ("Workspace"). */
export const workspaceSettingsEndpoints: Endpoint[] = [
  endpoint({
    ...shared,
    method: "get",
    path: "/v1/workspace/is-admin",
    summary: "Get whether the caller is an admin of the workspace",
    io: () => ({ response: z.object({ is_admin: z.boolean() }) }),
    run: ({ caller }) => ({ is_admin: caller.role === "admin" }),
  }),

  endpoint({
    ...shared,
    method: "get",
    path: "/v1/workspace/can-access-workspace-settings",
    summary: "Get whether the caller may see the workspace's settings, which admins may",
    io: () => ({ response: z.object({ can_access_workspace_settings: z.boolean() }) }),
    run: ({ caller }) => ({ can_access_workspace_settings: caller.role === "admin" }),
  }),

  endpoint({
    ...shared,
    method: "get",
    path: "/v1/workspace/training-opt-out",
    summary: "Get whether models may be trained on the workspace's content, and whether the caller may change that",
    io: () => ({ response: optOutSchema().extend({ can_be_changed: z.boolean() }) }),
    run: async ({ caller, services }) => ({
      ...toWire(await services.workspaces.getTrainingOptOut(caller.workspaceId)),
      can_be_changed: mayChangeTrainingOptOut(caller.role),
    }),
  }),

  endpoint({
    ...shared,
    method: "put",
    path: "/v1/workspace/update-workspace",
    permission: "admin",
    summary: "Change settings of the workspace; what is absent stays",
    io: () => ({ query: z.object({ training_opt_out: optionalQueryBoolean() }), response: optOutSchema() }),
    run: async ({ caller, services, query }) => {
      const { workspaces } = services;
      const { training_opt_out: enabled } = query;
      if (enabled === undefined) return toWire(await workspaces.getTrainingOptOut(caller.workspaceId));
      return toWire(await workspaces.setTrainingOptOut(caller.workspaceId, enabled));
    },
  }),
];
