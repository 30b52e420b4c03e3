/**
 * Reads SQL as far as binding needs it: where parameters, words and commas stand outside strings and comments.
 * Source: the tokens of https://www.sqlite.org/lang_expr.html and https://www.sqlite.org/lang_comment.html.
 */
export interface SqlToken {
  kind: "word" | "parameter" | "punctuation" | "quoted";
  text: string;
  start: number;
  end: number;
  /** How many parentheses are open around it. */
  depth: number;
}

const TOKEN =
  /--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|'(?:[^']|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\]|\?\d*|[:@$][A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*|[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*|\d[\w.]*|[^\s]/g;

/** All tokens of a statement, comments left out. */
export function scanSql(sql: string): SqlToken[] {
  const tokens: SqlToken[] = [];
  let depth = 0;
  for (const match of sql.matchAll(TOKEN)) {
    const text = match[0];
    const first = text[0]!;
    if (text.startsWith("--") || text.startsWith("/*")) continue;
    if (text === ")") depth--;
    const kind =
      first === "?" || (text.length > 1 && /[:@$]/.test(first))
        ? "parameter"
        : /['"`[]/.test(first)
          ? "quoted"
          : /[A-Za-z_\u0080-\uffff]/.test(first)
            ? "word"
            : "punctuation";
    tokens.push({ kind, text, start: match.index, end: match.index + text.length, depth });
    if (text === "(") depth++;
  }
  return tokens;
}

export type StatementKind = "read" | "write" | "other";

const KIND_BY_VERB: Record<string, StatementKind> = {
  SELECT: "read",
  VALUES: "read",
  PRAGMA: "other",
  EXPLAIN: "other",
  INSERT: "write",
  REPLACE: "write",
  UPDATE: "write",
  DELETE: "write",
};

/** Whether a statement reads, changes rows, or does something else (schema, pragma). Looks behind `WITH`. */
export function statementKind(sql: string): StatementKind {
  const verb = /^\s*([A-Za-z]+)/.exec(sql)?.[1]?.toUpperCase();
  if (verb !== undefined && verb !== "WITH") return KIND_BY_VERB[verb] ?? "other";
  for (const token of scanSql(sql)) {
    const kind = token.kind === "word" && token.depth === 0 ? KIND_BY_VERB[token.text.toUpperCase()] : undefined;
    if (kind) return kind;
  }
  return "other";
}

const encodeExactly = (expression: string) =>
  `CASE typeof(${expression}) WHEN 'integer' THEN 'i' || (${expression}) WHEN 'text' THEN 't' || (${expression}) ELSE (${expression}) END`;

const quoteName = (name: string) => `"${name.replaceAll('"', '""')}"`;

/**
 * The same SELECT with every integer spelled out as `i<digits>` and every text as `t<text>`, since the object's SQL
 * interface gives integers as doubles. Reals, blobs and NULL stay as they are.
 */
export function exactSelect(sql: string, columnCount: number): string {
  const names = Array.from({ length: columnCount }, (_, i) => `c${i}`);
  return `WITH exact(${names.join(", ")}) AS (${withoutSemicolon(sql)}\n) SELECT ${names.map(encodeExactly).join(", ")} FROM exact`;
}

/** The same for the rows that `RETURNING` gives; `columns` are the names a plain run reported. */
export function exactReturning(sql: string, columns: string[]): string {
  const tokens = scanSql(withoutSemicolon(sql));
  const at = tokens.findLastIndex((t) => t.kind === "word" && t.depth === 0 && t.text.toUpperCase() === "RETURNING");
  const returning = tokens[at]!;
  const items: SqlToken[][] = [[]];
  for (const token of tokens.slice(at + 1)) {
    if (token.text === "," && token.depth === 0) items.push([]);
    else items.at(-1)!.push(token);
  }
  const expressions = items.flatMap((item) => {
    if (item.length === 1 && item[0]!.text === "*") {
      // A star stands for as many columns as the other items leave over.
      const before = items.indexOf(item);
      return columns.slice(before, columns.length - (items.length - before - 1)).map(quoteName);
    }
    const alias = item.findLastIndex((t) => t.kind === "word" && t.depth === 0 && t.text.toUpperCase() === "AS");
    const end = alias > 0 ? item[alias - 1]!.end : item.at(-1)!.end;
    return [sql.slice(item[0]!.start, end)];
  });
  return `${sql.slice(0, returning.end)} ${expressions.map(encodeExactly).join(", ")}`;
}

function withoutSemicolon(sql: string): string {
  const last = scanSql(sql).findLast((token) => token.text !== ";");
  return last ? sql.slice(0, last.end) : sql;
}
