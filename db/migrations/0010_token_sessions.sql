ALTER TABLE `single_use_tokens` ADD `session_id` text;--> statement-breakpoint
CREATE INDEX `sessions_support_access` ON `sessions` (`support_access_id`) WHERE support_access_id IS NOT NULL;