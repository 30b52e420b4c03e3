import { WorkflowEntrypoint, type WorkflowEvent, type WorkflowStep } from "cloudflare:workers";
import { checkVariables, type Env } from "../env";
import { createServices } from "../services";
import { makeArchive } from "./archive-steps";

/** Makes one archive in the background; started by `createArchive`, with the archive's id as the instance's. */
export class HistoryArchiveWorkflow extends WorkflowEntrypoint<Env, { archiveId: string }> {
  override async run(event: Readonly<WorkflowEvent<{ archiveId: string }>>, step: WorkflowStep): Promise<void> {
    const checked = checkVariables(this.env as unknown as Record<string, unknown>);
    if (!checked.ok) throw new Error(checked.problems.join("; "));
    const { variables } = checked;
    const services = createServices({
      env: this.env,
      variables,
      origin: variables.PUBLIC_URL ?? "",
      waitUntil: (work) => this.ctx.waitUntil(work),
    });
    await makeArchive(step, event.payload.archiveId, { services, storage: services.storage });
  }
}
