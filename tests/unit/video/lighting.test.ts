import { describe, expect, it } from "vitest";
import { THEME_COLOURS } from "../../../workers/media/cards/themes";
import type { TimedWord, VideoRequest } from "../../../workers/media/protocol";
import { captionsOf } from "../../../workers/media/video/captions";
import { LAYOUTS } from "../../../workers/media/video/layout";
import { type VideoColour, videoColour } from "../../../workers/media/video/picture";
import { renderVideo } from "../../../workers/media/video/render-video";
import { type DecodedPicture, picturesByFfmpeg } from "../../support/h264-decoders";
import { openFonts } from "../../support/media-fonts";
import { evenWords, videoRequest } from "../../support/video-requests";
import { videoTools } from "../../support/video-tools";

const SQUARE = LAYOUTS.square;
const PER_SECOND = 25;

/** Words of one second each, with pauses of a half between. */
function spacedWords(texts: readonly string[]): TimedWord[] {
  return texts.map((text, i) => ({ text, startSeconds: i * 1.5 + 0.5, endSeconds: i * 1.5 + 1.5 }));
}

async function picturesOf(words: TimedWord[], theme: VideoRequest["theme"] = "light", isPlain = false) {
  const seconds = words.at(-1)!.endSeconds + 0.5;
  const text = words.map((word) => word.text).join("");
  const request = { ...videoRequest({ text, seconds, theme }), words };
  const mp4 = await renderVideo(request, () => {}, await videoTools({ isPlain }));
  return picturesByFfmpeg(mp4, SQUARE.shown);
}

/** Where pixels of the caption differ, from left to right; null where none does. */
function changeBetween(a: DecodedPicture, b: DecodedPicture): { from: number; to: number } | null {
  const { x, y, width, height } = SQUARE.caption;
  let [from, to] = [Number.POSITIVE_INFINITY, -1];
  for (let row = y; row < y + height; row++)
    for (let column = x; column < x + width; column++) {
      const at = row * a.width + column;
      if (Math.abs(a.yuv[at]! - b.yuv[at]!) < 12) continue;
      from = Math.min(from, column);
      to = Math.max(to, column);
    }
  return to < 0 ? null : { from, to };
}

/** How many pixels of the caption have a colour, within what coding does to it. */
function countOf({ y, u, v }: VideoColour, { width, height, yuv }: DecodedPicture): number {
  const { x: left, y: top, width: w, height: h } = SQUARE.caption;
  let count = 0;
  for (let row = top; row < top + h; row += 2)
    for (let column = left; column < left + w; column += 2) {
      const chroma = (row / 2) * (width / 2) + column / 2;
      const near = (at: number, value: number) => Math.abs(yuv[at]! - value) < 10;
      const uAt = width * height + chroma;
      if (near(row * width + column, y) && near(uAt, u) && near(uAt + (width * height) / 4, v)) count++;
    }
  return count;
}

describe("words", () => {
  it.each([
    ["light", false],
    ["colour", false],
    ["dark", true],
  ] as const)(
    "light up with the picture at their start, one after another, in the theme %s",
    async (theme, isPlain) => {
      const words = spacedWords(["Boats ", "come ", "home"]);
      const pictures = await picturesOf(words, theme, isPlain);
      const { accent, ink, quietInk } = THEME_COLOURS[theme];
      let lastRight = 0;
      for (const { startSeconds } of words) {
        const lit = Math.round(startSeconds * PER_SECOND);
        expect(changeBetween(pictures[lit - 2]!, pictures[lit - 1]!)).toBeNull();
        const change = changeBetween(pictures[lit - 1]!, pictures[lit]!)!;
        // Only this word: it begins where the last one ended.
        expect(change.from).toBeGreaterThan(lastRight);
        lastRight = change.to;
      }
      const first = Math.round(words[0]!.startSeconds * PER_SECOND);
      // Edges of letters have any shade between, so a few of them are of none of the words.
      const colours = (frame: number) =>
        [quietInk, accent, ink].map((colour) => countOf(videoColour(colour), pictures[frame]!) > 60);
      expect(colours(first - 1)).toEqual([true, false, false]);
      expect(colours(first + 2)).toEqual([true, true, false]);
      // Between two words, shortly after the end of one.
      expect(colours(Math.round((words[0]!.endSeconds + 0.4) * PER_SECOND))).toEqual([true, false, true]);
      expect(colours(pictures.length - 1)).toEqual([false, false, true]);
    },
  );

  it("light up from the right in text that is read so", async () => {
    const words = spacedWords(["سفن ", "صغيرة ", "تعود"]);
    const pictures = await picturesOf(words);
    const changes = words.map(({ startSeconds }) => {
      const lit = Math.round(startSeconds * PER_SECOND);
      return changeBetween(pictures[lit - 1]!, pictures[lit]!)!;
    });
    expect(changes[0]!.to).toBeGreaterThan(SQUARE.caption.x + SQUARE.caption.width - 40);
    expect(changes[1]!.to).toBeLessThan(changes[0]!.from);
    expect(changes[2]!.to).toBeLessThan(changes[1]!.from);
  });

  it("light up without spaces between them", async () => {
    const words = spacedWords(["小さな", "船", "帰る。"]);
    const pictures = await picturesOf(words);
    let right = 0;
    for (const { startSeconds } of words) {
      const lit = Math.round(startSeconds * PER_SECOND);
      const change = changeBetween(pictures[lit - 1]!, pictures[lit]!)!;
      expect(change.from).toBeGreaterThan(right);
      right = change.to;
    }
  });

  it("that are over within a picture are lit all the same", async () => {
    const words = ["a ", "b ", "c ", "d"].map((text, i) => ({
      text,
      startSeconds: 0.5 + i / 100,
      endSeconds: 0.51 + i / 100,
    }));
    const pictures = await picturesOf(words);
    const { ink, quietInk } = THEME_COLOURS.light;
    // Edges of letters have any shade between.
    const spoken = countOf(videoColour(ink), pictures.at(-1)!);
    expect(spoken).toBeGreaterThan(100);
    expect(countOf(videoColour(quietInk), pictures.at(-1)!)).toBeLessThan(spoken / 5);
  });
});

