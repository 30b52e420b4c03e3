/** What the end of an account reaches outside the database: storage, channels, limits, and work in the background. */
import type { DeparturePorts } from "../../app/domains/accounts/departure/ports";
import { eraseChannel } from "../../durable-objects/workspace-channel/connect";
import { forgetLimits } from "./api/rate-limits";
import type { Env } from "./env";
import { log } from "./log";

export function departurePorts(env: Env): DeparturePorts {
  return {
    storage: env.STORAGE,
    eraseChannel: (workspaceId) => eraseChannel(env, workspaceId),
    forgetLimits: (subjects) => forgetLimits(env, subjects),
    async stopWork({ archiveIds, videos, exportIds }) {
      for (const id of archiveIds) await stopWorkflow(env.HISTORY_ARCHIVE, id);
      for (const { id, attempt } of videos) await stopWorkflow(env.SHARE_VIDEO, `${id}-${attempt}`);
      for (const id of exportIds) await stopWorkflow(env.DATA_EXPORT, id);
    },
    reportError: log.error,
  };
}

/** Most of them ended long ago, and the engine has forgotten some. */
async function stopWorkflow(workflow: Pick<Workflow, "get">, id: string): Promise<void> {
  try {
    const instance = await workflow.get(id);
    const { status } = await instance.status();
    if (["queued", "running", "paused", "waiting", "waitingForPause"].includes(status)) await instance.terminate();
  } catch (error) {
    if (!/not.?found|does not exist|terminate/i.test(String(error))) throw error;
  }
}
