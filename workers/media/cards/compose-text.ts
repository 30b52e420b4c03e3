/**
 * Sets text of any script into a box: fonts, shaping, both directions, lines, a size that fits, or a cut at a word. What comes
 * out is glyph outlines with places, which `glyphsSvg` writes as SVG; each knows what part of the text it shows, so that
 * words can be lit.
 */
import type { FontStore } from "../fonts/font-store";
import type { TypeRole } from "../fonts/script-fonts";
import { type BreakKind, balanceLines, breakLines, findBreaks, type LineRange, visualOrder } from "./break-lines";
import { chooseFonts } from "./choose-fonts";
import { type CleanText, cleanText } from "./clean-text";
import { type DirectedText, type Direction, directText, readsRightToLeftAt } from "./paragraph-direction";
import { type Cluster, shapeClusters, shrinkWide } from "./shape-clusters";

export interface TextBox {
  widthPx: number;
  heightPx: number;
}

export interface TextStyle {
  role: TypeRole;
  /** Sizes to try, the largest first. */
  sizesPx: readonly number[];
  /** Lines as equal in length as can be. */
  isBalanced?: boolean;
  /** Fewer lines than the box has room for. */
  maxLines?: number;
  /** Of the paragraph in whose middle the text begins; each other one has its own. */
  firstDirection?: Direction;
}

export interface PlacedGlyph {
  /** SVG path data in units of `scale` pixels, y downward. */
  outline: string;
  scale: number;
  /** From the box's left and top edge. */
  xPx: number;
  yPx: number;
  /** What it shows of the text as given, in UTF-16 units: from here up to `to`. */
  from: number;
  to: number;
}

export interface ComposedLine {
  leftPx: number;
  widthPx: number;
  baselinePx: number;
  /** By its paragraph; it then stands at the right edge of the box. */
  isRightToLeft: boolean;
  /** What it shows of the text as given, in UTF-16 units. */
  from: number;
  to: number;
  /** From left to right. */
  glyphs: PlacedGlyph[];
}

export interface ComposedText {
  /** Empty when nothing of the text can be shown. */
  lines: ComposedLine[];
  sizePx: number;
  lineHeightPx: number;
  /** Of the widest line. */
  widthPx: number;
  heightPx: number;
  /** The text did not fit, and ends with an ellipsis. */
  isCut: boolean;
}

/** The narrowest that UTF-16 units are on average, in sizes. What cannot fit by that is cut before it is measured. */
const NARROWEST_UNIT = 0.12;
/** An ellipsis is not wider than a size in any of the fonts. */
const ELLIPSIS_WIDTH = 1;
const ELLIPSIS = "…";
const MAX_CUTS = 12;
/** From the middle of a line down to the baseline, in sizes: half the height of a capital letter. */
const BASELINE_BELOW_MIDDLE = 0.34;

/**
 * The text in the largest of the sizes in which it fits, otherwise its beginning in the smallest.
 * @throws Error when a font cannot be loaded.
 */
export async function composeText(
  text: string,
  box: TextBox,
  style: TextStyle,
  fonts: FontStore,
): Promise<ComposedText> {
  const whole = cleanText(text);
  const sizePx = style.sizesPx.at(-1) ?? 16;
  const widest = box.widthPx / sizePx;
  const maxUnits = Math.ceil((linesIn(box, sizePx, style.maxLines) * box.widthPx) / sizePx / NARROWEST_UNIT);
  const isLong = whole.text.length > maxUnits;
  let measured = await measure(isLong ? cutAt(whole, maxUnits) : whole, widest, style, fonts);
  if (!isLong)
    for (const triedPx of style.sizesPx) {
      const lines = fitLines(measured, triedPx, box, style);
      if (lines) return place(measured, lines, triedPx, box, false);
    }
  for (let end = cutFor(measured, sizePx, box, style), cuts = 0; cuts < MAX_CUTS && end > 0; cuts++) {
    const shortened = await measure(cutAt(measured.clean, end), widest, style, fonts);
    const lines = fitLines(shortened, sizePx, box, style);
    if (lines) return place(shortened, lines, sizePx, box, true);
    measured = { ...measured, clusters: measured.clusters.filter((cluster) => cluster.to <= end - 1) };
    end = cutFor(measured, sizePx, box, style);
  }
  return place(await measure(cleanText(ELLIPSIS), widest, style, fonts), [], sizePx, box, true);
}

/**
 * The whole text in one size, as many boxes as it takes.
 * @throws Error when a font cannot be loaded.
 */
export async function composePages(
  text: string,
  box: TextBox,
  style: Omit<TextStyle, "sizesPx"> & { sizePx: number },
  fonts: FontStore,
): Promise<ComposedText[]> {
  const width = box.widthPx / style.sizePx;
  const measured = await measure(cleanText(text), width, style, fonts);
  const lines = breakLines(measured.clusters, measured.breaks, width);
  const perPage = linesIn(box, measured.lineHeight * style.sizePx, style.maxLines);
  const pages: ComposedText[] = [];
  for (let i = 0; i < lines.length; i += perPage)
    pages.push(place(measured, lines.slice(i, i + perPage), style.sizePx, box, false));
  return pages;
}

/** Paths of glyphs, for a group that has their fill. */
export function glyphsSvg(glyphs: Iterable<PlacedGlyph>): string {
  let svg = "";
  for (const { outline, scale, xPx, yPx } of glyphs)
    svg += `<path transform="matrix(${scale} 0 0 ${scale} ${xPx.toFixed(2)} ${yPx.toFixed(2)})" d="${outline}"/>`;
  return svg;
}

