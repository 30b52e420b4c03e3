/**
 * The pictures of a video as it goes on: painted whole where one begins anew, and as moves from one to the next. Both
 * encoders show the same: one writes the moves into the stream, the other makes them in a picture.
 */
import type { ThemeColours } from "../cards/themes";
import { Bars } from "./bars";
import type { Caption, CaptionWord, Segment } from "./captions";
import type { VideoLayout } from "./layout";
import { COLUMN_PX, type Move, ROW_PX } from "./moves";
import { Picture, type VideoColour, videoColour } from "./picture";

/** A word waits, is being spoken, or has been. */
const WAITING = 0;
const LIT = 1;
const SPOKEN = 2;

export class Scene {
  readonly #layout: VideoLayout;
  readonly #still: Picture;
  readonly #painted: Picture;
  readonly #frames: number;
  readonly #bars: Bars;
  readonly #colours: Record<"ground" | "waiting" | "lit" | "spoken" | "hairline", VideoColour>;
  #words: { word: CaptionWord; state: number }[] = [];
  #elapsedColumns = 0;

  /**
   * @param head a picture of the shown size, four bytes a pixel
   * @param levels loudness 0..1 for each picture's time
   */
  constructor(layout: VideoLayout, colours: ThemeColours, head: Uint8Array, levels: Float32Array, frames: number) {
    this.#layout = layout;
    this.#frames = frames;
    this.#bars = new Bars(layout.bars, levels);
    this.#colours = {
      ground: videoColour(colours.ground),
      waiting: videoColour(colours.quietInk),
      lit: videoColour(colours.accent),
      spoken: videoColour(colours.ink),
      hairline: videoColour(colours.hairline),
    };
    this.#still = this.#paintStill(head);
    this.#painted = this.blank();
  }

  /** Takes the state of a picture that begins anew. */
  startAt(frame: number, caption: Caption | null): void {
    this.#words = (caption?.words ?? []).map((word) => ({ word, state: stateOf(word, frame) }));
    this.#elapsedColumns = this.#elapsedAt(frame);
    this.#bars.startAt(frame);
  }

  /**
   * The whole coded picture in that state; the next one takes its place.
   * @param coverage 0..255 for each pixel of the caption
   */
  paint(coverage: Uint8Array | null): Picture {
    const { caption, copies, elapsed } = this.#layout;
    const picture = this.#painted;
    picture.copyFrom(this.#still);
    this.#bars.paint(picture);
    const { lit, spoken, waiting } = this.#colours;
    picture.fill(elapsed.x, elapsed.y + elapsed.lineAt, this.#elapsedColumns * COLUMN_PX, elapsed.lineHeight, lit);
    if (!coverage) return picture;
    for (const { word, state } of this.#words)
      for (const segment of word.segments) {
        const { x, y, width, height } = pixelsOf(segment);
        const put = (top: number, colour: VideoColour) => {
          const at = { x: caption.x + x, y: top + y, width, height };
          const source = { from: y * caption.width + x, stride: caption.width };
          picture.paintShape(at, coverage, source, colour, this.#colours.ground);
        };
        put(caption.y, [waiting, lit, spoken][state]!);
        put(copies.next, state === WAITING ? lit : spoken);
        put(copies.later, spoken);
      }
    return picture;
  }

  /** An empty picture of the coded size. */
  blank(): Picture {
    return new Picture(this.#layout.coded.width, this.#layout.coded.height);
  }

  /** What moves from the picture before to this one. */
  movesTo(frame: number, move: (move: Move) => void): void {
    this.#bars.movesTo(frame, move);
    this.#moveWords(frame, move);
    this.#moveElapsed(frame, move);
  }

  /** Each word takes its next state's copy; a word that is lit leaves its spoken one in the place of that. */
  #moveWords(frame: number, move: (move: Move) => void): void {
    const { caption, copies } = this.#layout;
    for (const entry of this.#words) {
      if (entry.state >= stateOf(entry.word, frame)) continue;
      entry.state++;
      for (const segment of entry.word.segments) {
        const column = caption.x / COLUMN_PX + segment.column;
        const copy = (top: number, from: number) => {
          for (let row = 0; row < segment.rows; row++) {
            const to = top / ROW_PX + segment.row + row;
            move({ column, row: to, columns: segment.columns, dx: 0, dy: from - top });
          }
        };
        if (segment.columns === 0) continue;
        copy(caption.y, copies.next);
        if (entry.state === LIT) copy(copies.next, copies.later);
      }
    }
  }

  #moveElapsed(frame: number, move: (move: Move) => void): void {
    const { elapsed } = this.#layout;
    const to = this.#elapsedAt(frame);
    const row = elapsed.y / ROW_PX;
    for (; this.#elapsedColumns < to; this.#elapsedColumns++) {
      const x = elapsed.x + this.#elapsedColumns * COLUMN_PX;
      move({ column: x / COLUMN_PX, row, columns: 1, dx: elapsed.sampleX - x, dy: 0 });
    }
  }

  #elapsedAt(frame: number): number {
    return Math.floor((this.#layout.elapsed.width / COLUMN_PX) * Math.min(1, (frame + 1) / this.#frames));
  }

  #paintStill(head: Uint8Array): Picture {
    const { coded, shown, elapsed } = this.#layout;
    const { ground, hairline, lit, spoken, waiting } = this.#colours;
    const shownPart = new Picture(shown.width, shown.height);
    shownPart.paintRgba(head, shown.width, shown.height);
    const still = new Picture(coded.width, coded.height);
    still.fill(0, 0, coded.width, coded.height, ground);
    still.paste(shownPart);
    still.fill(elapsed.x, elapsed.y + elapsed.lineAt, elapsed.width, elapsed.lineHeight, hairline);
    still.fill(elapsed.sampleX, elapsed.y + elapsed.lineAt, ROW_PX, elapsed.lineHeight, lit);
    this.#bars.paintSprites(still, ground, { heard: spoken, present: lit, coming: waiting });
    return still;
  }
}

function stateOf(word: CaptionWord, frame: number): number {
  if (frame >= word.spokenFrame) return SPOKEN;
  return frame >= word.litFrame ? LIT : WAITING;
}

const pixelsOf = ({ column, columns, row, rows }: Segment) => ({
  x: column * COLUMN_PX,
  y: row * ROW_PX,
  width: columns * COLUMN_PX,
  height: rows * ROW_PX,
});
