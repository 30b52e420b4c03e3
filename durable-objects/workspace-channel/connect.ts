/** The site's side of the channel: forwarding sockets to it and publishing to it. */
import type { WorkspaceEvent, WorkspaceEvents } from "../../app/domains/workspaces/ports";
import type { WorkspaceChannel } from "./object";
import { type ChannelIdentity, IDENTITY_HEADER, type Publication } from "./protocol";

export interface ChannelEnv {
  WORKSPACE_CHANNEL: DurableObjectNamespace<WorkspaceChannel>;
}

const channelOf = (env: ChannelEnv, workspaceId: string) =>
  env.WORKSPACE_CHANNEL.get(env.WORKSPACE_CHANNEL.idFromName(workspaceId));

/**
 * Hands a WebSocket upgrade to the workspace's channel. The caller has verified that `identity` may see the workspace and,
 * where cookies were the proof, that the request's origin is the site's own. No header of the client goes along.
 */
export async function connectToWorkspace(
  env: ChannelEnv,
  workspaceId: string,
  identity: ChannelIdentity,
): Promise<Response> {
  const headers = { upgrade: "websocket", [IDENTITY_HEADER]: JSON.stringify(identity) };
  return channelOf(env, workspaceId).fetch("https://channel/", { headers });
}

/** Tells everyone who has the workspace open. Rejects when the channel cannot be reached. */
export async function publishToWorkspace(
  env: ChannelEnv,
  workspaceId: string,
  events: WorkspaceEvent[],
): Promise<void> {
  const channel = channelOf(env, workspaceId);
  const publications = events.flatMap((event) => toPublication(workspaceId, event));
  const endings = events.flatMap((event) => {
    if (event.type === "session_ended") return [channel.endSession(event.sessionId)];
    if (event.type === "key_ended") return [channel.endKey(event.apiKeyId)];
    if (event.type === "key_changed") return [channel.reopenKey(event.apiKeyId)];
    return event.type === "person_left" ? [channel.endPerson(event.userId)] : [];
  });
  await Promise.all([publications.length > 0 ? channel.publish(publications) : undefined, ...endings]);
}

/** Forgets everything that the workspace's channel keeps, and closes its sockets. */
export async function eraseChannel(env: ChannelEnv, workspaceId: string): Promise<void> {
  await channelOf(env, workspaceId).erase();
}

/**
 * The port that services get: a channel that cannot be reached is reported to `onFailure`, not to the service. What is
 * published to a workspace in one moment goes in one call.
 */
export function workspaceEvents(
  env: ChannelEnv,
  onFailure: (error: unknown, workspaceId: string) => void,
): WorkspaceEvents {
  const leaving = new Map<string, { events: WorkspaceEvent[]; sent: Promise<void> }>();

  async function send(workspaceId: string, events: WorkspaceEvent[]): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve));
    leaving.delete(workspaceId);
    try {
      await publishToWorkspace(env, workspaceId, events);
    } catch (error) {
      onFailure(error, workspaceId);
    }
  }

  return {
    publish(workspaceId, events) {
      const moment = leaving.get(workspaceId);
      if (moment) {
        moment.events.push(...events);
        return moment.sent;
      }
      const together = [...events];
      const sent = send(workspaceId, together);
      leaving.set(workspaceId, { events: together, sent });
      return sent;
    },
  };
}

function toPublication(workspaceId: string, event: WorkspaceEvent): Publication[] {
  switch (event.type) {
    case "credits_changed":
      return [{ collection: "workspaces", ids: [workspaceId], event }];
    case "history_added":
      return [{ collection: "history", ids: [event.item.history_item_id], event }];
    case "history_deleted":
    case "history_restored":
      return [{ collection: "history", ids: event.ids, event }];
    case "archive_progress": {
      const { type, archiveId, state, itemsDone, itemsTotal } = event;
      const wire = { type, archive_id: archiveId, state, items_done: itemsDone, items_total: itemsTotal };
      return [{ collection: "history_archives", ids: [archiveId], event: wire }];
    }
    case "video_progress": {
      const { historyItemId, ...rest } = event;
      return [{ collection: "share_videos", ids: [historyItemId], event: { ...rest, history_item_id: historyItemId } }];
    }
    case "export_progress": {
      const { type, exportId, userId, state, progress } = event;
      const wire = { type, data_export_id: exportId, state, progress };
      return [{ collection: "data_exports", ids: [exportId], event: wire, onlyUserId: userId }];
    }
    case "user_changed": {
      const { type, userId, changed } = event;
      const wire = { type, user_id: userId, changed };
      return [{ collection: "users", ids: [userId], event: wire, onlyUserId: userId }];
    }
    case "workspace_changed": {
      const { type, changed } = event;
      return [{ collection: "workspaces", ids: [workspaceId], event: { type, workspace_id: workspaceId, changed } }];
    }
    case "session_ended":
    case "key_ended":
    case "key_changed":
    case "person_left":
      return [];
  }
}