interface Measured {
  clean: CleanText;
  clusters: readonly Cluster[];
  breaks: readonly BreakKind[];
  /** In sizes. */
  lineHeight: number;
  paragraphs: DirectedText["paragraphs"];
}

/** No cluster is wider than a line of the smallest size, `widest`, which is given in sizes. */
async function measure(
  clean: CleanText,
  widest: number,
  { role, firstDirection }: Pick<TextStyle, "role" | "firstDirection">,
  fonts: FontStore,
): Promise<Measured> {
  const { levels, paragraphs } = directText(clean.text, firstDirection);
  const runs = await chooseFonts(clean.text, levels, role, fonts);
  const clusters = shrinkWide(await shapeClusters(clean.text, runs, fonts), widest);
  const lineHeight = clusters.reduce((most, cluster) => Math.max(most, cluster.lineHeight), 1);
  return { clean, clusters, breaks: findBreaks(clean.text, clusters), lineHeight, paragraphs };
}

function linesIn(box: TextBox, lineHeightPx: number, maxLines = Number.POSITIVE_INFINITY): number {
  return Math.max(1, Math.min(maxLines, Math.floor(box.heightPx / lineHeightPx)));
}

/** Null when there are more lines than there is room for. */
function fitLines(measured: Measured, sizePx: number, box: TextBox, style: TextStyle): LineRange[] | null {
  const { clusters, breaks, lineHeight } = measured;
  const lines = breakLines(clusters, breaks, box.widthPx / sizePx);
  if (lines.length > linesIn(box, lineHeight * sizePx, style.maxLines)) return null;
  if (sizePx !== style.sizesPx.at(-1)) {
    // A word that is broken for want of room asks for a smaller size, and so does a line that is wider or higher than the box.
    if (lines.some((line) => line.from > 0 && breaks[line.from] === "none")) return null;
    if (lines.some((line) => line.width * sizePx > box.widthPx + 0.001)) return null;
    if (lineHeight * sizePx > box.heightPx) return null;
  }
  return style.isBalanced ? balanceLines(clusters, breaks, lines, box.widthPx / sizePx) : lines;
}

/** Where in the clean text it has to end so that an ellipsis fits behind it: at a word, if that leaves most of a line. */
function cutFor(measured: Measured, sizePx: number, box: TextBox, style: TextStyle): number {
  const { clusters, breaks, lineHeight } = measured;
  const width = box.widthPx / sizePx;
  const lines = breakLines(clusters, breaks, width).slice(0, linesIn(box, lineHeight * sizePx, style.maxLines));
  const last = lines.at(-1);
  if (!last) return 0;
  let end = last.from;
  for (let used = 0; end < last.to && used + clusters[end]!.width <= width - ELLIPSIS_WIDTH; end++)
    used += clusters[end]!.width;
  const wordEnd = lastBreakUpTo(breaks, last.from, end);
  const cut = wordEnd > last.from ? wordEnd : end;
  return clusters[Math.min(cut, clusters.length) - 1]?.to ?? 0;
}

function lastBreakUpTo(breaks: readonly BreakKind[], from: number, end: number): number {
  for (let i = end; i > from; i--) if (breaks[i] !== "none") return i;
  return from;
}

const BEFORE_ELLIPSIS = /[\s\p{Cf}\p{Pd}.,:;!?،؛。、，；：！？…·]+$/u;

function cutAt({ text, sourceAt }: CleanText, end: number): CleanText {
  const kept = text.slice(0, end).replace(BEFORE_ELLIPSIS, "");
  const source = sourceAt[kept.length] ?? 0;
  return { text: kept + ELLIPSIS, sourceAt: Uint32Array.from([...sourceAt.subarray(0, kept.length), source, source]) };
}

function place(
  measured: Measured,
  lines: readonly LineRange[],
  sizePx: number,
  box: TextBox,
  isCut: boolean,
): ComposedText {
  const { clusters, clean } = measured;
  const lineHeightPx = measured.lineHeight * sizePx;
  const composed = lines.map((line, i): ComposedLine => {
    const widthPx = line.width * sizePx;
    const isRightToLeft = readsRightToLeftAt(measured, clusters[line.from]!.from);
    const leftPx = isRightToLeft ? box.widthPx - widthPx : 0;
    const baselinePx = (i + 0.5) * lineHeightPx + BASELINE_BELOW_MIDDLE * sizePx;
    const glyphs: PlacedGlyph[] = [];
    let x = leftPx;
    for (const index of visualOrder(clusters, line)) {
      const cluster = clusters[index]!;
      const [from, to] = [clean.sourceAt[cluster.from]!, clean.sourceAt[cluster.to]!];
      for (const glyph of cluster.glyphs) {
        const [xPx, yPx] = [x + glyph.x * sizePx, baselinePx + glyph.y * sizePx];
        glyphs.push({ outline: glyph.outline, scale: glyph.scale * sizePx, xPx, yPx, from, to });
      }
      x += cluster.width * sizePx;
    }
    const from = clean.sourceAt[clusters[line.from]!.from]!;
    const to = clean.sourceAt[clusters[line.to - 1]!.to]!;
    return { leftPx, widthPx, baselinePx, isRightToLeft, from, to, glyphs };
  });
  const widthPx = Math.max(0, ...composed.map((line) => line.widthPx));
  return {
    lines: composed,
    sizePx,
    lineHeightPx,
    widthPx,
    heightPx: lines.length * lineHeightPx,
    isCut,
  };
}
