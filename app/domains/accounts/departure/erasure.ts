/**
 * Erases a person and the workspaces that nobody else uses, step by step. Each step can run again and finds nothing to do
 * where it was done; what later steps need is removed by later steps only, so a crash anywhere is made good by another run.
 */
import type { Database } from "../../../../db/client";
import { sha256Hex } from "../secrets";
import { type ErasedPerson, TABLES_OF_PEOPLE, TABLES_OF_WORKSPACES, type TableName } from "./erasure-rules";
import {
  eraseRows,
  findErasedPerson,
  handOverWorkspace,
  listLimitSubjects,
  listWork,
  takeNameOff,
} from "./erasure-store";
import type { DeparturePorts } from "./ports";
import { nextOwner } from "./rules";
import { listWorkspacesWithOthers, type SharedWith } from "./store";
import { deleteArchives, deleteFolder, exportFolder, workspaceFolder } from "./stored-objects";

export interface ErasureSurroundings {
  database: Database;
  ports: Omit<DeparturePorts, "reportError">;
  /** Told after a workspace of others has lost the person and may have another owner. */
  handedOver?(workspaceId: string): void;
  /** Told before each step. */
  beforeStep?(name: string): void;
}

/** By these a later run finds what is left to do, so they go last. */
const LAST_OF_WORKSPACE: readonly TableName[] = ["workspaceMembers", "workspaces"];
const LAST_OF_PERSON: readonly TableName[] = ["users", "accountDeletions"];
/** In the place of the address, in what others see of the support they had. */
const FORMER_SUPPORT = "somebody who has left support";

export async function eraseAccount(surroundings: ErasureSurroundings, userId: string): Promise<void> {
  const { database, beforeStep, handedOver } = surroundings;
  const step = async (name: string, run: () => Promise<unknown>) => {
    beforeStep?.(name);
    await run();
  };
  const found = await findErasedPerson(database, userId);
  if (found) {
    const person: ErasedPerson = { ...found, emailHash: await sha256Hex(found.email) };
    for (const workspace of await listWorkspacesWithOthers(database, userId)) {
      if (workspace.others.length === 0) await eraseWorkspace(surroundings, workspace, step);
      else
        await step("hand over", async () => {
          await handOverWorkspace(database, workspace.workspaceId, userId, nextOwner(workspace.others));
          handedOver?.(workspace.workspaceId);
        });
    }
    await erasePerson(surroundings, person, step);
  }
  for (const name of LAST_OF_PERSON) {
    await step(`person ${name}`, () =>
      eraseRows(database, name, { person: { userId, email: "", emailHash: "", phone: null } }),
    );
  }
}

type Step = (name: string, run: () => Promise<unknown>) => Promise<void>;

async function eraseWorkspace(
  { database, ports }: ErasureSurroundings,
  { workspaceId }: SharedWith,
  step: Step,
): Promise<void> {
  const work = await listWork(database, { workspaceId });
  const deleteObjects = async () => {
    await deleteFolder(ports.storage, workspaceFolder(workspaceId));
    await deleteArchives(ports.storage, work.archiveIds);
    for (const key of work.exportKeys) await ports.storage.delete(key);
  };
  await step("workspace work", () => ports.stopWork(work.atWork));
  await step("workspace limits", () =>
    ports.forgetLimits({ emails: [], userIds: [], keyIds: [], workspaceIds: [workspaceId] }),
  );
  await step("workspace objects", deleteObjects);
  await step("workspace channel", () => ports.eraseChannel(workspaceId));
  for (const name of TABLES_OF_WORKSPACES.filter((table) => !LAST_OF_WORKSPACE.includes(table))) {
    await step(`workspace ${name}`, () => eraseRows(database, name, { workspaceId }));
  }
  // What work that was just ending may have put there meanwhile; nothing can be at work without its row.
  await step("workspace objects again", deleteObjects);
  for (const name of LAST_OF_WORKSPACE) {
    await step(`workspace ${name}`, () => eraseRows(database, name, { workspaceId }));
  }
}

async function erasePerson({ database, ports }: ErasureSurroundings, person: ErasedPerson, step: Step): Promise<void> {
  const { userId, email } = person;
  const work = await listWork(database, { userId });
  const subjects = await listLimitSubjects(database, userId);
  await step("person work", () => ports.stopWork(work.atWork));
  await step("person objects", async () => {
    await deleteArchives(ports.storage, work.archiveIds);
    await deleteFolder(ports.storage, exportFolder(userId));
  });
  await step("person limits", () =>
    ports.forgetLimits({
      emails: [...new Set([email, ...subjects.emails])],
      userIds: [userId],
      keyIds: subjects.keyIds,
      workspaceIds: [],
    }),
  );
  await step("person name", () => takeNameOff(database, userId, FORMER_SUPPORT));
  for (const name of TABLES_OF_PEOPLE.filter((table) => !LAST_OF_PERSON.includes(table))) {
    await step(`person ${name}`, () => eraseRows(database, name, { person }));
  }
  await step("person objects again", () => deleteFolder(ports.storage, exportFolder(userId)));
}
