import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { users } from "./accounts";
import { workspaces } from "./workspaces";

/** An identity provider that a workspace has connected. */
export const identityProviders = sqliteTable(
  "identity_providers",
  {
    id: text("id").primaryKey(),
    workspaceId: text("workspace_id")
      .notNull()
      .references(() => workspaces.id, { onDelete: "cascade" }),
    kind: text("kind", { enum: ["oidc", "saml"] }).notNull(),
    name: text("name").notNull(),
    /** OpenID Connect: the issuer. SAML: the provider's entity id. */
    issuer: text("issuer").notNull(),
    clientId: text("client_id"),
    /** Sealed with the installation's key, since it has to be sent again. */
    sealedClientSecret: text("sealed_client_secret"),
    /** SAML: where people are sent, and the certificate that signs assertions (PEM). */
    entryPoint: text("entry_point"),
    certificate: text("certificate"),
    /** Members may sign in by this provider only. */
    isRequired: integer("is_required", { mode: "boolean" }).notNull().default(false),
    createdAtMs: integer("created_at_ms").notNull(),
    updatedAtMs: integer("updated_at_ms").notNull(),
  },
  (t) => [index("identity_providers_workspace").on(t.workspaceId, t.createdAtMs)],
);

/** Mail domains of a workspace. Only a verified one leads people to the workspace's provider; a domain has one owner. */
export const ssoDomains = sqliteTable(
  "sso_domains",
  {
    domain: text("domain").notNull(),
    workspaceId: text("workspace_id")
      .notNull()
      .references(() => workspaces.id, { onDelete: "cascade" }),
    providerId: text("provider_id")
      .notNull()
      .references(() => identityProviders.id, { onDelete: "cascade" }),
    /** What the domain's TXT record has to say. */
    verificationToken: text("verification_token").notNull(),
    verifiedAtMs: integer("verified_at_ms"),
    createdAtMs: integer("created_at_ms").notNull(),
  },
  (t) => [primaryKey({ columns: [t.domain, t.workspaceId] }), index("sso_domains_provider").on(t.providerId)],
);

/** Which person a provider's subject is. `providerKey`: a provider's id, or the name of a configured one. */
export const identities = sqliteTable(
  "identities",
  {
    providerKey: text("provider_key").notNull(),
    subject: text("subject").notNull(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    email: text("email").notNull(),
    createdAtMs: integer("created_at_ms").notNull(),
    lastUsedAtMs: integer("last_used_at_ms").notNull(),
  },
  (t) => [primaryKey({ columns: [t.providerKey, t.subject] }), index("identities_user").on(t.userId)],
);

/** A browser that was sent to a provider and is expected back, once. */
export const ssoRequests = sqliteTable("sso_requests", {
  /** SHA-256 of OpenID Connect's `state` or SAML's `RelayState`. */
  stateHash: text("state_hash").primaryKey(),
  providerKey: text("provider_key").notNull(),
  /** SHA-256 of the browser's own id: the answer counts in the browser that asked only. */
  browserHash: text("browser_hash").notNull(),
  nonce: text("nonce").notNull(),
  codeVerifier: text("code_verifier").notNull(),
  /** SAML: the request's id, which the response has to name. */
  requestId: text("request_id").notNull().default(""),
  redirectTo: text("redirect_to").notNull().default(""),
  /** Set where a signed-in person connects the provider to their account. */
  linkToUserId: text("link_to_user_id"),
  expiresAtMs: integer("expires_at_ms").notNull(),
  usedAtMs: integer("used_at_ms"),
});

/** Assertions that were taken, so that none is taken twice. */
export const takenAssertions = sqliteTable("taken_assertions", {
  assertionHash: text("assertion_hash").primaryKey(),
  expiresAtMs: integer("expires_at_ms").notNull(),
});
