CREATE TABLE `account_deletions` (
	`user_id` text PRIMARY KEY NOT NULL,
	`requested_at_ms` integer NOT NULL,
	`erase_at_ms` integer NOT NULL,
	`erasing_since_ms` integer
);
--> statement-breakpoint
CREATE INDEX `account_deletions_due` ON `account_deletions` (`erase_at_ms`);--> statement-breakpoint
CREATE TABLE `ad_visits` (
	`id` text PRIMARY KEY NOT NULL,
	`email_hash` text DEFAULT '' NOT NULL,
	`event_type` text NOT NULL,
	`parameters` text NOT NULL,
	`created_at_ms` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `ad_visits_time` ON `ad_visits` (`created_at_ms`);--> statement-breakpoint
CREATE TABLE `checklist_items` (
	`user_id` text NOT NULL,
	`item_id` text NOT NULL,
	`completed_at_ms` integer NOT NULL,
	PRIMARY KEY(`user_id`, `item_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `data_exports` (
	`id` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`user_id` text NOT NULL,
	`state` text NOT NULL,
	`storage_key` text,
	`size_bytes` integer,
	`created_at_ms` integer NOT NULL,
	`finished_at_ms` integer,
	`expires_at_ms` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `data_exports_user` ON `data_exports` (`user_id`,`created_at_ms`);--> statement-breakpoint
CREATE TABLE `pre_sign_ups` (
	`email` text PRIMARY KEY NOT NULL,
	`agrees_to_product_updates` integer DEFAULT false NOT NULL,
	`geo_location` text DEFAULT '' NOT NULL,
	`invite_code` text,
	`partner_id` text,
	`partner_click_id` text,
	`marketplace_token_hash` text,
	`expires_at_ms` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `sms_inbox_messages` (
	`id` text PRIMARY KEY NOT NULL,
	`recipient` text NOT NULL,
	`text` text NOT NULL,
	`created_at_ms` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `sms_inbox_messages_time` ON `sms_inbox_messages` (`created_at_ms`);--> statement-breakpoint
CREATE TABLE `support_access` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`staff_user_id` text NOT NULL,
	`staff_email` text NOT NULL,
	`reason` text DEFAULT '' NOT NULL,
	`requested_at_ms` integer NOT NULL,
	`granted_at_ms` integer,
	`expires_at_ms` integer,
	`revoked_at_ms` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `support_access_user` ON `support_access` (`user_id`,`requested_at_ms`);--> statement-breakpoint
CREATE INDEX `support_access_staff` ON `support_access` (`staff_user_id`);--> statement-breakpoint
CREATE TABLE `backup_codes` (
	`user_id` text PRIMARY KEY NOT NULL,
	`code_hash` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `factor_codes` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`purpose` text NOT NULL,
	`code_hash` text NOT NULL,
	`bound_to` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`created_at_ms` integer NOT NULL,
	`expires_at_ms` integer NOT NULL,
	`used_at_ms` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `factor_codes_user` ON `factor_codes` (`user_id`,`purpose`);--> statement-breakpoint
CREATE TABLE `known_devices` (
	`user_id` text NOT NULL,
	`device_hash` text NOT NULL,
	`user_agent` text DEFAULT '' NOT NULL,
	`first_seen_at_ms` integer NOT NULL,
	`last_seen_at_ms` integer NOT NULL,
	PRIMARY KEY(`user_id`, `device_hash`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `passkey_challenges` (
	`challenge_hash` text PRIMARY KEY NOT NULL,
	`purpose` text NOT NULL,
	`user_id` text,
	`expires_at_ms` integer NOT NULL,
	`used_at_ms` integer
);
--> statement-breakpoint
CREATE TABLE `passkeys` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`public_key` blob NOT NULL,
	`counter` integer DEFAULT 0 NOT NULL,
	`transports` text DEFAULT '[]' NOT NULL,
	`is_backed_up` integer DEFAULT false NOT NULL,
	`created_at_ms` integer NOT NULL,
	`last_used_at_ms` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `passkeys_user` ON `passkeys` (`user_id`,`created_at_ms`);--> statement-breakpoint
CREATE TABLE `pending_sign_ins` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`first_factor` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`created_at_ms` integer NOT NULL,
	`expires_at_ms` integer NOT NULL,
	`used_at_ms` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `pending_sign_ins_user` ON `pending_sign_ins` (`user_id`);--> statement-breakpoint
CREATE TABLE `security_events` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`user_agent` text DEFAULT '' NOT NULL,
	`place` text DEFAULT '' NOT NULL,
	`created_at_ms` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `security_events_user` ON `security_events` (`user_id`,`created_at_ms`);--> statement-breakpoint
CREATE TABLE `sms_factors` (
	`user_id` text PRIMARY KEY NOT NULL,
	`phone` text NOT NULL,
	`confirmed_at_ms` integer,
	`created_at_ms` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `totp_factors` (
	`user_id` text PRIMARY KEY NOT NULL,
	`sealed_secret` text NOT NULL,
	`confirmed_at_ms` integer,
	`last_step` integer DEFAULT 0 NOT NULL,
	`created_at_ms` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `identities` (
	`provider_key` text NOT NULL,
	`subject` text NOT NULL,
	`user_id` text NOT NULL,
	`email` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	`last_used_at_ms` integer NOT NULL,
	PRIMARY KEY(`provider_key`, `subject`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `identities_user` ON `identities` (`user_id`);--> statement-breakpoint
CREATE TABLE `identity_providers` (
	`id` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`issuer` text NOT NULL,
	`client_id` text,
	`sealed_client_secret` text,
	`entry_point` text,
	`certificate` text,
	`is_required` integer DEFAULT false NOT NULL,
	`created_at_ms` integer NOT NULL,
	`updated_at_ms` integer NOT NULL,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `identity_providers_workspace` ON `identity_providers` (`workspace_id`,`created_at_ms`);--> statement-breakpoint
CREATE TABLE `sso_domains` (
	`domain` text NOT NULL,
	`workspace_id` text NOT NULL,
	`provider_id` text NOT NULL,
	`verification_token` text NOT NULL,
	`verified_at_ms` integer,
	`created_at_ms` integer NOT NULL,
	PRIMARY KEY(`domain`, `workspace_id`),
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`provider_id`) REFERENCES `identity_providers`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `sso_domains_provider` ON `sso_domains` (`provider_id`);--> statement-breakpoint
CREATE TABLE `sso_requests` (
	`state_hash` text PRIMARY KEY NOT NULL,
	`provider_key` text NOT NULL,
	`browser_hash` text NOT NULL,
	`nonce` text NOT NULL,
	`code_verifier` text NOT NULL,
	`request_id` text DEFAULT '' NOT NULL,
	`redirect_to` text DEFAULT '' NOT NULL,
	`link_to_user_id` text,
	`expires_at_ms` integer NOT NULL,
	`used_at_ms` integer
);
--> statement-breakpoint
CREATE TABLE `taken_assertions` (
	`assertion_hash` text PRIMARY KEY NOT NULL,
	`expires_at_ms` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `action_codes` ADD `bound_to` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `api_keys` ADD `scopes` text;--> statement-breakpoint
ALTER TABLE `api_keys` ADD `credit_limit` integer;--> statement-breakpoint
ALTER TABLE `api_keys` ADD `credits_used` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `api_keys` ADD `credit_period_start_ms` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `sessions` ADD `first_factor` text DEFAULT 'password' NOT NULL;--> statement-breakpoint
ALTER TABLE `sessions` ADD `second_factor_at_ms` integer;--> statement-breakpoint
ALTER TABLE `sessions` ADD `confirmed_at_ms` integer;--> statement-breakpoint
ALTER TABLE `sessions` ADD `place` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `sessions` ADD `support_access_id` text;--> statement-breakpoint
ALTER TABLE `users` ADD `ccpa_opt_out` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `accepted_biometric_terms_at_ms` integer;--> statement-breakpoint
ALTER TABLE `users` ADD `terms_agreed_to` text DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `geo_location` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `is_onboarding_completed` integer DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `onboarding_survey` text;--> statement-breakpoint
ALTER TABLE `users` ADD `checklist_started_at_ms` integer;--> statement-breakpoint
ALTER TABLE `users` ADD `checklist_hidden_at_ms` integer;--> statement-breakpoint
ALTER TABLE `users` ADD `checklist_completed_at_ms` integer;--> statement-breakpoint
ALTER TABLE `users` ADD `referral_link_code` text;--> statement-breakpoint
ALTER TABLE `users` ADD `referred_by` text;--> statement-breakpoint
ALTER TABLE `users` ADD `moderation_warning_dismissed_at_ms` integer;--> statement-breakpoint
ALTER TABLE `users` ADD `alpha_access` text DEFAULT 'none' NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `is_producer` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `users_referral_link_code` ON `users` (`referral_link_code`);