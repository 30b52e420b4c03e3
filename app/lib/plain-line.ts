/** Marks and overrides of direction: harmless in a paragraph of their own, but they turn around what they stand among. */
const DIRECTION_CONTROLS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** A text as one line that can stand among other words: no control characters, no changes of direction. */
export function plainLine(text: string): string {
  return text
    .replace(DIRECTION_CONTROLS, "")
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim();
}

/** Whether a text holds marks or overrides of direction. */
export function changesDirection(text: string): boolean {
  return text.search(DIRECTION_CONTROLS) >= 0;
}
