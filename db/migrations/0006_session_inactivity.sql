ALTER TABLE `security_events` ADD `detail` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `workspaces` ADD `session_inactivity_timeout_seconds` integer;