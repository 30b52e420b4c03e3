import { DurableObject } from "cloudflare:workers";
import { closeQuietly } from "../close-quietly";
import {
  type ChannelIdentity,
  CLOSE_EXPIRED,
  CLOSE_INVALID_MESSAGE,
  CLOSE_SESSION_ENDED,
  channelIdentitySchema,
  clientMessageSchema,
  type DocumentName,
  IDENTITY_HEADER,
  PING_TEXT,
  PONG_TEXT,
  type Publication,
  publicationSchema,
  type ServerMessage,
} from "./protocol";
import { SCOPE_OF_EVENT } from "./scopes-of-events";
import { EventLog, KEPT_MS, type StoredEvent } from "./storage";

/**
 * Writing waits for the disk on the thread that serves the pages, so events go to the sockets from memory and are written
 * together. An object that dies within that time loses them, and `EventLog` sees to it that everyone is told.
 */
const WRITE_EVERY_MS = 1000;
/**
 * After as many intervals without an event, the reserved numbers are given back and the object may be evicted: until then its
 * timer keeps it. The next event then costs a write at once, so this is longer than a person's pauses between two requests.
 */
const QUIET_INTERVALS = 30;

/** More than any team has tabs; past it new sockets are refused, so that the object stays quick. */
const MAX_SOCKETS = 5_000;
const MAX_MESSAGE_CHARACTERS = 16_384;

/** Survives hibernation with the socket. */
interface SocketState {
  identity: ChannelIdentity;
  /** Null until subscribed; an empty list means everything. */
  documents: DocumentName[] | null;
}

/**
 * A workspace's realtime channel: numbers events, keeps the latest, and passes them to the sockets of everyone who has
 * the workspace open. Sockets hibernate, so an idle workspace costs nothing. It looks up no rights: the site says with each
 * socket what that may hear, and closes it when this changes.
 */
export class WorkspaceChannel extends DurableObject<unknown> {
  #keptLog: EventLog | null = null;
  /** Runs while numbers are reserved, and keeps the object from eviction. */
  #writing: ReturnType<typeof setInterval> | null = null;
  #quietIntervals = 0;
  #alarmAtMs: number | null = null;

