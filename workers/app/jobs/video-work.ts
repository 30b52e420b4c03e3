import type { VideoWork } from "../../../app/domains/sharing/ports";
import type { WorkspaceEvents } from "../../../app/domains/workspaces/ports";
import { released } from "../released";

/** Work on videos as workflows, one for each attempt, told to the workspace's open tabs. */
export function videoWork(
  workflow: Pick<Workflow<{ videoId: string; attempt: number }>, "create">,
  events: WorkspaceEvents,
): VideoWork {
  return {
    async start({ id, attempt }) {
      released(await workflow.create({ id: `${id}-${attempt}`, params: { videoId: id, attempt } }));
    },
    changed: ({ workspaceId, historyItemId, theme, shape, state, progress }) =>
      events.publish(workspaceId, [{ type: "video_progress", historyItemId, theme, shape, state, progress }]),
  };
}
