// SPDX-License-Identifier: GPL-3.0-or-later
/** The door of the GPL module; imported only when eSpeak is first needed. */
import type { EspeakPart } from "../embedded";
import type { AssetLoader } from "../engine";
import { createEspeakEngine } from "./engine";
import { espeakLanguageCodes, findEspeakLanguage } from "./languages";
import { EspeakRuntime } from "./module";

export function createEspeak(loadAsset: AssetLoader): EspeakPart {
  const runtime = new EspeakRuntime(async () => (await import("../../generated/espeak.js")).default, loadAsset);
  return {
    engine: createEspeakEngine(runtime),
    speaks: (language) => findEspeakLanguage(language) !== null,
    languages: espeakLanguageCodes,
  };
}
