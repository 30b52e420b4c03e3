/** The engines outside the worker: the same modules with their data read from the prepared files. */
import { readFile } from "node:fs/promises";
import { EmbeddedEngines } from "../../../workers/speech/engines/embedded";
import { createEspeak } from "../../../workers/speech/engines/espeak";
import type { SpeakerVoice } from "../../../workers/speech/protocol";
import { concatSamples, createMastering } from "../../../workers/speech/sound";
import { planUnits } from "../../../workers/speech/text";
import { NEUTRAL_SETTINGS } from "../../support/speaker-voice";

const prepared = (name: string) => new URL(`../../../workers/speech/${name}`, import.meta.url);

export async function createEngines(): Promise<EmbeddedEngines> {
  return new EmbeddedEngines({
    fliteModule: new WebAssembly.Module(new Uint8Array(await readFile(prepared("generated/flite.wasm")))),
    loadEspeak: async (loadAsset) => createEspeak(loadAsset),
    loadAsset: async (name) => new Uint8Array(await readFile(prepared(`assets/__speech/${name}`))),
    fliteEnabled: true,
    espeakEnabled: true,
  });
}

export const RATE_HZ = 16_000;
const BETWEEN_SENTENCES_SECONDS = 0.7;
const BETWEEN_CLAUSES_SECONDS = 0.1;

/** Sentences in English, as finished sound, with silence between them. */
export async function sayInEnglish(
  engines: EmbeddedEngines,
  voice: SpeakerVoice,
  sentences: readonly string[],
): Promise<Float32Array> {
  const engine = await engines.findFor("en");
  const mastering = createMastering({ outputRateHz: RATE_HZ });
  const parts: Float32Array[] = [];
  for (const text of sentences) {
    const units = planUnits({
      requestId: "test",
      engine: "embedded",
      modelId: "eleven_multilingual_v2",
      entries: [{ text, voice, settings: NEUTRAL_SETTINGS }],
      outputFormat: "pcm_16000",
      languageCode: "en",
      seed: 1,
      normalization: "auto",
      markup: "plain",
    });
    for (const unit of units) {
      if (unit.kind === "silence") continue;
      const sound = await engine!.synthesizeUnit({ unit, voice, settings: NEUTRAL_SETTINGS, seed: 1 });
      const pause = unit.ending === "clause" ? BETWEEN_CLAUSES_SECONDS : BETWEEN_SENTENCES_SECONDS;
      parts.push(
        mastering.pushUnit(sound!.samples, { ...sound!, speakerBoost: true }),
        mastering.pushSilence(pause * RATE_HZ),
      );
    }
  }
  return concatSamples([...parts, mastering.flush()]);
}
