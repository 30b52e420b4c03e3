/**
 * The browser's end of `/v1/realtime`: one socket, opened again after a drop with growing, scattered pauses, resuming
 * after the last event seen, so that listeners hear each event once and in order. Knows no screens.
 */
import type { DocumentName, RealtimeEvent, ServerMessage } from "../../durable-objects/workspace-channel/protocol";

export type RealtimeNotice =
  | { type: "event"; sequence: number; collection: string; ids: string[]; event: RealtimeEvent }
  /** Events were missed for good: load again what is shown. */
  | { type: "reset" }
  /** Signed out elsewhere; the client has stopped. */
  | { type: "session_ended" }
  | { type: "status"; status: RealtimeStatus };

export type RealtimeStatus = "stopped" | "connecting" | "live" | "waiting";

/** The part of `WebSocket` in use. */
export interface RealtimeSocket {
  send(text: string): void;
  close(code?: number): void;
  onopen: ((event: never) => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
}

export interface RealtimeOptions {
  /**
   * Opens a socket to `/v1/realtime`; asked again for each attempt. `isAfterRefusal`: the one before was closed before it was
   * ready. Browsers do not say why, but the session of a token that is held may have ended.
   */
  openSocket: (isAfterRefusal: boolean) => RealtimeSocket | Promise<RealtimeSocket>;
  /** What to hear of; everything of the workspace unless given. */
  documents?: DocumentName[];
  /** 0 ≤ x < 1; `Math.random` unless given. */
  random?: () => number;
}

export interface RealtimeClient {
  start(): void;
  stop(): void;
  readonly status: RealtimeStatus;
  /** Answers the function that ends listening. */
  listen(listener: (notice: RealtimeNotice) => void): () => void;
  /** Tries at once instead of waiting on, e.g. when the browser is online again. */
  retryNow(): void;
}

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
const PING_EVERY_MS = 25_000;
/** Silence after a ping that counts as a dead connection. */
const PONG_WITHIN_MS = 10_000;
/** The channel's close code for a session that ended. */
const CLOSE_SESSION_ENDED = 4001;

/** Opens a socket to the page's own site with an identity token. */
export function openRealtimeSocket(pageUrl: string, identityToken: string): RealtimeSocket {
  const url = new URL("/v1/realtime", pageUrl);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  // The names of `REALTIME_SUBPROTOCOL` and `TOKEN_SUBPROTOCOL_PREFIX`, kept apart so that zod stays out of the browser.
  return new WebSocket(url, ["realtime", `token.${identityToken}`]) as RealtimeSocket;
}

export function createRealtimeClient({ openSocket, documents, random = Math.random }: RealtimeOptions): RealtimeClient {
  const listeners = new Set<(notice: RealtimeNotice) => void>();
  let status: RealtimeStatus = "stopped";
  let socket: RealtimeSocket | null = null;
  let lastSequence: number | undefined;
  let failures = 0;
  let wasReady = true;
  /** Counts attempts, so that a socket that opens after `stop` is recognised as late. */
  let attempt = 0;
  let pauseTimer: ReturnType<typeof setTimeout> | undefined;
  let pingTimer: ReturnType<typeof setTimeout> | undefined;

  const notify = (notice: RealtimeNotice) => {
    for (const listener of [...listeners]) listener(notice);
  };
  const setStatus = (next: RealtimeStatus) => {
    if (status === next) return;
    status = next;
    notify({ type: "status", status });
  };

  async function connect(): Promise<void> {
    clearTimeout(pauseTimer);
    const mine = ++attempt;
    setStatus("connecting");
    try {
      const isAfterRefusal = !wasReady;
      wasReady = false;
      const opened = await openSocket(isAfterRefusal);
      if (mine !== attempt) return opened.close();
      socket = opened;
      opened.onopen = () => {
        opened.send(JSON.stringify({ type: "subscribe", last_sequence: lastSequence, documents }));
        expectLife();
      };
      opened.onmessage = ({ data }) => {
        if (mine === attempt) receive(data);
      };
      opened.onclose = ({ code }) => {
        if (mine === attempt) dropped(code);
      };
    } catch {
      if (mine === attempt) dropped(1006);
    }
  }

  function receive(data: unknown): void {
    const message = readMessage(data);
    if (!message) return;
    expectLife();
    if (message.type === "event") {
      // A replay may overlap with what was seen already.
      if (lastSequence !== undefined && message.sequence <= lastSequence) return;
      lastSequence = message.sequence;
      notify(message);
    } else if (message.type === "ready" || message.type === "reset") {
      // Somebody who could not connect at first has no number to resume after, and may have missed anything.
      const missedTheStart = lastSequence === undefined && failures > 0;
      lastSequence = message.sequence;
      failures = 0;
      wasReady = true;
      if (message.type === "reset" || missedTheStart) notify({ type: "reset" });
      setStatus("live");
    }
  }

  function dropped(code: number): void {
    release();
    if (code === CLOSE_SESSION_ENDED) {
      setStatus("stopped");
      notify({ type: "session_ended" });
      return;
    }
    setStatus("waiting");
    const longest = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(failures, 16));
    failures++;
    // Between half and all of it: when a server restarts, its clients do not come back in one instant.
    pauseTimer = setTimeout(() => void connect(), longest * (0.5 + random() / 2));
  }

  /** Something was heard: ask again after a while, and take silence after that for a dead connection. */
  function expectLife(): void {
    clearTimeout(pingTimer);
    pingTimer = setTimeout(() => {
      socket?.send(JSON.stringify({ type: "ping" }));
      pingTimer = setTimeout(() => {
        const dead = socket;
        attempt++;
        dead?.close();
        dropped(1006);
      }, PONG_WITHIN_MS);
    }, PING_EVERY_MS);
  }

  function release(): void {
    clearTimeout(pingTimer);
    clearTimeout(pauseTimer);
    attempt++;
    socket = null;
  }

  return {
    start() {
      if (status === "stopped") void connect();
    },
    stop() {
      const open = socket;
      release();
      open?.close(1000);
      setStatus("stopped");
    },
    get status() {
      return status;
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    retryNow() {
      if (status !== "waiting") return;
      failures = 0;
      void connect();
    },
  };
}

/** The server's messages are its own; only what is no message at all is kept out. */
function readMessage(data: unknown): ServerMessage | null {
  if (typeof data !== "string") return null;
  try {
    const message: unknown = JSON.parse(data);
    return typeof message === "object" && message !== null && "type" in message ? (message as ServerMessage) : null;
  } catch {
    return null;
  }
}
