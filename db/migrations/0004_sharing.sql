CREATE TABLE `analytics_days` (
	`workspace_id` text NOT NULL,
	`day` text NOT NULL,
	`name` text NOT NULL,
	`count` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`workspace_id`, `day`, `name`)
);
--> statement-breakpoint
CREATE TABLE `share_cards` (
	`workspace_id` text NOT NULL,
	`history_item_id` text NOT NULL,
	`theme` text NOT NULL,
	`fingerprint` text NOT NULL,
	`card_key` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	PRIMARY KEY(`workspace_id`, `history_item_id`, `theme`)
);
--> statement-breakpoint
CREATE TABLE `share_plays` (
	`share_id` text NOT NULL,
	`day` text NOT NULL,
	`visitor` text NOT NULL,
	PRIMARY KEY(`share_id`, `day`, `visitor`)
);
--> statement-breakpoint
CREATE INDEX `share_plays_day` ON `share_plays` (`day`);--> statement-breakpoint
CREATE TABLE `share_videos` (
	`id` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`history_item_id` text NOT NULL,
	`theme` text NOT NULL,
	`shape` text NOT NULL,
	`fingerprint` text NOT NULL,
	`state` text NOT NULL,
	`progress` real DEFAULT 0 NOT NULL,
	`attempt` integer DEFAULT 1 NOT NULL,
	`video_key` text,
	`bytes` integer,
	`error` text,
	`created_at_ms` integer NOT NULL,
	`updated_at_ms` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `share_videos_item` ON `share_videos` (`workspace_id`,`history_item_id`,`theme`,`shape`);--> statement-breakpoint
CREATE INDEX `share_videos_unfinished` ON `share_videos` (`created_at_ms`) WHERE state IN ('queued', 'running');--> statement-breakpoint
CREATE TABLE `shares` (
	`id` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`history_item_id` text NOT NULL,
	`user_id` text NOT NULL,
	`allows_download` integer DEFAULT false NOT NULL,
	`is_indexed` integer DEFAULT false NOT NULL,
	`expires_at_ms` integer,
	`play_count` integer DEFAULT 0 NOT NULL,
	`created_at_ms` integer NOT NULL,
	`updated_at_ms` integer NOT NULL,
	`revoked_at_ms` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `shares_open` ON `shares` (`workspace_id`,`history_item_id`) WHERE revoked_at_ms IS NULL;--> statement-breakpoint
CREATE TABLE `workspace_features` (
	`workspace_id` text NOT NULL,
	`name` text NOT NULL,
	`is_on` integer NOT NULL,
	`updated_at_ms` integer NOT NULL,
	PRIMARY KEY(`workspace_id`, `name`),
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade
);
