import type { Database } from "../../../db/client";
import { AppError } from "../../lib/app-error";
import { newId } from "../../lib/ids";
import type { WorkspaceRole } from "../accounts/caller";
import { firstWorkspaceName } from "./rules";
import { findFirstWorkspaceId, findWorkspaceOfMember, insertWorkspaceStatements } from "./store";

/** A workspace as a member sees it. */
export interface MemberWorkspace {
  workspaceId: string;
  name: string;
  ownerId: string;
  role: WorkspaceRole;
}

export type WorkspacesService = ReturnType<typeof createWorkspacesService>;

export function createWorkspacesService({ database }: { database: Database }) {
  return {
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

    /** The workspace a person signs in to. Throws when there is none. */
    async getFirstWorkspaceId(userId: string): Promise<string> {
      const workspaceId = await findFirstWorkspaceId(database, userId);
      if (!workspaceId) throw new AppError("forbidden", 403, "This account belongs to no workspace.");
      return workspaceId;
    },

    /** A person's role in a workspace, or null for everybody who is no member. */
    async findRole(member: { workspaceId: string; userId: string }): Promise<WorkspaceRole | null> {
      return (await findWorkspaceOfMember(database, member.workspaceId, member.userId))?.role ?? null;
    },

    /** A workspace for one of its members. Throws 404 for everybody else. */
    async getWorkspace(caller: { workspaceId: string; userId: string }): Promise<MemberWorkspace> {
      const found = await findWorkspaceOfMember(database, caller.workspaceId, caller.userId);
      if (!found) throw new AppError("not_found", 404, "There is no such workspace.");
      return { workspaceId: found.id, name: found.name, ownerId: found.ownerId, role: found.role };
    },
  };
}
