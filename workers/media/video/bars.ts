/**
 * The waveform: a bar for each moment, the present one in the middle, so that the sound travels through it to the left. A bar
 * grows and shrinks about its middle by moving its ends, which are copied from a sprite of one bar in each colour.
 */
import type { BarsLayout } from "./layout";
import { COLUMN_PX, type Move, ROW_PX } from "./moves";
import type { Picture, VideoColour } from "./picture";

/** Pictures from one bar to the next. */
const FRAMES_PER_BAR = 2;
/** A sprite: ground above, a bar with round ends, ground below. */
const SPRITE_GROUND = ROW_PX;
const SPRITE_BAR = 48;
const SPRITE_HEIGHT = SPRITE_BAR + 2 * SPRITE_GROUND;
/** Samples across a pixel of a round end. */
const FINENESS = 4;

export interface BarColours {
  heard: VideoColour;
  present: VideoColour;
  coming: VideoColour;
}

export class Bars {
  readonly #layout: BarsLayout;
  readonly #levels: Float32Array;
  /** What each macroblock shows: the row of the sprites it was copied from. */
  readonly #shown: Int32Array;
  readonly #rows: number;

  /** @param levels 0..1 for each picture's time */
  constructor(layout: BarsLayout, levels: Float32Array) {
    this.#layout = layout;
    this.#levels = levels;
    this.#rows = (2 * layout.halfHeight) / ROW_PX;
    this.#shown = new Int32Array(layout.count * this.#rows);
  }

  /** Half of a bar's height in a picture: even, at least half its width. */
  halfHeightOf(bar: number, frame: number): number {
    const { halfHeight, width, present, count } = this.#layout;
    const level = this.#smoothLevel(frame + (bar - present) * FRAMES_PER_BAR);
    // Towards both ends the past fades and the future has not come up yet.
    const nearness = Math.min(1, (Math.min(bar, count - 1 - bar) + 2) / 6);
    const half = Math.round((halfHeight * level * nearness) / 2) * 2;
    return Math.min(halfHeight, Math.max(width / 2, half));
  }

  /** Takes a picture's state without painting or moving anything. */
  startAt(frame: number): void {
    this.#eachBlock(frame, (at, _bar, _y, source) => {
      this.#shown[at] = source;
    });
  }

  paintSprites(picture: Picture, ground: VideoColour, colours: BarColours): void {
    const { sprites, width } = this.#layout;
    for (const [i, colour] of [colours.heard, colours.present, colours.coming].entries()) {
      const y = sprites.y + i * SPRITE_HEIGHT;
      picture.fill(sprites.x, y, ROW_PX, SPRITE_HEIGHT, ground);
      const at = { x: sprites.x, y: y + SPRITE_GROUND, width: ROW_PX, height: SPRITE_BAR };
      picture.paintShape(at, barShape(width), { from: 0, stride: ROW_PX }, colour, ground);
    }
  }

  /** Paints the bars as they are, once the sprites are there. */
  paint(picture: Picture): void {
    const { column, sprites, middle, halfHeight, count } = this.#layout;
    for (let bar = 0; bar < count; bar++)
      for (let row = 0; row < this.#rows; row++) {
        const source = this.#shown[bar * this.#rows + row]!;
        const [x, y] = [(column + bar) * ROW_PX, middle - halfHeight + row * ROW_PX];
        picture.copyPart(picture, x, y, ROW_PX, ROW_PX, sprites.x, source);
      }
  }

  /** From the last picture's state to another. */
  movesTo(frame: number, move: (move: Move) => void): void {
    const { column, sprites } = this.#layout;
    this.#eachBlock(frame, (at, bar, y, source) => {
      if (this.#shown[at] === source) return;
      this.#shown[at] = source;
      const x = (column + bar) * ROW_PX;
      const columns = ROW_PX / COLUMN_PX;
      move({ column: x / COLUMN_PX, row: y / ROW_PX, columns, dx: sprites.x - x, dy: source - y });
    });
  }

  #eachBlock(frame: number, use: (at: number, bar: number, y: number, source: number) => void): void {
    const { middle, halfHeight, count, present, sprites } = this.#layout;
    for (let bar = 0; bar < count; bar++) {
      const half = this.halfHeightOf(bar, frame);
      const colour = bar < present ? 0 : bar === present ? 1 : 2;
      const sprite = sprites.y + colour * SPRITE_HEIGHT;
      for (let row = 0; row < this.#rows; row++) {
        const y = middle - halfHeight + row * ROW_PX;
        use(bar * this.#rows + row, bar, y, sprite + spriteRow(y - middle, half));
      }
    }
  }

  /** Loudness about a time: a bar is wider than a picture is long. */
  #smoothLevel(frame: number): number {
    const at = (i: number) => this.#levels[i] ?? 0;
    return (at(frame - 1) + 2 * at(frame) + at(frame + 1)) / 4;
  }
}

/**
 * Which row of a sprite a block of 16 rows begins with.
 *
 * @param from its first row, from the bar's middle (a multiple of 16, so that no block has both ends)
 * @param half of the bar's height
 */
function spriteRow(from: number, half: number): number {
  const deepest = SPRITE_GROUND + SPRITE_BAR / 2 - ROW_PX / 2;
  if (from < 0) return Math.max(0, Math.min(deepest, SPRITE_GROUND + from + half));
  return Math.min(SPRITE_HEIGHT - ROW_PX, Math.max(deepest, SPRITE_GROUND + SPRITE_BAR + from - half));
}

/** Coverage of a sprite's bar: as wide as given in the middle of 16 pixels, with round ends. */
function barShape(width: number): Uint8Array {
  const coverage = new Uint8Array(ROW_PX * SPRITE_BAR);
  const radius = width / 2;
  const middle = ROW_PX / 2;
  for (let y = 0; y < SPRITE_BAR; y++)
    for (let x = 0; x < ROW_PX; x++) {
      let inside = 0;
      for (let sample = 0; sample < FINENESS * FINENESS; sample++) {
        const px = x + ((sample % FINENESS) + 0.5) / FINENESS;
        const py = y + (Math.floor(sample / FINENESS) + 0.5) / FINENESS;
        const end = Math.max(radius - py, py - (SPRITE_BAR - radius), 0);
        if (Math.hypot(px - middle, end) <= radius) inside++;
      }
      coverage[y * ROW_PX + x] = Math.round((inside * 255) / (FINENESS * FINENESS));
    }
  return coverage;
}
