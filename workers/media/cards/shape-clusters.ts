/** Turns runs into clusters: the smallest parts of a text that have a place of their own. */
import type { FontStore } from "../fonts/font-store";
import { JAPANESE, lineHeightOf, SIMPLIFIED_CHINESE, scaleOf } from "../fonts/script-fonts";
import type { Run } from "./choose-fonts";
import { tightenPunctuation } from "./tighten-punctuation";

/** A glyph relative to the beginning of its cluster; lengths for a size of one. */
export interface ClusterGlyph {
  /** SVG path data in the font's units, y downward. */
  outline: string;
  /** From the font's units. */
  scale: number;
  x: number;
  y: number;
}

export interface Cluster {
  /** In UTF-16 units of the text. */
  from: number;
  to: number;
  /** For a size of one. */
  width: number;
  level: number;
  isBlank: boolean;
  /** Distance of lines that its font asks for, for a size of one. */
  lineHeight: number;
  /** From left to right. */
  glyphs: ClusterGlyph[];
  /** The width of a square, where the font sets punctuation in squares. */
  emWidth?: number;
}

/** Where punctuation stands in a corner of its square; in traditional Chinese it stands in the middle. */
const FULL_WIDTH_FAMILIES = new Set([JAPANESE, SIMPLIFIED_CHINESE]);

/** Clusters in logical order. */
export function shapeClusters(text: string, runs: readonly Run[], fonts: FontStore): Promise<Cluster[]> {
  return fonts.withFaces(runs, (faceOf) => {
    const clusters: Cluster[] = [];
    for (const run of runs) {
      const face = faceOf(run);
      const scale = scaleOf(run.family) / face.unitsPerEm;
      const isRightToLeft = run.level % 2 === 1;
      const shaped = fonts.harfbuzz.shape(face, { ...run, text, isRightToLeft });
      const starts = [...new Set(shaped.map((glyph) => glyph.cluster))].sort((a, b) => a - b);
      const found = starts.map((from, i): Cluster => {
        const to = starts[i + 1] ?? run.to;
        const isBlank = text.slice(from, to).trim() === "";
        return { from, to, width: 0, level: run.level, isBlank, lineHeight: lineHeightOf(run.family), glyphs: [] };
      });
      const indexOf = new Map(starts.map((from, i) => [from, i]));
      for (const glyph of shaped) {
        // The box for what a font does not have, here a mark on a letter.
        if (glyph.glyphId === 0) continue;
        const cluster = found[indexOf.get(glyph.cluster)!]!;
        const outline = fonts.harfbuzz.outline(face, glyph.glyphId);
        if (outline !== "") {
          const x = cluster.width + glyph.xOffset * scale;
          cluster.glyphs.push({ outline, scale, x, y: -glyph.yOffset * scale });
        }
        cluster.width += glyph.advance * scale;
      }
      if (FULL_WIDTH_FAMILIES.has(run.family)) for (const cluster of found) cluster.emWidth = scaleOf(run.family);
      clusters.push(...found);
    }
    tightenPunctuation(text, clusters);
    return clusters;
  });
}

/** The same with each cluster at most so wide: a ligature of a whole phrase (﷽) cannot be broken, so it is made smaller. */
export function shrinkWide(clusters: readonly Cluster[], maxWidth: number): Cluster[] {
  return clusters.map((cluster) => {
    if (cluster.width <= maxWidth) return cluster;
    const by = maxWidth / cluster.width;
    const glyphs = cluster.glyphs.map(({ outline, scale, x, y }) => ({
      outline,
      scale: scale * by,
      x: x * by,
      y: y * by,
    }));
    return { ...cluster, width: maxWidth, glyphs };
  });
}
