/**
 * Chinese and Japanese punctuation fills half of a square. Where two such marks meet, the empty halves between them make a
 * hole in the line; printers set them closer, and so do we.
 */
import type { Cluster } from "./shape-clusters";

/** Marks whose right half is empty, and whose left half is. */
const CLOSING = new Set("、。，．：；！？”’）】》〉」』〕］｝");
const OPENING = new Set("“‘（【《〈「『〔［｛");
/** Narrower glyphs are not set in squares. */
const LEAST_SQUARE = 0.9;

/** Changes clusters in place. */
export function tightenPunctuation(text: string, clusters: readonly Cluster[]): void {
  for (let i = 0; i + 1 < clusters.length; i++) {
    const [left, right] = [clusters[i]!, clusters[i + 1]!];
    if (!isSquare(left) || !isSquare(right) || left.to !== right.from) continue;
    const [before, after] = [text.slice(left.from, left.to), text.slice(right.from, right.to)];
    if (CLOSING.has(before) && (CLOSING.has(after) || OPENING.has(after))) left.width -= left.emWidth! / 2;
    else if (OPENING.has(before) && OPENING.has(after)) {
      right.width -= right.emWidth! / 2;
      for (const glyph of right.glyphs) glyph.x -= right.emWidth! / 2;
    }
  }
}

const isSquare = ({ width, emWidth }: Cluster): boolean => emWidth !== undefined && width > emWidth * LEAST_SQUARE;
