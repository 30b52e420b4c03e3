-- A dialogue's row has the name of its first voice alone; it is found by those of all.
DROP TRIGGER `history_search_insert`;--> statement-breakpoint
DROP TRIGGER `history_search_update`;--> statement-breakpoint
CREATE TRIGGER `history_search_insert` AFTER INSERT ON `history_items` BEGIN
	INSERT INTO `history_search_keys` (`history_item_id`) VALUES (new.`id`);
	INSERT INTO `history_search` (rowid, `workspace_id`, `text`, `voice_name`) SELECT `id`, new.`workspace_id`, new.`text`, coalesce((SELECT group_concat(DISTINCT json_extract(line.value, '$.voiceName')) FROM json_each(CASE WHEN json_valid(new.`dialogue`) THEN new.`dialogue` END) AS line), new.`voice_name`) FROM `history_search_keys` WHERE `history_item_id` = new.`id`;
END;--> statement-breakpoint
CREATE TRIGGER `history_search_update` AFTER UPDATE OF `workspace_id`, `text`, `voice_name`, `dialogue` ON `history_items` BEGIN
	UPDATE `history_search` SET `workspace_id` = new.`workspace_id`, `text` = new.`text`, `voice_name` = coalesce((SELECT group_concat(DISTINCT json_extract(line.value, '$.voiceName')) FROM json_each(CASE WHEN json_valid(new.`dialogue`) THEN new.`dialogue` END) AS line), new.`voice_name`) WHERE rowid = (SELECT `id` FROM `history_search_keys` WHERE `history_item_id` = new.`id`);
END;--> statement-breakpoint
DELETE FROM `history_search` WHERE rowid IN (SELECT k.`id` FROM `history_items` h JOIN `history_search_keys` k ON k.`history_item_id` = h.`id` WHERE h.`dialogue` IS NOT NULL);--> statement-breakpoint
INSERT INTO `history_search` (rowid, `workspace_id`, `text`, `voice_name`) SELECT k.`id`, h.`workspace_id`, h.`text`, coalesce((SELECT group_concat(DISTINCT json_extract(line.value, '$.voiceName')) FROM json_each(CASE WHEN json_valid(h.`dialogue`) THEN h.`dialogue` END) AS line), h.`voice_name`) FROM `history_items` h JOIN `history_search_keys` k ON k.`history_item_id` = h.`id` WHERE h.`dialogue` IS NOT NULL;
