import { describe, expect, it } from "vitest";
import { composeText } from "../../../workers/media/cards/compose-text";
import { loadMediaAsset, openFonts } from "../../support/media-fonts";
import { SCRIPT_SAMPLES } from "../../support/script-samples.mjs";

const BOX = { widthPx: 1056, heightPx: 280 };
const STYLE = { role: "speech", sizesPx: [49, 36] } as const;

async function watchedFonts(keptBytes?: number) {
  const loaded: string[] = [];
  const fonts = await openFonts((name) => {
    loaded.push(name);
    return loadMediaAsset(name);
  }, keptBytes);
  return { loaded, compose: (text: string) => composeText(text, BOX, STYLE, fonts) };
}

describe("fonts of pictures", () => {
  it("load the slices that a text needs and no others", async () => {
    const { loaded, compose } = await watchedFonts();
    await compose("Hello");
    expect(loaded).toEqual(["fonts/literata/coverage.bin", "fonts/literata/0.ttf"]);
    await compose(SCRIPT_SAMPLES.arabic!);
    expect(loaded.slice(2)).toEqual(["fonts/noto-naskh-arabic/coverage.bin", "fonts/noto-naskh-arabic/0.ttf"]);
  });

  it("load nothing twice, also for texts at the same time", async () => {
    const { loaded, compose } = await watchedFonts();
    await Promise.all([compose(SCRIPT_SAMPLES.japanese!), compose(SCRIPT_SAMPLES.japanese!)]);
    await compose(SCRIPT_SAMPLES.japanese!);
    expect(new Set(loaded).size).toBe(loaded.length);
  });

  it("load a few of the hundred slices of a Chinese font for a sentence", async () => {
    const { loaded, compose } = await watchedFonts();
    await compose(SCRIPT_SAMPLES.simplifiedChinese!);
    expect(loaded.filter((name) => name.endsWith(".ttf")).length).toBeLessThan(20);
  });

  it("are closed when there are more than are kept, and loaded again", async () => {
    const { loaded, compose } = await watchedFonts(50_000);
    const before = JSON.stringify(await compose("Привет"));
    for (const sample of Object.values(SCRIPT_SAMPLES)) await compose(sample);
    const count = loaded.length;
    expect(JSON.stringify(await compose("Привет"))).toBe(before);
    expect(loaded.slice(count)).toEqual(["fonts/literata/3.ttf"]);
  });

  it("are looked for again after they could not be loaded", async () => {
    let isBroken = true;
    const fonts = await openFonts((name) =>
      isBroken ? Promise.reject(new Error(`${name} is not there`)) : loadMediaAsset(name),
    );
    await expect(composeText("Hello", BOX, STYLE, fonts)).rejects.toThrow("coverage.bin is not there");
    isBroken = false;
    expect((await composeText("Hello", BOX, STYLE, fonts)).lines).toHaveLength(1);
  });

  it("survive many texts in little memory", async () => {
    const { compose } = await watchedFonts(200_000);
    for (let round = 0; round < 4; round++)
      for (const sample of Object.values(SCRIPT_SAMPLES))
        expect((await compose(sample)).lines.length).toBeGreaterThan(0);
  });
});