  constructor(ctx: DurableObjectState, env: unknown) {
    super(ctx, env);
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair(PING_TEXT, PONG_TEXT));
    ctx.blockConcurrencyWhile(async () => {
      this.#alarmAtMs = await ctx.storage.getAlarm();
    });
  }

  /** Takes a WebSocket upgrade whose identity the site has verified (`connectToWorkspace`). */
  override async fetch(request: Request): Promise<Response> {
    if (request.headers.get("upgrade")?.toLowerCase() !== "websocket")
      return new Response("Expected a WebSocket", { status: 426 });
    const identity = channelIdentitySchema.safeParse(parseJson(request.headers.get(IDENTITY_HEADER) ?? ""));
    if (!identity.success) return new Response("The caller is not known", { status: 401 });
    if (this.ctx.getWebSockets().length >= MAX_SOCKETS) {
      return new Response("Too many connections to this workspace", { status: 503, headers: { "retry-after": "30" } });
    }
    const { 0: client, 1: server } = new WebSocketPair();
    const { sessionId, apiKeyId, userId, expiresAtMs } = identity.data;
    this.ctx.acceptWebSocket(server, [
      personTag(userId),
      ...(sessionId === null ? [] : [sessionTag(sessionId)]),
      ...(apiKeyId === null ? [] : [keyTag(apiKeyId)]),
    ]);
    server.serializeAttachment({ identity: identity.data, documents: null } satisfies SocketState);
    this.#wakeUpAt(expiresAtMs);
    return new Response(null, { status: 101, webSocket: client });
  }

  /**
   * Numbers the events, keeps them, and sends them to everyone who subscribed to their documents. The first after a quiet time
   * is written at once, with the reservation of numbers that lets the next ones wait for `WRITE_EVERY_MS`.
   */
  async publish(publications: Publication[]): Promise<void> {
    const nowMs = Date.now();
    const checked = publications.map((each) => publicationSchema.parse(each));
    const events = this.#log.append(checked, nowMs);
    if (!this.#log.isReserved) this.#write(nowMs);
    this.#quietIntervals = 0;
    this.#writing ??= setInterval(() => this.#writeWhatCame(), WRITE_EVERY_MS);
    for (const socket of this.ctx.getWebSockets()) {
      const state = socketState(socket);
      if (isExpired(state, nowMs)) expireSocket(socket);
      else if (state.documents !== null)
        for (const event of events) if (isFor(event, state)) send(socket, eventMessage(event));
    }
  }

  /** Closes the sockets that a session opened. */
  async endSession(sessionId: string): Promise<void> {
    for (const socket of this.ctx.getWebSockets(sessionTag(sessionId))) endSocket(socket);
  }

  /** Closes the sockets that a key opened which is gone. */
  async endKey(apiKeyId: string): Promise<void> {
    for (const socket of this.ctx.getWebSockets(keyTag(apiKeyId))) endSocket(socket);
  }

  /** Closes the sockets that a key opened, whose clients open them again with what the key may do now. */
  async reopenKey(apiKeyId: string): Promise<void> {
    for (const socket of this.ctx.getWebSockets(keyTag(apiKeyId))) expireSocket(socket);
  }

  /** Closes all sockets of a person, whatever they were opened with. */
  async endPerson(userId: string): Promise<void> {
    for (const socket of this.ctx.getWebSockets(personTag(userId))) endSocket(socket);
  }

  /** Closes all sockets and forgets every event: the workspace is gone. */
  async erase(): Promise<void> {
    for (const socket of this.ctx.getWebSockets()) endSocket(socket);
    this.#stopWriting();
    await this.ctx.storage.deleteAlarm();
    await this.ctx.storage.deleteAll();
    this.#alarmAtMs = null;
    this.#keptLog = null;
  }

  override async webSocketMessage(socket: WebSocket, text: string | ArrayBuffer): Promise<void> {
    const state = socketState(socket);
    if (isExpired(state, Date.now())) return expireSocket(socket);
    const message = clientMessageSchema.safeParse(parseJson(text));
    if (!message.success) {
      send(socket, {
        type: "error",
        code: "invalid_message",
        message: message.error.issues.map((issue) => issue.message).join("; "),
      });
      return closeQuietly(socket, CLOSE_INVALID_MESSAGE, "invalid message");
    }
    if (message.data.type === "ping") return send(socket, { type: "pong" });
    const subscribed: SocketState = { ...state, documents: message.data.documents ?? [] };
    socket.serializeAttachment(subscribed);
    const sequence = this.#log.lastSequence;
    const missed =
      message.data.last_sequence === undefined ? [] : this.#log.after(message.data.last_sequence, Date.now());
    if (missed === null) return send(socket, { type: "reset", sequence });
    for (const event of missed) if (isFor(event, subscribed)) send(socket, eventMessage(event));
    send(socket, { type: "ready", sequence });
  }

  override async webSocketClose(socket: WebSocket, code: number): Promise<void> {
    closeQuietly(socket, code, "");
  }

  override async alarm(): Promise<void> {
    const nowMs = Date.now();
    this.#alarmAtMs = null;
    let nextMs = this.#write(nowMs) ? nowMs + KEPT_MS / 24 : null;
    for (const socket of this.ctx.getWebSockets()) {
      const state = socketState(socket);
      const { expiresAtMs } = state.identity;
      if (isExpired(state, nowMs)) expireSocket(socket);
      else if (expiresAtMs !== null) nextMs = Math.min(nextMs ?? expiresAtMs, expiresAtMs);
    }
    this.#wakeUpAt(nextMs);
  }

  /** Made when first used, so that an erased channel keeps nothing, not even empty tables. */
  get #log(): EventLog {
    this.#keptLog ??= new EventLog(this.ctx.storage);
    return this.#keptLog;
  }

  #writeWhatCame(): void {
    const nowMs = Date.now();
    if (this.#log.hasUnwritten) this.#write(nowMs);
    else if (++this.#quietIntervals >= QUIET_INTERVALS) {
      this.#stopWriting();
      this.#write(nowMs, { thenQuiet: true });
    }
  }

  /** Answers whether events are kept. One commit, or none where storage is as it should be. */
  #write(nowMs: number, { thenQuiet = false } = {}): boolean {
    try {
      const areKept = thenQuiet ? this.#log.close(nowMs) : this.#log.write(nowMs);
      if (areKept) this.#wakeUpAt(nowMs + KEPT_MS);
      return areKept;
    } catch (error) {
      // What was not written is lost, as if the object had died: the next log says so to whoever asks.
      this.#keptLog = null;
      throw error;
    }
  }

  #stopWriting(): void {
    if (this.#writing !== null) clearInterval(this.#writing);
    this.#writing = null;
  }

  /** So that a socket ends when its credentials do, and old events go, also where nothing else happens. */
  #wakeUpAt(timeMs: number | null): void {
    if (timeMs === null || (this.#alarmAtMs !== null && this.#alarmAtMs <= timeMs)) return;
    this.#alarmAtMs = timeMs;
    void this.ctx.storage.setAlarm(timeMs);
  }
}

const sessionTag = (sessionId: string) => `session:${sessionId}`;

const keyTag = (apiKeyId: string) => `key:${apiKeyId}`;

const personTag = (userId: string) => `person:${userId}`;

const socketState = (socket: WebSocket) => socket.deserializeAttachment() as SocketState;

const isExpired = (state: SocketState, nowMs: number) =>
  state.identity.expiresAtMs !== null && state.identity.expiresAtMs <= nowMs;

/** Whether a socket may hear of the event, and has asked to. */
function isFor(event: StoredEvent, { identity, documents }: SocketState): boolean {
  if (event.onlyUserId !== undefined && event.onlyUserId !== identity.userId) return false;
  if (identity.scopes !== null && !identity.scopes.includes(SCOPE_OF_EVENT[event.event.type])) return false;
  if (documents === null) return false;
  if (documents.length === 0) return true;
  return documents.some(
    ({ collection, id }) => collection === event.collection && (id === undefined || event.ids.includes(id)),
  );
}

const eventMessage = ({ sequence, collection, ids, event }: StoredEvent): ServerMessage => ({
  type: "event",
  sequence,
  collection,
  ids,
  event,
});

function parseJson(text: string | ArrayBuffer): unknown {
  if (typeof text !== "string" || text.length > MAX_MESSAGE_CHARACTERS) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function send(socket: WebSocket, message: ServerMessage): void {
  try {
    socket.send(JSON.stringify(message));
  } catch {
    // The other side has just gone; its close event follows.
  }
}

const expireSocket = (socket: WebSocket) => closeQuietly(socket, CLOSE_EXPIRED, "credentials expired");

const endSocket = (socket: WebSocket) => closeQuietly(socket, CLOSE_SESSION_ENDED, "session ended");
