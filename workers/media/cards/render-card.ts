import type { FontStore } from "../fonts/font-store";
import type { CardRequest } from "../protocol";
import { cardSvg } from "./card-svg";
import { renderPng } from "./rasterise";

/**
 * A PNG of 1200 by 630 pixels.
 * @throws Error when a font cannot be loaded.
 */
export async function renderCard(request: CardRequest, fonts: FontStore): Promise<Uint8Array> {
  return renderPng(await cardSvg(request, fonts));
}
