/** Full-text search over history: the index `history_search` is kept by triggers on `history_items`. */
import { type SQL, sql } from "drizzle-orm";
import { historyItems } from "./schema/history";

/**
 * The condition "this history item of the workspace contains these words", for a query over `history_items`.
 * Words are matched in any order, without regard to case and accents, the last one also as a beginning.
 * Blank searches are no condition (undefined); one of signs alone finds nothing, since only words are kept.
 */
export function historyMatches(workspaceId: string, search: string): SQL | undefined {
  if (search.trim() === "") return undefined;
  const expression = historySearchExpression(workspaceId, search);
  if (expression === undefined) return sql`FALSE`;
  return sql`${historyItems.id} IN (SELECT history_search_keys.history_item_id FROM history_search JOIN history_search_keys ON history_search_keys.id = history_search.rowid WHERE history_search MATCH ${expression})`;
}

/**
 * The FTS5 expression for `historyMatches`. The workspace is part of it, so that a common word is looked up among the
 * workspace's own items. Everything typed is quoted: no character of it is an operator.
 * Source: https://www.sqlite.org/fts5.html#full_text_query_syntax
 */
function historySearchExpression(workspaceId: string, search: string): string | undefined {
  const words = search.normalize("NFC").match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  if (words.length === 0) return undefined;
  const phrases = words.map((word, i) => (i === words.length - 1 ? `"${word}" *` : `"${word}"`));
  return `workspace_id : "${workspaceId.replaceAll('"', "")}" AND {text voice_name} : (${phrases.join(" AND ")})`;
}
