CREATE TABLE `completed_jobs` (
	`id` text PRIMARY KEY NOT NULL,
	`completed_at_ms` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `completed_jobs_time` ON `completed_jobs` (`completed_at_ms`);--> statement-breakpoint
CREATE INDEX `history_items_deleted` ON `history_items` (`deleted_at_ms`) WHERE deleted_at_ms IS NOT NULL;