import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

/** A person who can sign in. E-mail addresses are stored trimmed and lower-cased. */
export const users = sqliteTable(
  "users",
  {
    id: text("id").primaryKey(),
    email: text("email").notNull(),
    passwordHash: text("password_hash").notNull(),
    firstName: text("first_name").notNull().default(""),
    publicUserId: text("public_user_id").notNull(),
    publicUserName: text("public_user_name").notNull().default(""),
    locale: text("locale").notNull().default("en"),
    emailVerifiedAtMs: integer("email_verified_at_ms"),
    agreesToProductUpdates: integer("agrees_to_product_updates", { mode: "boolean" }).notNull().default(false),
    createdAtMs: integer("created_at_ms").notNull(),
  },
  (t) => [uniqueIndex("users_email").on(t.email), uniqueIndex("users_public_user_id").on(t.publicUserId)],
);

/** A signed-in browser. `id` is the SHA-256 of the secret in the cookie, so a leaked table opens nothing. */
export const sessions = sqliteTable(
  "sessions",
  {
    id: text("id").primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    workspaceId: text("workspace_id").notNull(),
    userAgent: text("user_agent").notNull().default(""),
    createdAtMs: integer("created_at_ms").notNull(),
    lastSeenAtMs: integer("last_seen_at_ms").notNull(),
    expiresAtMs: integer("expires_at_ms").notNull(),
    revokedAtMs: integer("revoked_at_ms"),
  },
  (t) => [index("sessions_user").on(t.userId, t.createdAtMs)],
);

/** Codes behind e-mailed links: single-use, hashed, expiring, bound to what they were issued for. */
export const actionCodes = sqliteTable(
  "action_codes",
  {
    codeHash: text("code_hash").primaryKey(),
    mode: text("mode", { enum: ["verifyEmail", "resetPassword"] }).notNull(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    email: text("email").notNull(),
    createdAtMs: integer("created_at_ms").notNull(),
    expiresAtMs: integer("expires_at_ms").notNull(),
    usedAtMs: integer("used_at_ms"),
  },
  (t) => [index("action_codes_user").on(t.userId, t.mode)],
);

/** Keys for the API. The key itself is shown once; only its SHA-256 and last four characters stay. */
export const apiKeys = sqliteTable(
  "api_keys",
  {
    id: text("id").primaryKey(),
    workspaceId: text("workspace_id").notNull(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    keyHash: text("key_hash").notNull(),
    preview: text("preview").notNull(),
    createdAtMs: integer("created_at_ms").notNull(),
    lastUsedAtMs: integer("last_used_at_ms"),
  },
  (t) => [uniqueIndex("api_keys_hash").on(t.keyHash), index("api_keys_workspace").on(t.workspaceId, t.createdAtMs)],
);

/** Short-lived credentials a browser may hold for one socket. */
export const singleUseTokens = sqliteTable("single_use_tokens", {
  tokenHash: text("token_hash").primaryKey(),
  type: text("type").notNull(),
  workspaceId: text("workspace_id").notNull(),
  userId: text("user_id").notNull(),
  apiKeyId: text("api_key_id"),
  expiresAtMs: integer("expires_at_ms").notNull(),
  usedAtMs: integer("used_at_ms"),
});

/** Secrets this installation made for itself when none were configured (development and self-hosting). */
export const instanceSettings = sqliteTable("instance_settings", {
  key: text("key").primaryKey(),
  value: text("value").notNull(),
});

/** Mail of the development mailbox; empty when SMTP is configured. */
export const mailboxMessages = sqliteTable(
  "mailbox_messages",
  {
    id: text("id").primaryKey(),
    recipient: text("recipient").notNull(),
    subject: text("subject").notNull(),
    html: text("html").notNull(),
    text: text("text").notNull(),
    createdAtMs: integer("created_at_ms").notNull().default(sql`0`),
  },
  (t) => [index("mailbox_messages_time").on(t.createdAtMs)],
);
