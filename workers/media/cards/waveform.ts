import type { ThemeColours } from "./themes";

/** In pixels. */
export interface WaveformArea {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export interface WaveformBar {
  left: number;
  top: number;
  width: number;
  height: number;
  /** The second tallest, as in the mark. */
  isAccent: boolean;
}

const PITCH_PX = 12;
const BAR_WIDTH_PX = 6;

/** Bars of a sound over the whole width of an area, about its middle. Silence is a row of dots. */
export function waveformBars(peaks: readonly number[], { left, right, top, bottom }: WaveformArea): WaveformBar[] {
  const count = Math.floor((right - left + PITCH_PX - BAR_WIDTH_PX) / PITCH_PX);
  const pitch = (right - left - BAR_WIDTH_PX) / (count - 1);
  const heights = heightsOfBars(peaks, count);
  const accent = secondTallest(heights);
  return heights.map((share, i) => {
    const height = Math.max(BAR_WIDTH_PX, share * (bottom - top));
    return {
      left: left + i * pitch,
      top: (top + bottom - height) / 2,
      width: BAR_WIDTH_PX,
      height,
      isAccent: i === accent,
    };
  });
}

export function waveformSvg(
  peaks: readonly number[],
  area: WaveformArea,
  { ink, accent }: Pick<ThemeColours, "ink" | "accent">,
): string {
  return waveformBars(peaks, area)
    .map(
      ({ left, top, width, height, isAccent }) =>
        `<rect x="${left.toFixed(2)}" y="${top.toFixed(2)}" width="${width}" height="${height.toFixed(2)}" rx="${width / 2}" fill="${isAccent ? accent : ink}"/>`,
    )
    .join("");
}

/**
 * Heights (0..1) of `count` bars: the loudest of what each covers, against the loudest of all. Fewer peaks than bars are
 * repeated, never invented.
 */
function heightsOfBars(peaks: readonly number[], count: number): number[] {
  const heights = Array.from({ length: count }, (_, bar) => {
    const from = Math.floor((bar * peaks.length) / count);
    const to = Math.max(from + 1, Math.floor(((bar + 1) * peaks.length) / count));
    let loudest = 0;
    for (let i = from; i < to; i++) loudest = Math.max(loudest, peaks[i] ?? 0);
    return loudest;
  });
  const loudest = Math.max(1, ...heights);
  return heights.map((height) => height / loudest);
}

/** The first of them where several are as tall; none where all are silent. */
function secondTallest(heights: readonly number[]): number {
  const tallest = heights.indexOf(Math.max(...heights));
  let second = -1;
  for (const [i, height] of heights.entries())
    if (i !== tallest && height > 0 && (second < 0 || height > heights[second]!)) second = i;
  return second;
}
