/** Shades of ink, darkest for the voice used most; mixed with paper, so they work in light and dark. */
const SHADES = [100, 72, 50, 34, 20];

export function shadeOf(rank: number): string {
  return `color-mix(in oklab, var(--ink) ${SHADES[rank] ?? SHADES.at(-1)}%, var(--paper))`;
}
