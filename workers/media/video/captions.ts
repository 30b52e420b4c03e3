/** The words of a video as captions: what is shown when, set by the text layout of the cards, and where each word stands in it. */
import { type ComposedText, composePages, composeText, glyphsSvg, type PlacedGlyph } from "../cards/compose-text";
import { type Direction, directText, readsRightToLeftAt } from "../cards/paragraph-direction";
import type { FontStore } from "../fonts/font-store";
import type { TimedWord } from "../protocol";
import { FRAMES_PER_SECOND, type VideoLayout } from "./layout";
import { splitIntoPhrases, type WordRange } from "./phrases";

export interface Caption {
  /** Pictures `startFrame` up to `endFrame` show it. */
  startFrame: number;
  endFrame: number;
  words: CaptionWord[];
  /** Its glyphs, white on nothing, as SVG of the caption's size. */
  svg: string;
}

export interface CaptionWord {
  /** From which picture on it is being spoken, and from which on it is spoken. */
  litFrame: number;
  spokenFrame: number;
  /** What it stands on: rarely more than one, for a word that is broken or has parts of both directions. */
  segments: Segment[];
}

/** In the caption: columns of 4 pixels, and rows of 16. */
export interface Segment {
  column: number;
  columns: number;
  row: number;
  rows: number;
}

const COLUMN = 4;
const ROW = 16;
/** A caption comes so long before its first word, where there is a pause. */
const LEAD_SECONDS = 0.25;
/** A word is lit so long at most after its end. */
const AFTERGLOW_SECONDS = 0.3;
/** Fewer lines than that are for the largest sizes only. */
const USUAL_LINES = 3;
const MEASURED_CHARACTERS = 300;
/** No caption has room for more, so that more need not be set to know it. */
const MOST_CHARACTERS = 1000;
/** What ends a paragraph, each as one character. */
const LINE_END = /[\r\v\f\u0085\u2028\u2029]/g;
/** Half of a space, in sizes. */
const HALF_SPACE = 0.12;

/**
 * All captions in order, each set when it is asked for.
 *
 * @throws Error when a font cannot be loaded.
 */
export async function* captionsOf(
  words: readonly TimedWord[],
  { caption: area }: Pick<VideoLayout, "caption">,
  frames: number,
  fonts: FontStore,
): AsyncGenerator<Caption> {
  if (words.length === 0) return;
  const directionOf = directionsOf(words);
  const compose = (range: WordRange, sizePx: number) =>
    composePages(
      textOf(words, range),
      boxOf(area),
      { role: "speech", sizePx, firstDirection: directionOf(range) },
      fonts,
    );
  const isOnePage = ([page, second]: ComposedText[]) =>
    page !== undefined && second === undefined && page.lines.length * pitchOf(page) <= area.height;

  const whole = { from: 0, to: words.length };
  let phrases: WordRange[] | null = null;
  let sizePx = area.sizesPx.at(-1)!;
  for (const larger of textOf(words, whole).length < MEASURED_CHARACTERS ? area.sizesPx : []) {
    if (!isOnePage(await compose(whole, larger))) continue;
    phrases = [whole];
    sizePx = larger;
    break;
  }
  if (!phrases) {
    sizePx = await usualSize(textOf(words, whole).slice(0, MEASURED_CHARACTERS), area, fonts);
    phrases = await splitIntoPhrases(
      words,
      async (range) => textOf(words, range).length <= MOST_CHARACTERS && isOnePage(await compose(range, sizePx)),
    );
  }
  for (const [i, phrase] of phrases.entries()) {
    const startFrame = i === 0 ? 0 : startOf(words, phrase.from);
    const next = phrases[i + 1];
    const endFrame = Math.min(frames, next ? startOf(words, next.from) : frames);
    if (endFrame <= startFrame) continue;
    const firstDirection = directionOf(phrase);
    const style = { role: "speech", sizesPx: [sizePx], isBalanced: true, firstDirection } as const;
    const page = await composeText(textOf(words, phrase), boxOf(area), style, fonts);
    yield setCaption(page, phrase, words, area, { startFrame, endFrame });
  }
}

/** A phrase from the middle of a paragraph reads as its paragraph does, whatever its own first letter is. */
function directionsOf(words: readonly TimedWord[]): (range: WordRange) => Direction {
  const starts: number[] = [];
  let text = "";
  for (const word of words) {
    starts.push(text.length + word.text.length - word.text.trimStart().length);
    text += word.text;
  }
  const directed = directText(text.replace(LINE_END, "\n"));
  return ({ from }) => (readsRightToLeftAt(directed, starts[from] ?? 0) ? "rtl" : "ltr");
}

const boxOf = ({ width, height }: VideoLayout["caption"]) => ({ widthPx: width, heightPx: height });

const textOf = (words: readonly TimedWord[], { from, to }: WordRange) =>
  words
    .slice(from, to)
    .map((word) => word.text)
    .join("");

/** Lines stand a whole number of macroblocks apart, so that no two words share one above each other. */
const pitchOf = (page: ComposedText) => Math.ceil(page.lineHeightPx / ROW) * ROW;

