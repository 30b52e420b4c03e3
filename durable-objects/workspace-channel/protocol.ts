/**
 * The messages of `/v1/realtime`, as JSON text frames, and the calls of the channel object.
 * A client subscribes once after opening, with the last sequence number it has seen if it has been here before.
 */
import { z } from "zod";
import { USER_FIELDS, WORKSPACE_FIELDS } from "../../app/domains/workspaces/changed-fields";

/** Close codes of the application range. */
export const CLOSE_SESSION_ENDED = 4001;
export const CLOSE_INVALID_MESSAGE = 4002;
/** Open it again and show current credentials. */
export const CLOSE_EXPIRED = 4003;

/** What a browser offers: `new WebSocket(url, [REALTIME_SUBPROTOCOL, TOKEN_SUBPROTOCOL_PREFIX + identityToken])`. */
export const REALTIME_SUBPROTOCOL = "realtime";
export const TOKEN_SUBPROTOCOL_PREFIX = "token.";

/** A document, or a whole collection where `id` is absent. */
const documentSchema = z.object({ collection: z.string().min(1).max(64), id: z.string().min(1).max(128).optional() });
export type DocumentName = z.output<typeof documentSchema>;

export const clientMessageSchema = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("subscribe"),
    /** Events after this one are sent again, if they are still there. */
    last_sequence: z.int().min(0).optional(),
    /** What to hear of; everything of the workspace unless given. */
    documents: z.array(documentSchema).min(1).max(100).optional(),
  }),
  z.object({ type: z.literal("ping") }),
]);
export type ClientMessage = z.output<typeof clientMessageSchema>;

const count = z.int().min(0);

/** An event as it goes over the wire. */
const eventSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("credits_changed"), used: count, reserved: count, limit: z.int().min(-1) }),
  z.object({ type: z.literal("history_added"), item: z.looseObject({ history_item_id: z.string() }) }),
  z.object({ type: z.literal("history_deleted"), ids: z.array(z.string()) }),
  z.object({ type: z.literal("history_restored"), ids: z.array(z.string()) }),
  z.object({
    type: z.literal("archive_progress"),
    archive_id: z.string(),
    state: z.enum(["queued", "running", "done", "failed", "cancelled"]),
    items_done: count,
    items_total: count,
  }),
  z.object({
    type: z.literal("video_progress"),
    history_item_id: z.string(),
    theme: z.enum(["colour", "light", "dark"]),
    shape: z.enum(["square", "portrait"]),
    state: z.enum(["queued", "running", "done", "failed", "cancelled"]),
    progress: z.number().min(0).max(1),
  }),
  z.object({
    type: z.literal("export_progress"),
    data_export_id: z.string(),
    state: z.enum(["queued", "running", "done", "failed", "cancelled"]),
    progress: z.number().min(0).max(1),
  }),
  z.object({ type: z.literal("user_changed"), user_id: z.string(), changed: z.array(z.enum(USER_FIELDS)) }),
  z.object({
    type: z.literal("workspace_changed"),
    workspace_id: z.string(),
    changed: z.array(z.enum(WORKSPACE_FIELDS)),
  }),
]);
export type RealtimeEvent = z.output<typeof eventSchema>;

export type ServerMessage =
  /** Everything up to `sequence` has been sent; what follows is new. */
  | { type: "ready"; sequence: number }
  | { type: "event"; sequence: number; collection: string; ids: string[]; event: RealtimeEvent }
  /** Too much was missed: load again what is shown. `sequence` is where the channel is now. */
  | { type: "reset"; sequence: number }
  | { type: "pong" }
  | { type: "error"; code: "invalid_message"; message: string };

/** What is published: an event and the documents it is about. */
export const publicationSchema = z.object({
  collection: z.string().min(1),
  ids: z.array(z.string()),
  event: eventSchema,
  /** Sent to this person's sockets only; to everybody's unless given. */
  onlyUserId: z.string().min(1).optional(),
});
export type Publication = z.output<typeof publicationSchema>;

/** Who is behind a socket; the site has verified it. */
export const channelIdentitySchema = z.object({
  userId: z.string().min(1),
  /** Null where an API key opened the socket. */
  sessionId: z.string().min(1).max(200).nullable(),
  /** Null where a session opened the socket. */
  apiKeyId: z.string().min(1).max(200).nullable(),
  /** What that key may do; null where the socket may hear everything. */
  scopes: z.array(z.string()).nullable(),
  /** The socket ends with what it was opened by; null for what does not expire. */
  expiresAtMs: z.number().nullable(),
});
export type ChannelIdentity = z.output<typeof channelIdentitySchema>;

/** Carries the identity from the site to the object. The site makes this header itself and forwards no other. */
export const IDENTITY_HEADER = "x-channel-identity";

/** The exact text that the object answers without waking up. */
export const PING_TEXT = JSON.stringify({ type: "ping" } satisfies ClientMessage);
export const PONG_TEXT = JSON.stringify({ type: "pong" } satisfies ServerMessage);
