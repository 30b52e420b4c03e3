/** What of a person or a workspace can have changed, as open tabs are told. Pure. */

/** Of a person, in wire form. */
export const USER_FIELDS = [
  "email",
  "first_name",
  "public_user_name",
  "locale",
  "password",
  "factors",
  "sessions",
  "api_keys",
  "consent",
  "onboarding",
  "checklist",
  "referral",
  "support_access",
  "data_export",
] as const;
export type UserField = (typeof USER_FIELDS)[number];

/** Of a workspace, in wire form. */
export const WORKSPACE_FIELDS = [
  "name",
  "members",
  "roles",
  "features",
  "session_inactivity_timeout",
  "training_opt_out",
  "identity_providers",
  "subscription",
] as const;
export type WorkspaceField = (typeof WORKSPACE_FIELDS)[number];
