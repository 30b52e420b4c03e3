CREATE TABLE `history_search_keys` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`history_item_id` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `history_search_keys_item` ON `history_search_keys` (`history_item_id`);--> statement-breakpoint
CREATE VIRTUAL TABLE `history_search` USING fts5(`workspace_id`, `text`, `voice_name`, content='', contentless_delete=1, prefix='2 3', tokenize='unicode61 remove_diacritics 2');--> statement-breakpoint
INSERT INTO `history_search_keys` (`history_item_id`) SELECT `id` FROM `history_items` ORDER BY `created_at_ms`, `id`;--> statement-breakpoint
INSERT INTO `history_search` (rowid, `workspace_id`, `text`, `voice_name`) SELECT k.`id`, h.`workspace_id`, h.`text`, h.`voice_name` FROM `history_items` h JOIN `history_search_keys` k ON k.`history_item_id` = h.`id`;--> statement-breakpoint
CREATE TRIGGER `history_search_insert` AFTER INSERT ON `history_items` BEGIN
	INSERT INTO `history_search_keys` (`history_item_id`) VALUES (new.`id`);
	INSERT INTO `history_search` (rowid, `workspace_id`, `text`, `voice_name`) SELECT `id`, new.`workspace_id`, new.`text`, new.`voice_name` FROM `history_search_keys` WHERE `history_item_id` = new.`id`;
END;--> statement-breakpoint
CREATE TRIGGER `history_search_update` AFTER UPDATE OF `workspace_id`, `text`, `voice_name` ON `history_items` BEGIN
	UPDATE `history_search` SET `workspace_id` = new.`workspace_id`, `text` = new.`text`, `voice_name` = new.`voice_name` WHERE rowid = (SELECT `id` FROM `history_search_keys` WHERE `history_item_id` = new.`id`);
END;--> statement-breakpoint
CREATE TRIGGER `history_search_delete` AFTER DELETE ON `history_items` BEGIN
	DELETE FROM `history_search` WHERE rowid = (SELECT `id` FROM `history_search_keys` WHERE `history_item_id` = old.`id`);
	DELETE FROM `history_search_keys` WHERE `history_item_id` = old.`id`;
END;
