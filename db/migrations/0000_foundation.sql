CREATE TABLE `action_codes` (
	`code_hash` text PRIMARY KEY NOT NULL,
	`mode` text NOT NULL,
	`user_id` text NOT NULL,
	`email` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	`expires_at_ms` integer NOT NULL,
	`used_at_ms` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `action_codes_user` ON `action_codes` (`user_id`,`mode`);--> statement-breakpoint
CREATE TABLE `api_keys` (
	`id` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`key_hash` text NOT NULL,
	`preview` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	`last_used_at_ms` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `api_keys_hash` ON `api_keys` (`key_hash`);--> statement-breakpoint
CREATE INDEX `api_keys_workspace` ON `api_keys` (`workspace_id`,`created_at_ms`);--> statement-breakpoint
CREATE TABLE `instance_settings` (
	`key` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `mailbox_messages` (
	`id` text PRIMARY KEY NOT NULL,
	`recipient` text NOT NULL,
	`subject` text NOT NULL,
	`html` text NOT NULL,
	`text` text NOT NULL,
	`created_at_ms` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `mailbox_messages_time` ON `mailbox_messages` (`created_at_ms`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`workspace_id` text NOT NULL,
	`user_agent` text DEFAULT '' NOT NULL,
	`created_at_ms` integer NOT NULL,
	`last_seen_at_ms` integer NOT NULL,
	`expires_at_ms` integer NOT NULL,
	`revoked_at_ms` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `sessions_user` ON `sessions` (`user_id`,`created_at_ms`);--> statement-breakpoint
CREATE TABLE `single_use_tokens` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`type` text NOT NULL,
	`workspace_id` text NOT NULL,
	`user_id` text NOT NULL,
	`api_key_id` text,
	`expires_at_ms` integer NOT NULL,
	`used_at_ms` integer
);
--> statement-breakpoint
CREATE TABLE `users` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`password_hash` text NOT NULL,
	`first_name` text DEFAULT '' NOT NULL,
	`public_user_id` text NOT NULL,
	`public_user_name` text DEFAULT '' NOT NULL,
	`locale` text DEFAULT 'en' NOT NULL,
	`email_verified_at_ms` integer,
	`agrees_to_product_updates` integer DEFAULT false NOT NULL,
	`created_at_ms` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_email` ON `users` (`email`);--> statement-breakpoint
CREATE UNIQUE INDEX `users_public_user_id` ON `users` (`public_user_id`);--> statement-breakpoint
CREATE TABLE `credit_reservations` (
	`request_id` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`characters` integer NOT NULL,
	`charged` integer DEFAULT 0 NOT NULL,
	`state` text NOT NULL,
	`created_at_ms` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `credit_reservations_open` ON `credit_reservations` (`state`,`created_at_ms`);--> statement-breakpoint
CREATE TABLE `subscriptions` (
	`workspace_id` text PRIMARY KEY NOT NULL,
	`tier` text DEFAULT 'free' NOT NULL,
	`status` text DEFAULT 'free' NOT NULL,
	`currency` text DEFAULT 'usd' NOT NULL,
	`billing_period` text,
	`character_limit` integer NOT NULL,
	`character_count` integer DEFAULT 0 NOT NULL,
	`characters_reserved` integer DEFAULT 0 NOT NULL,
	`period_start_ms` integer NOT NULL,
	`next_reset_ms` integer NOT NULL,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "subscriptions_never_negative" CHECK("subscriptions"."character_count" >= 0 AND "subscriptions"."characters_reserved" >= 0)
);
--> statement-breakpoint
CREATE TABLE `usage_days` (
	`workspace_id` text NOT NULL,
	`day` text NOT NULL,
	`voice_id` text NOT NULL,
	`model_id` text NOT NULL,
	`source` text NOT NULL,
	`user_id` text NOT NULL,
	`characters` integer DEFAULT 0 NOT NULL,
	`requests` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`workspace_id`, `day`, `voice_id`, `model_id`, `source`, `user_id`)
);
--> statement-breakpoint
CREATE TABLE `audio_files` (
	`id` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`fingerprint` text NOT NULL,
	`audio_key` text NOT NULL,
	`timings_key` text NOT NULL,
	`output_format` text NOT NULL,
	`content_type` text NOT NULL,
	`bytes` integer NOT NULL,
	`duration_ms` integer NOT NULL,
	`peaks` text NOT NULL,
	`created_at_ms` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `audio_files_fingerprint` ON `audio_files` (`workspace_id`,`fingerprint`);--> statement-breakpoint
CREATE TABLE `history_archives` (
	`id` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`user_id` text NOT NULL,
	`item_ids` text NOT NULL,
	`output_format` text NOT NULL,
	`state` text NOT NULL,
	`items_done` integer DEFAULT 0 NOT NULL,
	`archive_key` text,
	`error` text,
	`created_at_ms` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `history_archives_workspace` ON `history_archives` (`workspace_id`,`created_at_ms`);--> statement-breakpoint
CREATE TABLE `history_items` (
	`id` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`user_id` text NOT NULL,
	`request_id` text NOT NULL,
	`audio_file_id` text NOT NULL,
	`voice_id` text NOT NULL,
	`voice_name` text NOT NULL,
	`voice_category` text NOT NULL,
	`model_id` text NOT NULL,
	`text` text NOT NULL,
	`dialogue` text,
	`settings` text NOT NULL,
	`source` text NOT NULL,
	`language` text DEFAULT '' NOT NULL,
	`seed` integer,
	`character_count_from` integer NOT NULL,
	`character_count_to` integer NOT NULL,
	`feedback` text,
	`created_at_ms` integer NOT NULL,
	`deleted_at_ms` integer,
	FOREIGN KEY (`audio_file_id`) REFERENCES `audio_files`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `history_items_request` ON `history_items` (`workspace_id`,`request_id`);--> statement-breakpoint
CREATE INDEX `history_items_time` ON `history_items` (`workspace_id`,`created_at_ms`,`id`);--> statement-breakpoint
CREATE INDEX `history_items_voice` ON `history_items` (`workspace_id`,`voice_id`,`created_at_ms`);--> statement-breakpoint
CREATE INDEX `history_items_audio_file` ON `history_items` (`audio_file_id`);--> statement-breakpoint
CREATE TABLE `voice_settings` (
	`workspace_id` text NOT NULL,
	`voice_id` text NOT NULL,
	`stability` real NOT NULL,
	`similarity_boost` real NOT NULL,
	`style` real NOT NULL,
	`use_speaker_boost` integer NOT NULL,
	`speed` real NOT NULL,
	PRIMARY KEY(`workspace_id`, `voice_id`)
);
--> statement-breakpoint
CREATE TABLE `workspace_members` (
	`workspace_id` text NOT NULL,
	`user_id` text NOT NULL,
	`role` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	PRIMARY KEY(`workspace_id`, `user_id`),
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `workspaces` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`owner_id` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	FOREIGN KEY (`owner_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
