ALTER TABLE `sessions` ADD `provider_key` text;--> statement-breakpoint
ALTER TABLE `pending_sign_ins` ADD `provider_key` text;