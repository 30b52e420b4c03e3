/**
 * Where everything stands in the pictures of a video, in pixels from the upper left corner. Around what is shown there is a
 * margin that players cut off: it holds what later pictures copy from (see `h264/moved-pictures.ts`).
 *
 *     +--------------------+---+
 *     | shown              | s |   s: sprites of the bars, and a piece of the line of elapsed time
 *     |                    |   |
 *     +--------------------+---+
 *     | the caption, being spoken  (next)
 *     | the caption, spoken        (later)
 *     +------------------------+
 *
 * Copies reach 510 pixels up or down and as far as needed sideways, so the caption stands at most that far above its copy, and
 * the spoken one takes the place of the other when that was used.
 */
import type { VideoShape } from "../protocol";

export const FRAMES_PER_SECOND = 25;

export interface VideoLayout {
  shown: { width: number; height: number };
  coded: { width: number; height: number };
  margin: number;
  /** Middles of the lines of the head, and the size of its text and mark. */
  head: { mark: number; names: number; textPx: number; markPx: number };
  caption: { x: number; y: number; width: number; height: number; sizesPx: readonly number[] };
  /** Where the caption's copies begin, as many rows below it as it takes. */
  copies: { next: number; later: number };
  bars: BarsLayout;
  /** The line of elapsed time, within a row of macroblocks from `y`. */
  elapsed: { x: number; y: number; width: number; lineAt: number; lineHeight: number; sampleX: number };
}

export interface BarsLayout {
  /** First column of macroblocks, and how many: one bar in each. */
  column: number;
  count: number;
  /** The bar of the present; those before it have been heard. */
  present: number;
  /** A multiple of 16. */
  middle: number;
  halfHeight: number;
  width: number;
  /** Left and top edge of the sprites, one below the other. */
  sprites: { x: number; y: number };
}

/** The hidden column to the right. */
const SPRITE_WIDTH = 16;

export const LAYOUTS: Record<VideoShape, VideoLayout> = {
  square: {
    shown: { width: 640, height: 640 },
    coded: { width: 640 + SPRITE_WIDTH, height: 640 + 2 * 192 },
    margin: 48,
    head: { mark: 68, names: 68, textPx: 22, markPx: 30 },
    caption: { x: 48, y: 144, width: 544, height: 192, sizesPx: [60, 50, 38] },
    copies: { next: 640, later: 832 },
    bars: {
      ...{ column: 3, count: 34, present: 16, middle: 448, halfHeight: 80, width: 8 },
      sprites: { x: 640, y: 304 },
    },
    elapsed: { x: 48, y: 560, width: 544, lineAt: 6, lineHeight: 4, sampleX: 640 },
  },
  portrait: {
    shown: { width: 720, height: 1280 },
    coded: { width: 720 + SPRITE_WIDTH, height: 1280 + 2 * 240 },
    margin: 56,
    head: { mark: 136, names: 136, textPx: 26, markPx: 36 },
    caption: { x: 56, y: 784, width: 608, height: 240, sizesPx: [74, 62, 50] },
    copies: { next: 1280, later: 1520 },
    bars: {
      ...{ column: 4, count: 37, present: 18, middle: 480, halfHeight: 176, width: 8 },
      sprites: { x: 720, y: 320 },
    },
    elapsed: { x: 56, y: 1120, width: 608, lineAt: 6, lineHeight: 4, sampleX: 720 },
  },
};
