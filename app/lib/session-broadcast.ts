/** What tabs of one browser tell each other about who is signed in. Source: spec 001, section 4 (sign-out). */
export type SessionMessage = { type: "sign_in"; userId: string } | { type: "sign_out" };

// One channel for the page: a channel does not hear itself, but another one of the same page would.
let channel: BroadcastChannel | undefined;
function openChannel(): BroadcastChannel | undefined {
  if (typeof BroadcastChannel === "undefined") return undefined;
  channel ??= new BroadcastChannel("xi:session");
  return channel;
}

/** Tells this browser's other tabs. */
export function announceSession(message: SessionMessage): void {
  openChannel()?.postMessage(message);
}

/** Calls back with what other tabs tell; answers how to stop. */
export function listenToSession(hear: (message: SessionMessage) => void): () => void {
  const opened = openChannel();
  const listener = ({ data }: MessageEvent<unknown>) => {
    if (isSessionMessage(data)) hear(data);
  };
  opened?.addEventListener("message", listener);
  return () => opened?.removeEventListener("message", listener);
}

function isSessionMessage(data: unknown): data is SessionMessage {
  if (typeof data !== "object" || data === null || !("type" in data)) return false;
  return data.type === "sign_out" || (data.type === "sign_in" && "userId" in data && typeof data.userId === "string");
}
