/** Full-text search over history: the index `history_search` is kept by triggers on `history_items`. */
import { and, type SQL, sql } from "drizzle-orm";
import { UNSPACED } from "../app/lib/unspaced-scripts";
import { historyItems } from "./schema/history";

/**
 * The condition "this history item of the workspace contains these words", for a query over `history_items`.
 * Words are matched in any order, without regard to case and accents, the last one also as a beginning; those of scripts that
 * are written without spaces anywhere, since the index takes what stands between two spaces for one word.
 * Blank searches are no condition (undefined); one of signs alone finds nothing, since only words are kept.
 */
export function historyMatches(workspaceId: string, search: string): SQL | undefined {
  if (search.trim() === "") return undefined;
  const words = search.normalize("NFC").match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  if (words.length === 0) return sql`FALSE`;
  const spaced = words.filter((word) => !UNSPACED.test(word));
  const unspaced = words.filter((word) => UNSPACED.test(word));
  return and(
    spaced.length > 0 ? isIndexed(historySearchExpression(workspaceId, spaced)) : undefined,
    unspaced.length > 0 ? hasParts(workspaceId, unspaced) : undefined,
  );
}

function isIndexed(expression: string): SQL {
  return sql`${historyItems.id} IN (SELECT history_search_keys.history_item_id FROM history_search JOIN history_search_keys ON history_search_keys.id = history_search.rowid WHERE history_search MATCH ${expression})`;
}

/**
 * Read from all of the workspace's texts. Not by LIKE, of which patterns are short in an object's database; as one value, as
 * there a statement takes a hundred at most.
 */
function hasParts(workspaceId: string, words: readonly string[]): SQL {
  const has = (column: unknown) => sql`instr(lower(${column}), lower(word.value)) > 0`;
  return sql`${historyItems.workspaceId} = ${workspaceId} AND NOT EXISTS (SELECT 1 FROM json_each(${JSON.stringify(words)}) AS word WHERE (${has(historyItems.text)} OR ${has(historyItems.voiceName)} OR ${has(historyItems.dialogue)}) IS NOT TRUE)`;
}

/**
 * The FTS5 expression for these words. The workspace is part of it, so that a common word is looked up among the
 * workspace's own items. Everything typed is quoted: no character of it is an operator.
 * Source: https://www.sqlite.org/fts5.html#full_text_query_syntax
 */
function historySearchExpression(workspaceId: string, words: readonly string[]): string {
  const phrases = words.map((word, i) => (i === words.length - 1 ? `"${word}" *` : `"${word}"`));
  return `workspace_id : "${workspaceId.replaceAll('"', "")}" AND {text voice_name} : (${phrases.join(" AND ")})`;
}