/** The smallest of the sizes, or one at which scripts with tall lines get as many of them. */
async function usualSize(sample: string, area: VideoLayout["caption"], fonts: FontStore): Promise<number> {
  const smallest = area.sizesPx.at(-1)!;
  const [page] = await composePages(sample, boxOf(area), { role: "speech", sizePx: smallest }, fonts);
  if (!page) return smallest;
  const lineHeight = page.lineHeightPx / smallest;
  const tallestPitch = Math.floor(area.height / USUAL_LINES / ROW) * ROW;
  return Math.min(smallest, Math.floor(tallestPitch / lineHeight));
}

/** When the caption that begins with a word is first seen. */
function startOf(words: readonly TimedWord[], first: number): number {
  const start = words[first]!.startSeconds;
  const before = words[first - 1]?.endSeconds ?? 0;
  return frameAt(Math.min(start, Math.max(before, start - LEAD_SECONDS)));
}

/** The picture that stands nearest to a time. */
const frameAt = (seconds: number) => Math.max(0, Math.round(seconds * FRAMES_PER_SECOND));

function setCaption(
  page: ComposedText,
  phrase: WordRange,
  words: readonly TimedWord[],
  area: VideoLayout["caption"],
  frames: { startFrame: number; endFrame: number },
): Caption {
  const pitch = pitchOf(page);
  // Only a word alone that has no end is higher than the area; its beginning is shown.
  const lines = page.lines.slice(0, Math.floor(area.height / pitch));
  const top = Math.floor((area.height - lines.length * pitch) / 2 / ROW) * ROW;
  const captionWords = words.slice(phrase.from, phrase.to).map((word, i): CaptionWord => {
    const next = words[phrase.from + i + 1]?.startSeconds ?? Number.POSITIVE_INFINITY;
    const litFrame = frameAt(word.startSeconds);
    const darkAt = frameAt(Math.min(next, word.endSeconds + AFTERGLOW_SECONDS));
    return { litFrame, spokenFrame: Math.max(litFrame + 1, darkAt), segments: [] };
  });
  const wordAt = wordFinder(words.slice(phrase.from, phrase.to));
  const glyphs: PlacedGlyph[] = [];
  for (const [i, line] of lines.entries()) {
    // Each line's place was found for lines as high as they are; here they are as high as the rows they take.
    const down = top + (i + 0.5) * pitch - (i + 0.5) * page.lineHeightPx;
    const row = (top + i * pitch) / ROW;
    const placed = line.glyphs.filter((glyph) => glyph.outline !== "");
    for (const part of partsOf(placed, wordAt, page.sizePx, area.width)) {
      captionWords[part.word]?.segments.push({ column: part.column, columns: part.columns, row, rows: pitch / ROW });
      for (const glyph of part.glyphs) glyphs.push({ ...glyph, xPx: glyph.xPx + part.shift, yPx: glyph.yPx + down });
    }
  }
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${area.width}" height="${area.height}"><g fill="#fff">${glyphsSvg(glyphs)}</g></svg>`;
  return { ...frames, words: captionWords, svg };
}

interface LinePart {
  word: number;
  glyphs: PlacedGlyph[];
  column: number;
  columns: number;
  /** By how much its glyphs move to the right. */
  shift: number;
}

/** The words of a line from left to right, cut between columns of 4 pixels: in the middle of a space where there is one. */
function partsOf(
  glyphs: readonly PlacedGlyph[],
  wordAt: (position: number) => { word: number; hasSpace: boolean },
  sizePx: number,
  width: number,
): LinePart[] {
  const runs: { word: number; hasSpace: boolean; glyphs: PlacedGlyph[]; left: number }[] = [];
  for (const glyph of glyphs) {
    const { word, hasSpace } = wordAt(glyph.from);
    const last = runs.at(-1);
    if (last?.word === word) {
      last.glyphs.push(glyph);
      last.left = Math.min(last.left, glyph.xPx);
    } else runs.push({ word, hasSpace, glyphs: [glyph], left: glyph.xPx });
  }
  const parts: LinePart[] = [];
  for (const [i, run] of runs.entries()) {
    const before = runs[i - 1];
    const isSpaced = before !== undefined && (before.hasSpace || run.hasSpace);
    // Without a space the word itself is moved to the nearest column, which nobody sees at its size.
    const cut = isSpaced ? run.left - HALF_SPACE * sizePx : run.left;
    const column = before ? Math.max(parts.at(-1)!.column, Math.round(cut / COLUMN)) : 0;
    const shift = before && !isSpaced ? column * COLUMN - run.left : 0;
    if (parts.length > 0) parts.at(-1)!.columns = column - parts.at(-1)!.column;
    parts.push({ word: run.word, glyphs: run.glyphs, column, columns: width / COLUMN - column, shift });
  }
  return parts;
}

/** Which of the words a place in their joined text belongs to, and whether a space follows that word. */
function wordFinder(words: readonly TimedWord[]): (position: number) => { word: number; hasSpace: boolean } {
  const ends: number[] = [];
  for (const word of words) ends.push((ends.at(-1) ?? 0) + word.text.length);
  return (position) => {
    const found = ends.findIndex((end) => position < end);
    const word = found < 0 ? words.length - 1 : found;
    return { word, hasSpace: /\s$/u.test(words[word]!.text) };
  };
}
