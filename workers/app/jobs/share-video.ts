import { WorkflowEntrypoint, type WorkflowEvent, type WorkflowStep } from "cloudflare:workers";
import { checkVariables, type Env } from "../env";
import { createServices } from "../services";
import { makeVideo } from "./video-steps";

/** Makes one video in the background; started by `requestVideo`, once for each attempt. */
export class ShareVideoWorkflow extends WorkflowEntrypoint<Env, { videoId: string; attempt: number }> {
  override async run(
    event: Readonly<WorkflowEvent<{ videoId: string; attempt: number }>>,
    step: WorkflowStep,
  ): Promise<void> {
    const checked = checkVariables(this.env as unknown as Record<string, unknown>);
    if (!checked.ok) throw new Error(checked.problems.join("; "));
    const { variables } = checked;
    const { sharing } = createServices({
      env: this.env,
      variables,
      origin: variables.PUBLIC_URL ?? "",
      waitUntil: (work) => this.ctx.waitUntil(work),
    });
    const { videoId, attempt } = event.payload;
    await makeVideo(step, { id: videoId, attempt }, sharing);
  }
}