describe("captions", () => {
  it("read in the direction of their paragraph, also where one begins with a name of the other direction", async () => {
    const sentence = "שלום לכם אנשים טובים מאוד. ";
    const words = evenWords(`${sentence.repeat(8)}Parlando ${sentence.repeat(8)}`, 60);
    const name = words.findIndex((word) => word.text.startsWith("Parlando"));
    const begun: number[] = [];
    let first = 0;
    for await (const caption of captionsOf(words, SQUARE, 60 * PER_SECOND, await openFonts())) {
      const [segment] = caption.words[0]!.segments;
      const inRow = caption.words.flatMap((word) => word.segments).filter(({ row }) => row === segment!.row);
      expect(segment!.column).toBe(Math.max(...inRow.map(({ column }) => column)));
      begun.push(first);
      first += caption.words.length;
    }
    expect(begun).toContain(name);
  });

  const text =
    "When the last boat is in, the counting stops. Nobody knows who began it, or when; it has always been done. " +
    "Children learn to count that way, from small boats to large ones, and from the first light to the last.";

  async function captions(of: string, seconds = 20) {
    const words = evenWords(of, seconds);
    const found = [];
    for await (const caption of captionsOf(words, SQUARE, seconds * PER_SECOND, await openFonts())) found.push(caption);
    return found;
  }

  it("follow one another over the whole time, with each word in one of them", async () => {
    const found = await captions(text);
    expect(found.length).toBeGreaterThan(1);
    expect(found[0]!.startFrame).toBe(0);
    expect(found.at(-1)!.endFrame).toBe(20 * PER_SECOND);
    for (const [i, caption] of found.entries()) {
      if (i > 0) expect(caption.startFrame).toBe(found[i - 1]!.endFrame);
      for (const word of caption.words) {
        expect(word.litFrame).toBeGreaterThanOrEqual(caption.startFrame);
        expect(word.spokenFrame).toBeGreaterThan(word.litFrame);
        expect(word.segments.length).toBeGreaterThan(0);
      }
    }
    expect(found.flatMap(({ words }) => words)).toHaveLength(evenWords(text, 1).length);
  });

  it("keep their words apart and within their area", async () => {
    for (const sample of [text, "यह एक लंबा वाक्य है जो कई पंक्तियों में आता है।", "每天晚上 港口灯火通明", "x".repeat(900)]) {
      for (const { words } of await captions(sample)) {
        const taken = new Set<string>();
        for (const { segments } of words)
          for (const { column, columns, row, rows } of segments) {
            expect(column).toBeGreaterThanOrEqual(0);
            expect((column + columns) * 4).toBeLessThanOrEqual(SQUARE.caption.width);
            expect((row + rows) * 16).toBeLessThanOrEqual(SQUARE.caption.height);
            for (let r = row; r < row + rows; r++)
              for (let c = column; c < column + columns; c++) {
                expect(taken.has(`${r},${c}`)).toBe(false);
                taken.add(`${r},${c}`);
              }
          }
      }
    }
  });

  it("come a moment before their first word where there is a pause", async () => {
    const words = [
      {
        text: "First sentence, which is long enough to fill a caption of its own, so that another one follows it here. ",
        startSeconds: 0,
        endSeconds: 1,
      },
      {
        text: "Second sentence, which is as long as the first one, and stands alone in a caption of its own as well.",
        startSeconds: 3,
        endSeconds: 4,
      },
    ];
    const found = [];
    for await (const caption of captionsOf(words, SQUARE, 100, await openFonts())) found.push(caption.startFrame);
    expect(found).toEqual([0, Math.round(2.75 * PER_SECOND)]);
  });
});
