import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { workspaces } from "./workspaces";

/**
 * A workspace's plan and its credits of the current period. `characterCount` is what was used,
 * `charactersReserved` what running requests hold; together they never pass the limit.
 */
export const subscriptions = sqliteTable(
  "subscriptions",
  {
    workspaceId: text("workspace_id")
      .primaryKey()
      .references(() => workspaces.id, { onDelete: "cascade" }),
    tier: text("tier").notNull().default("free"),
    status: text("status").notNull().default("free"),
    currency: text("currency", { enum: ["usd", "eur"] })
      .notNull()
      .default("usd"),
    billingPeriod: text("billing_period"),
    characterLimit: integer("character_limit").notNull(),
    characterCount: integer("character_count").notNull().default(0),
    charactersReserved: integer("characters_reserved").notNull().default(0),
    periodStartMs: integer("period_start_ms").notNull(),
    nextResetMs: integer("next_reset_ms").notNull(),
  },
  (t) => [check("subscriptions_never_negative", sql`${t.characterCount} >= 0 AND ${t.charactersReserved} >= 0`)],
);

/** Who used which voice and model, from which product, for how many credits. */
export interface DeliveredPart {
  userId: string;
  voiceId: string;
  modelId: string;
  /** `TTS`, `Dialogue` …, as history names it. */
  source: string;
  credits: number;
}

/** Credits held for a request while it runs. The request's id makes each step idempotent. */
export const creditReservations = sqliteTable(
  "credit_reservations",
  {
    requestId: text("request_id").primaryKey(),
    workspaceId: text("workspace_id").notNull(),
    characters: integer("characters").notNull(),
    charged: integer("charged").notNull().default(0),
    /** The key that the request came with: it counts against that key's own limit too. */
    apiKeyId: text("api_key_id"),
    /** `moving` is only seen inside the batch that moves credits; it joins the batch's statements. */
    state: text("state", { enum: ["moving", "reserved", "settled", "released"] }).notNull(),
    createdAtMs: integer("created_at_ms").notNull(),
    /** Parts of the charge for what went out so far, as it was last noted; null before. Paid where the process dies. */
    delivered: text("delivered", { mode: "json" }).$type<DeliveredPart[]>(),
    /** When that was noted. A request that notes is alive, however long ago it began. */
    notedAtMs: integer("noted_at_ms"),
  },
  (t) => [index("credit_reservations_open").on(t.state, t.createdAtMs)],
);

/** Use per day, voice, model and source; kept when history is deleted. `day` is `YYYY-MM-DD` in UTC. */
export const usageDays = sqliteTable(
  "usage_days",
  {
    workspaceId: text("workspace_id").notNull(),
    day: text("day").notNull(),
    voiceId: text("voice_id").notNull(),
    modelId: text("model_id").notNull(),
    source: text("source").notNull(),
    userId: text("user_id").notNull(),
    characters: integer("characters").notNull().default(0),
    requests: integer("requests").notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.workspaceId, t.day, t.voiceId, t.modelId, t.source, t.userId] })],
);
