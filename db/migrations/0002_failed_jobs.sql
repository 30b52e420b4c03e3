CREATE TABLE `failed_jobs` (
	`id` text PRIMARY KEY NOT NULL,
	`type` text NOT NULL,
	`body` text NOT NULL,
	`attempts` integer NOT NULL,
	`failed_at_ms` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `failed_jobs_time` ON `failed_jobs` (`failed_at_ms`);