import { expect, it } from "vitest";
import { sdkClient } from "../support/sdk-client";

it("the official client lists the models", async () => {
  const models = await sdkClient().models.list();
  const v3 = models.find(({ modelId }) => modelId === "eleven_v3");
  expect(v3).toMatchObject({ canDoTextToSpeech: true, maximumTextLengthPerRequest: 5000 });
  expect(v3?.languages?.some(({ languageId }) => languageId === "de")).toBe(true);
  expect(models.find(({ modelId }) => modelId === "eleven_flash_v2_5")?.modelRates?.characterCostMultiplier).toBe(0.5);
});
