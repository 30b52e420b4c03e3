import { z } from "zod";
import { FEATURE_NAMES, type Features } from "../../../../app/domains/workspaces/features";
import { type Endpoint, endpoint } from "../endpoint";

const shared = { auth: "account", path: "/v1/workspace/features", family: "workspace" } as const;

const featuresSchema = () =>
  z.object(
    Object.fromEntries(FEATURE_NAMES.map((name) => [name, z.boolean()])) as Record<keyof Features, z.ZodBoolean>,
  );

/** Features that are on in some workspaces only. Beyond the contract. */
export const workspaceFeatureEndpoints: Endpoint[] = [
  endpoint({
    ...shared,
    method: "get",
    summary: "Get which features are on in the workspace",
    io: () => ({ response: featuresSchema() }),
    run: ({ caller, services }) => services.workspaces.getFeatures(caller.workspaceId),
  }),
  endpoint({
    ...shared,
    method: "patch",
    permission: "admin",
    summary: "Switch features of the workspace on or off",
    // As `FEATURES` does, it refuses a name that is none, which would seem to be switched.
    io: () => ({ body: featuresSchema().partial().strict(), response: featuresSchema() }),
    run: ({ caller, services, body }) => services.workspaces.switchFeatures(caller.workspaceId, body),
  }),
];
