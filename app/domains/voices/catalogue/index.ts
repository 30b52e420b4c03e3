/** The voices that ship with the product: pure data and look-ups. */

import type { CatalogueVoice } from "../schema";
import { AMERICAN_VOICES } from "./american";
import { ASIA_VOICES } from "./asia";
import { buildVoice } from "./build-voice";
import { CENTRAL_EUROPE_VOICES } from "./central-europe";
import { EASTERN_EUROPE_VOICES } from "./eastern-europe";
import { NORTHERN_EUROPE_VOICES } from "./northern-europe";
import { SCOTTISH_VOICES } from "./scottish";
import { WESTERN_EUROPE_VOICES } from "./western-europe";

/** English first, in the order they are shown. */
export const CATALOGUE: readonly CatalogueVoice[] = [
  ...AMERICAN_VOICES,
  ...SCOTTISH_VOICES,
  ...WESTERN_EUROPE_VOICES,
  ...NORTHERN_EUROPE_VOICES,
  ...CENTRAL_EUROPE_VOICES,
  ...EASTERN_EUROPE_VOICES,
  ...ASIA_VOICES,
].map(buildVoice);
