/** Marks and overrides of direction: harmless in a paragraph of their own, but they turn around what they stand among. */
const DIRECTION_CONTROLS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Those that turn words back to front, rather than say in which direction they go. */
const DIRECTION_OVERRIDES = /[\u202a-\u202e]/gu;

/** A text as one line that can stand among other words: no control characters, no changes of direction. */
export function plainLine(text: string): string {
  return withoutDirectionControls(text)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim();
}

/** A text without any mark or override of direction, and otherwise as it is. Works on parts of a text as on the whole. */
export const withoutDirectionControls = (text: string): string => text.replace(DIRECTION_CONTROLS, "");

/**
 * A text that nothing turns back to front. Marks and isolates stay, which a paragraph of its own keeps to itself. Works on
 * parts of a text as on the whole.
 */
export const withoutOverrides = (text: string): string => text.replace(DIRECTION_OVERRIDES, "");
