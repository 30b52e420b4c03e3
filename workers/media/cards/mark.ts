import type { ThemeColours } from "./themes";

/** Five bars, the second tallest in the accent, as in `app/ui/logo.tsx`. Lengths in 24ths of its size. */
const BARS = [
  { x: 2, height: 8, isAccent: false },
  { x: 6.5, height: 20, isAccent: false },
  { x: 11, height: 12, isAccent: false },
  { x: 15.5, height: 16, isAccent: true },
  { x: 20, height: 6, isAccent: false },
];

/** Empty beside the first bar. */
const MARGIN = 2;

/** The product's mark, with the left edge of its first bar and its top edge at a place. */
export function markSvg(
  { left, top, sizePx }: { left: number; top: number; sizePx: number },
  { ink, accent }: Pick<ThemeColours, "ink" | "accent">,
): string {
  const bars = BARS.map(
    ({ x, height, isAccent }) =>
      `<rect x="${x}" y="${12 - height / 2}" width="2.5" height="${height}" rx="1.25" fill="${isAccent ? accent : ink}"/>`,
  );
  return `<g transform="translate(${left - (MARGIN * sizePx) / 24} ${top}) scale(${sizePx / 24})">${bars.join("")}</g>`;
}
