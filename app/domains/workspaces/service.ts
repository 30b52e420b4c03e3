import type { SQL } from "drizzle-orm";
import type { Database } from "../../../db/client";
import { AppError } from "../../lib/app-error";
import { newId } from "../../lib/ids";
import type { WorkspaceRole } from "../accounts/caller";
import { FEATURE_NAMES, type FeatureName, type Features, featuresOf } from "./features";
import type { WorkspaceEvents } from "./ports";
import { firstWorkspaceName } from "./rules";
import { isTimeout, selectSessionTimeout, updateSessionTimeout } from "./session-timeout";
import {
  findFirstWorkspaceId,
  findWorkspaceOfMember,
  insertMemberStatement,
  insertWorkspaceStatements,
  renameOwnedStatement,
  selectFeatures,
  selectWorkspaceIds,
  upsertFeature,
} from "./store";
import { getTrainingOptOut, setTrainingOptOut, type TrainingOptOut } from "./training-opt-out";

/** A workspace as a member sees it. */
export interface MemberWorkspace {
  workspaceId: string;
  name: string;
  ownerId: string;
  role: WorkspaceRole;
}

export type WorkspacesService = ReturnType<typeof createWorkspacesService>;

export interface WorkspacesDependencies {
  database: Database;
  /** What is on in workspaces that have not switched it. */
  defaultFeatures?: readonly FeatureName[];
  /** Told after a change is stored. */
  events: WorkspaceEvents;
}

export function createWorkspacesService({ database, events, defaultFeatures = [] }: WorkspacesDependencies) {
  async function getFeatures(workspaceId: string): Promise<Features> {
    return featuresOf(defaultFeatures, await selectFeatures(database, workspaceId));
  }

  return {
    /** Which of the features that can be switched are on in a workspace. */
    getFeatures,

    /** Switches features of a workspace; those that are not named stay. The caller has seen to it that an admin asks. */
    async switchFeatures(workspaceId: string, changes: Partial<Features>): Promise<Features> {
      for (const name of FEATURE_NAMES) {
        const isOn = changes[name];
        if (isOn !== undefined) await upsertFeature(database, { workspaceId, name, isOn, updatedAtMs: Date.now() });
      }
      await events.publish(workspaceId, [{ type: "workspace_changed", changed: ["features"] }]);
      return getFeatures(workspaceId);
    },

    /** Whether models may be trained on the workspace's content. */
    getTrainingOptOut: (workspaceId: string): Promise<TrainingOptOut> => getTrainingOptOut(database, workspaceId),

    /** The caller has seen to it that an admin asks. */
    setTrainingOptOut: (workspaceId: string, enabled: boolean): Promise<TrainingOptOut> =>
      setTrainingOptOut({ database, events }, workspaceId, enabled),

    /** Seconds after which unused sessions end; null: they do not. */
    getSessionTimeout: (workspaceId: string): Promise<number | null> => selectSessionTimeout(database, workspaceId),

    /** The caller has seen to it that an admin asks. Throws 400 for less than five minutes and more than 30 days. */
    async setSessionTimeout(workspaceId: string, seconds: number | null): Promise<void> {
      if (!isTimeout(seconds)) {
        const refusal = "The time has to be between 5 minutes and 30 days.";
        throw new AppError("invalid_request", 400, refusal, { param: "session_inactivity_timeout" });
      }
      await updateSessionTimeout(database, workspaceId, seconds);
      await events.publish(workspaceId, [{ type: "workspace_changed", changed: ["session_inactivity_timeout"] }]);
    },

    /**
     * The statements that found a person's own workspace, with the person as its admin. The caller runs them in the
     * batch that creates the person, so that nobody is ever left without a workspace.
     */
    foundingStatements(owner: { userId: string; name: string; nowMs: number }) {
      const workspaceId = newId("ws", owner.nowMs);
      const statements = insertWorkspaceStatements(database, {
        id: workspaceId,
        name: firstWorkspaceName(owner.name),
        ownerId: owner.userId,
        role: "admin",
        createdAtMs: owner.nowMs,
      });
      return { workspaceId, statements };
    },

    /**
     * The statement that calls a person's own workspace after them anew, for the batch that says who they are; with the
     * condition under which it holds. Nobody is in the workspace yet, so nobody is told.
     */
    renamingStatement(owner: { userId: string; name: string }, onlyIf: SQL) {
      return renameOwnedStatement(database, { ownerId: owner.userId, name: firstWorkspaceName(owner.name) }, onlyIf);
    },

    /** The statement that makes a person a member, for the batch that creates the person. */
    joiningStatement(member: { workspaceId: string; userId: string; role: WorkspaceRole; nowMs: number }) {
      return insertMemberStatement(database, { ...member, createdAtMs: member.nowMs });
    },

    /** The workspace a person signs in to. Throws when there is none. */
    async getFirstWorkspaceId(userId: string): Promise<string> {
      const workspaceId = await findFirstWorkspaceId(database, userId);
      if (!workspaceId) throw new AppError("forbidden", 403, "This account belongs to no workspace.");
      return workspaceId;
    },

    /** All workspaces that a person belongs to, in no particular order. */
    listWorkspaceIds: (userId: string): Promise<string[]> => selectWorkspaceIds(database, userId),

    /** A person's role in a workspace, or null for everybody who is no member. */
    async findRole(member: { workspaceId: string; userId: string }): Promise<WorkspaceRole | null> {
      return (await findWorkspaceOfMember(database, member.workspaceId, member.userId))?.role ?? null;
    },

    /** What somebody is in a workspace, or null for everybody who is no member. */
    async findMembership(member: { workspaceId: string; userId: string }) {
      const found = await findWorkspaceOfMember(database, member.workspaceId, member.userId);
      return found ? { role: found.role, isOwner: found.ownerId === member.userId } : null;
    },

    /** A workspace for one of its members. Throws 404 for everybody else. */
    async getWorkspace(caller: { workspaceId: string; userId: string }): Promise<MemberWorkspace> {
      const found = await findWorkspaceOfMember(database, caller.workspaceId, caller.userId);
      if (!found) throw new AppError("not_found", 404, "There is no such workspace.");
      return { workspaceId: found.id, name: found.name, ownerId: found.ownerId, role: found.role };
    },
  };
}
