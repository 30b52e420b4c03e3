/** Whether a workspace's content may be used to train models. Source: spec 000, sections 3 and 4. */
import type { Database } from "../../../db/client";
import type { WorkspaceRole } from "../accounts/caller";
import type { WorkspaceEvents } from "./ports";
import { selectSwitch, upsertFeature } from "./store";

/** Kept beside the features, under a name that is none of theirs. */
const NAME = "training_opt_out";

export interface TrainingOptOut {
  enabled: boolean;
  /** When it was last set; null where it never was. */
  setAtMs: number | null;
}

/** Nobody but admins. Source: spec 000, section 6. */
export const mayChangeTrainingOptOut = (role: WorkspaceRole): boolean => role === "admin";

export async function getTrainingOptOut(database: Database, workspaceId: string): Promise<TrainingOptOut> {
  const found = await selectSwitch(database, workspaceId, NAME);
  return { enabled: found?.isOn ?? false, setAtMs: found?.updatedAtMs ?? null };
}

/** The caller has seen to it that an admin asks. */
export async function setTrainingOptOut(
  { database, events }: { database: Database; events: WorkspaceEvents },
  workspaceId: string,
  enabled: boolean,
): Promise<TrainingOptOut> {
  const setAtMs = Date.now();
  await upsertFeature(database, { workspaceId, name: NAME, isOn: enabled, updatedAtMs: setAtMs });
  await events.publish(workspaceId, [{ type: "workspace_changed", changed: ["training_opt_out"] }]);
  return { enabled, setAtMs };
}
