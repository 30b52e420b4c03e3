import { describe, expect, it } from "vitest";
import { DEFAULT_MODEL_ID, findSpeechModel, isElevenV3, MODELS, modelToWire } from "../../../app/domains/speech/models";

describe("the models", () => {
  it("have the contract's text limits", () => {
    const limits = Object.fromEntries(MODELS.map(({ modelId, maxCharacters }) => [modelId, maxCharacters]));
    expect(limits).toMatchObject({
      eleven_v3: 5000,
      eleven_multilingual_v2: 10_000,
      eleven_multilingual_v1: 10_000,
      eleven_monolingual_v1: 10_000,
      eleven_flash_v2: 30_000,
      eleven_turbo_v2: 30_000,
      eleven_flash_v2_5: 40_000,
      eleven_turbo_v2_5: 40_000,
    });
  });

  it("cost half for flash and turbo, and those share their own places", () => {
    for (const model of MODELS) {
      const isFast = /flash|turbo/.test(model.modelId);
      expect(model.costFactor).toBe(isFast ? 0.5 : 1);
      if (isFast) expect(model.concurrencyGroup).toBe("flash");
    }
  });

  it("that start with eleven_v3, and no others, act on tags", () => {
    for (const model of MODELS) expect(model.markup === "tags").toBe(isElevenV3(model.modelId));
  });

  it("that only convert recordings do not speak", () => {
    expect(findSpeechModel("eleven_english_sts_v2", "embedded")).toBeUndefined();
    expect(findSpeechModel("nope", "embedded")).toBeUndefined();
  });

  it("speak with the engine that the installation chose", () => {
    expect(findSpeechModel(DEFAULT_MODEL_ID, "openai-compatible")).toMatchObject({ engine: "openai-compatible" });
  });

  it("name every language on the wire", () => {
    for (const model of MODELS) {
      for (const { language_id, name } of modelToWire(model).languages) expect(name).not.toBe(language_id);
    }
  });
});
