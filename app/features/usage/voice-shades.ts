/** Voices with a shade of their own; the others share the last. Ink to paper, since colour is kept for what acts. */
const SHADES = [
  "var(--ink)",
  "color-mix(in oklab, var(--ink) 62%, var(--surface))",
  "color-mix(in oklab, var(--ink) 38%, var(--surface))",
];
export const OTHERS_SHADE = "color-mix(in oklab, var(--ink) 18%, var(--surface))";

/** How many voices have a part of a day's bar to themselves. */
export const SHADED_VOICES = SHADES.length;

/** The colour of a voice, by its place among the most used from 0: in the bars and beside its name. */
export const shadeOf = (place: number): string => SHADES[place] ?? OTHERS_SHADE;
