/** Breaks clusters into lines. Widths are for a size of one, so a box is given in sizes too. */
import LineBreaker from "linebreak";
import type { Cluster } from "./shape-clusters";

/** Clusters `from` up to `to`, without the blanks at the end. */
export interface LineRange {
  from: number;
  to: number;
  width: number;
}

/** Why a line may end before a cluster. */
export type BreakKind = "none" | "allowed" | "required";

const HANGUL_SYLLABLE = /[\uac00-\ud7a3]/;
const IDEOGRAPHS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
/** Ends no word, though word lists think so. */
const SMALL_TSU = /[っッ]/;
/** Scripts without spaces, in which lines are broken by word lists alone. */
const WITHOUT_SPACES = /[\p{Script=Thai}\p{Script=Myanmar}]/u;
const words = new Intl.Segmenter("ja", { granularity: "word" });
/** Rounding must not break a line that was measured to fit. */
const TOLERANCE = 1e-6;

/**
 * For each cluster whether a line may end before it, by Unicode's rules; Korean is broken between words only, and Chinese and
 * Japanese where a word begins, as far as words are known.
 */
export function findBreaks(text: string, clusters: readonly Cluster[]): BreakKind[] {
  const kinds = new Map<number, BreakKind>();
  const wordStarts = IDEOGRAPHS.test(text) || WITHOUT_SPACES.test(text) ? startsOfWords(text) : new Set<number>();
  const breaker = new LineBreaker(text);
  for (let found = breaker.nextBreak(); found; found = breaker.nextBreak()) {
    const { position, required } = found;
    if (HANGUL_SYLLABLE.test(text[position - 1] ?? "") && HANGUL_SYLLABLE.test(text[position] ?? "")) continue;
    if (!required && IDEOGRAPHS.test(text[position] ?? "") && !wordStarts.has(position)) continue;
    if (SMALL_TSU.test(text[position - 1] ?? "")) continue;
    kinds.set(position, required && position < text.length ? "required" : "allowed");
  }
  for (const position of wordStarts)
    if (WITHOUT_SPACES.test(text[position - 1] ?? "") && WITHOUT_SPACES.test(text[position] ?? ""))
      kinds.set(position, "allowed");
  // A break may fall on something that is not shown; then it counts for what is shown next.
  let pending = 0;
  const positions = [...kinds.keys()].sort((a, b) => a - b);
  return clusters.map((cluster, i) => {
    let kind: BreakKind = "none";
    while (pending < positions.length && positions[pending]! <= cluster.from) {
      const next = kinds.get(positions[pending++]!)!;
      if (kind !== "required") kind = next;
    }
    return i === 0 ? "none" : kind;
  });
}

function startsOfWords(text: string): Set<number> {
  const starts = new Set<number>();
  for (const { index } of words.segment(text)) starts.add(index);
  return starts;
}

/** Fills lines one after another. What is wider than a line is broken between any two clusters. */
export function breakLines(clusters: readonly Cluster[], breaks: readonly BreakKind[], maxWidth: number): LineRange[] {
  const lines: LineRange[] = [];
  let from = 0;
  let width = 0;
  let lastBreak = 0;
  const endLine = (to: number) => {
    lines.push(trimLine(clusters, from, to));
    from = to;
    while (from < clusters.length && clusters[from]!.isBlank && breaks[from] !== "required") from++;
    lastBreak = from;
    width = 0;
  };
  for (let i = 0; i < clusters.length; i++) {
    if (i < from) continue;
    const cluster = clusters[i]!;
    if (breaks[i] === "required" && i > from) endLine(i);
    if (i < from) continue;
    if (breaks[i] !== "none") lastBreak = i;
    if (!cluster.isBlank && i > from && width + cluster.width > maxWidth + TOLERANCE) {
      endLine(lastBreak > from ? lastBreak : i);
      // What was passed since the break belongs to the new line.
      i = from - 1;
      continue;
    }
    width += cluster.width;
  }
  if (from < clusters.length) endLine(clusters.length);
  return lines.filter((line) => line.to > line.from);
}

/** The same number of lines with lengths as equal as can be, so that no word stands alone. */
export function balanceLines(
  clusters: readonly Cluster[],
  breaks: readonly BreakKind[],
  lines: readonly LineRange[],
  maxWidth: number,
): LineRange[] {
  let best = [...lines];
  let low = widestWord(clusters, breaks);
  let high = maxWidth;
  if (low > maxWidth) return best;
  for (let step = 0; step < BALANCE_STEPS; step++) {
    const middle = (low + high) / 2;
    const tried = breakLines(clusters, breaks, middle);
    const widest = Math.max(0, ...tried.map((line) => line.width));
    if (tried.length <= lines.length && widest <= middle + TOLERANCE) {
      best = tried;
      high = middle;
    } else low = middle;
  }
  return best;
}

const BALANCE_STEPS = 9;

/** The widest part that is not broken while lines are as wide. */
function widestWord(clusters: readonly Cluster[], breaks: readonly BreakKind[]): number {
  let widest = 0;
  let width = 0;
  for (const [i, cluster] of clusters.entries()) {
    if (breaks[i] !== "none") width = 0;
    if (!cluster.isBlank) width += cluster.width;
    widest = Math.max(widest, width);
  }
  return widest;
}

function trimLine(clusters: readonly Cluster[], from: number, end: number): LineRange {
  let to = end;
  while (to > from && clusters[to - 1]!.isBlank) to--;
  let width = 0;
  for (let i = from; i < to; i++) width += clusters[i]!.width;
  return { from, to, width };
}

/** Indexes in the order in which they are shown, from left to right (rule L2 of the bidirectional algorithm). */
export function visualOrder(clusters: readonly Cluster[], { from, to }: LineRange): number[] {
  const order = Array.from({ length: to - from }, (_, i) => from + i);
  const levels = order.map((i) => clusters[i]!.level);
  const highest = Math.max(0, ...levels);
  for (let level = highest; level > 0; level--) {
    for (let start = 0; start < order.length; start++) {
      if (clusters[order[start]!]!.level < level) continue;
      let end = start;
      while (end < order.length && clusters[order[end]!]!.level >= level) end++;
      reverse(order, start, end);
      start = end;
    }
  }
  return order;
}

function reverse(order: number[], from: number, to: number): void {
  const part = order.slice(from, to).reverse();
  for (const [i, value] of part.entries()) order[from + i] = value;
}
