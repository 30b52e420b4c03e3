import type { Locator } from "@playwright/test";

/** The least that a finger hits, in CSS pixels. */
export const TOUCH_PIXELS = 44;

/**
 * The shorter side of what is shown, in CSS pixels, or 0 where nothing is. Browsers tell places in fractions of a pixel, so
 * 44 can come as 43.99998: to a tenth.
 */
export async function touchSize(target: Locator): Promise<number> {
  const box = await target.boundingBox();
  return box ? Math.round(Math.min(box.width, box.height) * 10) / 10 : 0;
}
