import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { users } from "./accounts";

const userId = () =>
  text("user_id")
    .notNull()
    .references(() => users.id, { onDelete: "cascade" });

/** What a sign-up form said before the account was made: parameters of partners, invitations and marketplaces. */
export const preSignUps = sqliteTable("pre_sign_ups", {
  email: text("email").primaryKey(),
  agreesToProductUpdates: integer("agrees_to_product_updates", { mode: "boolean" }).notNull().default(false),
  geoLocation: text("geo_location").notNull().default(""),
  inviteCode: text("invite_code"),
  partnerId: text("partner_id"),
  partnerClickId: text("partner_click_id"),
  /** SHA-256 of a cloud marketplace's token; the token itself is not kept. */
  marketplaceTokenHash: text("marketplace_token_hash"),
  expiresAtMs: integer("expires_at_ms").notNull(),
});

/** Accounts whose owners asked for their end. Until `eraseAtMs` they can change their minds. */
export const accountDeletions = sqliteTable(
  "account_deletions",
  {
    userId: text("user_id").primaryKey(),
    requestedAtMs: integer("requested_at_ms").notNull(),
    eraseAtMs: integer("erase_at_ms").notNull(),
    /** While a worker erases: when it began, so that a dead one is taken over. */
    erasingSinceMs: integer("erasing_since_ms"),
  },
  (t) => [index("account_deletions_due").on(t.eraseAtMs)],
);

/** Zips of everything kept about a person. */
export const dataExports = sqliteTable(
  "data_exports",
  {
    id: text("id").primaryKey(),
    workspaceId: text("workspace_id").notNull(),
    userId: userId(),
    state: text("state", { enum: ["queued", "running", "done", "failed", "cancelled"] }).notNull(),
    storageKey: text("storage_key"),
    sizeBytes: integer("size_bytes"),
    createdAtMs: integer("created_at_ms").notNull(),
    finishedAtMs: integer("finished_at_ms"),
    expiresAtMs: integer("expires_at_ms").notNull(),
  },
  (t) => [index("data_exports_user").on(t.userId, t.createdAtMs)],
);

/** Somebody from support asks to see an account; its owner grants it for a while, or does not. */
export const supportAccess = sqliteTable(
  "support_access",
  {
    id: text("id").primaryKey(),
    userId: userId(),
    staffUserId: text("staff_user_id").notNull(),
    staffEmail: text("staff_email").notNull(),
    reason: text("reason").notNull().default(""),
    requestedAtMs: integer("requested_at_ms").notNull(),
    grantedAtMs: integer("granted_at_ms"),
    expiresAtMs: integer("expires_at_ms"),
    revokedAtMs: integer("revoked_at_ms"),
  },
  (t) => [index("support_access_user").on(t.userId, t.requestedAtMs), index("support_access_staff").on(t.staffUserId)],
);

/** Items of the onboarding checklist that a person has done. */
export const checklistItems = sqliteTable(
  "checklist_items",
  {
    userId: userId(),
    itemId: text("item_id").notNull(),
    completedAtMs: integer("completed_at_ms").notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.itemId] })],
);

/** Visits that came by an advertisement. */
export const adVisits = sqliteTable(
  "ad_visits",
  {
    id: text("id").primaryKey(),
    /** SHA-256 of the lower-case address; empty where none was given. */
    emailHash: text("email_hash").notNull().default(""),
    eventType: text("event_type").notNull(),
    parameters: text("parameters", { mode: "json" }).$type<Record<string, string>>().notNull(),
    createdAtMs: integer("created_at_ms").notNull(),
  },
  (t) => [index("ad_visits_time").on(t.createdAtMs)],
);

/** Text messages of the development inbox; empty when an SMS service is configured. */
export const smsInboxMessages = sqliteTable(
  "sms_inbox_messages",
  {
    id: text("id").primaryKey(),
    recipient: text("recipient").notNull(),
    text: text("text").notNull(),
    createdAtMs: integer("created_at_ms").notNull(),
  },
  (t) => [index("sms_inbox_messages_time").on(t.createdAtMs)],
);
