import { WorkflowEntrypoint, type WorkflowEvent, type WorkflowStep } from "cloudflare:workers";
import { checkVariables, type Env } from "../env";
import { createServices } from "../services";
import { makeDataExport } from "./data-export-steps";

/** Packs a person's data in the background; started when they ask for it, with the export's id as the instance's. */
export class DataExportWorkflow extends WorkflowEntrypoint<Env, { exportId: string; origin: string }> {
  override async run(
    event: Readonly<WorkflowEvent<{ exportId: string; origin: string }>>,
    step: WorkflowStep,
  ): Promise<void> {
    const checked = checkVariables(this.env as unknown as Record<string, unknown>);
    if (!checked.ok) throw new Error(checked.problems.join("; "));
    const { variables } = checked;
    const { exportId, origin } = event.payload;
    const services = createServices({
      env: this.env,
      variables,
      origin,
      waitUntil: (work) => this.ctx.waitUntil(work),
    });
    await makeDataExport(step, exportId, {
      exports: services.accounts.dataExport,
      database: services.database,
      storage: services.storage,
    });
  }
}
