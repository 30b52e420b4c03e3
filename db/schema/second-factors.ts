import { blob, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { users } from "./accounts";

const userId = () =>
  text("user_id")
    .notNull()
    .references(() => users.id, { onDelete: "cascade" });

/** An authenticator app. The secret has to be read again, so it is sealed with the installation's key instead of hashed. */
export const totpFactors = sqliteTable("totp_factors", {
  userId: userId().primaryKey(),
  sealedSecret: text("sealed_secret").notNull(),
  /** Null until a first code was right; until then it is no factor. */
  confirmedAtMs: integer("confirmed_at_ms"),
  /** The 30-second step of the last code taken: no code is taken twice. */
  lastStep: integer("last_step").notNull().default(0),
  createdAtMs: integer("created_at_ms").notNull(),
});

/** A telephone that gets codes. */
export const smsFactors = sqliteTable("sms_factors", {
  userId: userId().primaryKey(),
  /** E.164, like `+15550100`. */
  phone: text("phone").notNull(),
  confirmedAtMs: integer("confirmed_at_ms"),
  createdAtMs: integer("created_at_ms").notNull(),
});

/** Codes of a few digits, sent to a telephone: hashed, few attempts, minutes to live. */
export const factorCodes = sqliteTable(
  "factor_codes",
  {
    id: text("id").primaryKey(),
    userId: userId(),
    purpose: text("purpose", { enum: ["sms_set_up", "sms_sign_in", "sms_confirm"] }).notNull(),
    codeHash: text("code_hash").notNull(),
    /** What it was issued for: the pending sign-in or the session. */
    boundTo: text("bound_to").notNull(),
    attempts: integer("attempts").notNull().default(0),
    createdAtMs: integer("created_at_ms").notNull(),
    expiresAtMs: integer("expires_at_ms").notNull(),
    usedAtMs: integer("used_at_ms"),
  },
  (t) => [index("factor_codes_user").on(t.userId, t.purpose)],
);

/** The one code with which somebody who lost their second factor gets back in. */
export const backupCodes = sqliteTable("backup_codes", {
  userId: userId().primaryKey(),
  codeHash: text("code_hash").notNull(),
  createdAtMs: integer("created_at_ms").notNull(),
});

/** Passkeys (WebAuthn credentials). */
export const passkeys = sqliteTable(
  "passkeys",
  {
    /** Credential id, base64url. */
    id: text("id").primaryKey(),
    userId: userId(),
    name: text("name").notNull(),
    publicKey: blob("public_key", { mode: "buffer" }).notNull(),
    counter: integer("counter").notNull().default(0),
    transports: text("transports", { mode: "json" }).$type<string[]>().notNull().default([]),
    isBackedUp: integer("is_backed_up", { mode: "boolean" }).notNull().default(false),
    createdAtMs: integer("created_at_ms").notNull(),
    lastUsedAtMs: integer("last_used_at_ms"),
  },
  (t) => [index("passkeys_user").on(t.userId, t.createdAtMs)],
);

/** Challenges that were given to browsers and are still to be answered, once. */
export const passkeyChallenges = sqliteTable("passkey_challenges", {
  challengeHash: text("challenge_hash").primaryKey(),
  purpose: text("purpose", { enum: ["add", "sign_in", "confirm"] }).notNull(),
  /** Null where nobody has said yet who they are. */
  userId: text("user_id"),
  expiresAtMs: integer("expires_at_ms").notNull(),
  usedAtMs: integer("used_at_ms"),
});

/** Sign-ins whose first factor was right and whose second is awaited. `id` is the SHA-256 of the secret in the browser's cookie. */
export const pendingSignIns = sqliteTable(
  "pending_sign_ins",
  {
    id: text("id").primaryKey(),
    userId: userId(),
    firstFactor: text("first_factor").notNull(),
    /** The identity provider by which the person came, if they came by one. */
    providerKey: text("provider_key"),
    attempts: integer("attempts").notNull().default(0),
    createdAtMs: integer("created_at_ms").notNull(),
    expiresAtMs: integer("expires_at_ms").notNull(),
    usedAtMs: integer("used_at_ms"),
  },
  (t) => [index("pending_sign_ins_user").on(t.userId)],
);

/** Browsers from which somebody has signed in before: a sign-in from another one is told to them by mail. */
export const knownDevices = sqliteTable(
  "known_devices",
  {
    userId: userId(),
    /** SHA-256 of the browser's own id. */
    deviceHash: text("device_hash").notNull(),
    userAgent: text("user_agent").notNull().default(""),
    firstSeenAtMs: integer("first_seen_at_ms").notNull(),
    lastSeenAtMs: integer("last_seen_at_ms").notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.deviceHash] })],
);

/** What happened to an account that its owner should be able to see: sign-ins, changed factors, stopped guesses. */
export const securityEvents = sqliteTable(
  "security_events",
  {
    id: text("id").primaryKey(),
    userId: userId(),
    /** For instance `signed_in`, `sign_in_refused`, `totp_added`, `backup_code_used`. */
    kind: text("kind").notNull(),
    /** What it was about, like a timeout's new length; empty where the kind says all. */
    detail: text("detail").notNull().default(""),
    userAgent: text("user_agent").notNull().default(""),
    place: text("place").notNull().default(""),
    createdAtMs: integer("created_at_ms").notNull(),
  },
  (t) => [index("security_events_user").on(t.userId, t.createdAtMs)],
);
