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
    /** Opted out of the sale and sharing of personal data. */
    ccpaOptOut: integer("ccpa_opt_out", { mode: "boolean" }).notNull().default(false),
    acceptedBiometricTermsAtMs: integer("accepted_biometric_terms_at_ms"),
    /** When which terms were agreed to, by name: `{"terms_2024_05_31": 1717113600000}`. */
    termsAgreedTo: text("terms_agreed_to", { mode: "json" }).$type<Record<string, number>>().notNull().default({}),
    /** Country and state as the edge told at sign-up, like `US-IL`; empty where it did not. */
    geoLocation: text("geo_location").notNull().default(""),
    isOnboardingCompleted: integer("is_onboarding_completed", { mode: "boolean" }).notNull().default(true),
    onboardingSurvey: text("onboarding_survey", { mode: "json" }).$type<Record<string, string>>(),
    checklistStartedAtMs: integer("checklist_started_at_ms"),
    checklistHiddenAtMs: integer("checklist_hidden_at_ms"),
    checklistCompletedAtMs: integer("checklist_completed_at_ms"),
    /** The code of this person's own link for friends; made when first asked for. */
    referralLinkCode: text("referral_link_code"),
    /** Whose link they came by. */
    referredBy: text("referred_by"),
    moderationWarningDismissedAtMs: integer("moderation_warning_dismissed_at_ms"),
    alphaAccess: text("alpha_access", { enum: ["none", "requested", "granted"] })
      .notNull()
      .default("none"),
    isProducer: integer("is_producer", { mode: "boolean" }).notNull().default(false),
  },
  (t) => [
    uniqueIndex("users_email").on(t.email),
    uniqueIndex("users_public_user_id").on(t.publicUserId),
    uniqueIndex("users_referral_link_code").on(t.referralLinkCode),
  ],
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
    /** What proved the person: `password`, `passkey`, `oidc`, `saml` or `support`. */
    firstFactor: text("first_factor").notNull().default("password"),
    /** The identity provider by which the person came, if they came by one. */
    providerKey: text("provider_key"),
    /** When a second factor was shown, if one was. */
    secondFactorAtMs: integer("second_factor_at_ms"),
    /** When this browser last proved that it can read the account's mail or has a second factor; opens sensitive actions. */
    confirmedAtMs: integer("confirmed_at_ms"),
    /** Coarse place of the client, like `US-IL`; empty where the edge did not tell. */
    place: text("place").notNull().default(""),
    /** Set where somebody from support is signed in by the owner's grant. */
    supportAccessId: text("support_access_id"),
  },
  (t) => [
    index("sessions_user").on(t.userId, t.createdAtMs),
    index("sessions_support_access").on(t.supportAccessId).where(sql`support_access_id IS NOT NULL`),
  ],
);

/** Codes behind e-mailed links: single-use, hashed, expiring, bound to what they were issued for. */
export const actionCodes = sqliteTable(
  "action_codes",
  {
    codeHash: text("code_hash").primaryKey(),
    mode: text("mode", {
      enum: [
        "verifyEmail",
        "resetPassword",
        "optOutOfUpdates",
        "verifySignInRequest",
        "changeEmail",
        "revertEmail",
        "sensitiveAction",
        "internalVerification",
        "keepAccount",
      ],
    }).notNull(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    email: text("email").notNull(),
    /** What else the code was issued for: the session of a sensitive action, the grant of a sign-in request, what was given at a sign-up. */
    boundTo: text("bound_to").notNull().default(""),
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
    /** Scopes the key has, like `text_to_speech`; null: all, also those to come. */
    scopes: text("scopes", { mode: "json" }).$type<string[]>(),
    /** Most credits the key may use in a period; null: as many as the workspace has. */
    creditLimit: integer("credit_limit"),
    /** Credits used in the period that began at `creditPeriodStartMs`. */
    creditsUsed: integer("credits_used").notNull().default(0),
    creditPeriodStartMs: integer("credit_period_start_ms").notNull().default(0),
  },
  (t) => [uniqueIndex("api_keys_hash").on(t.keyHash), index("api_keys_workspace").on(t.workspaceId, t.createdAtMs)],
);

/** Short-lived credentials a browser may hold for one socket. */
export const singleUseTokens = sqliteTable("single_use_tokens", {
  tokenHash: text("token_hash").primaryKey(),
  type: text("type").notNull(),
  workspaceId: text("workspace_id").notNull(),
  userId: text("user_id").notNull(),
  /** The key it was made with, or the session it was made in: it is worth nothing without that. */
  apiKeyId: text("api_key_id"),
  sessionId: text("session_id"),
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
