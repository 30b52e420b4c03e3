/** What the tests of the channel share: a browser's tab, and the object itself. */
import { env, runInDurableObject } from "cloudflare:test";
import { expect, vi } from "vitest";
import { connectToWorkspace } from "../../../../durable-objects/workspace-channel/connect";
import type { ChannelIdentity, ServerMessage } from "../../../../durable-objects/workspace-channel/protocol";

export const channel = (workspaceId: string) =>
  env.WORKSPACE_CHANNEL.get(env.WORKSPACE_CHANNEL.idFromName(workspaceId));

/** Ends the object at once, as a killed process does. */
export const evict = (workspaceId: string) =>
  runInDurableObject(channel(workspaceId), (_object, state) => state.abort("evict")).catch(() => undefined);

/** A subscribed tab and everything it has been sent. */
export async function openTab(workspaceId: string, subscription: object = {}, identity: Partial<ChannelIdentity> = {}) {
  const response = await connectToWorkspace(env, workspaceId, {
    userId: "user_a",
    sessionId: null,
    apiKeyId: null,
    scopes: null,
    expiresAtMs: null,
    ...identity,
  });
  const socket = response.webSocket!;
  const received: ServerMessage[] = [];
  const closed = new Promise<number>((resolve) => socket.addEventListener("close", (event) => resolve(event.code)));
  socket.addEventListener("message", (event) => {
    received.push(JSON.parse(event.data as string) as ServerMessage);
  });
  socket.accept();
  const send = (message: unknown) => socket.send(typeof message === "string" ? message : JSON.stringify(message));
  send({ type: "subscribe", ...subscription });
  await vi.waitFor(() =>
    expect(received.some((message) => message.type === "ready" || message.type === "reset")).toBe(true),
  );
  const sequences = () => received.flatMap((message) => (message.type === "event" ? [message.sequence] : []));
  return { socket, received, closed, send, sequences };
}
