import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { type ComposedText, composeText, type TextBox } from "../../../workers/media/cards/compose-text";
import type { FontStore } from "../../../workers/media/fonts/font-store";
import { openFonts } from "../../support/media-fonts";
import { SCRIPT_SAMPLES } from "../../support/script-samples.mjs";

const BOX = { widthPx: 1056, heightPx: 280 };
const STYLE = { role: "speech", sizesPx: [78, 62, 49, 36], isBalanced: true } as const;
/** Rounding of sums. */
const NEARLY_PX = 0.01;

let fonts: FontStore;
beforeAll(async () => {
  fonts = await openFonts();
});

function expectInside(composed: ComposedText, box: TextBox): void {
  expect(composed.heightPx).toBeLessThanOrEqual(box.heightPx + NEARLY_PX);
  for (const { leftPx, widthPx, baselinePx } of composed.lines) {
    expect(leftPx).toBeGreaterThanOrEqual(-NEARLY_PX);
    expect(leftPx + widthPx).toBeLessThanOrEqual(box.widthPx + NEARLY_PX);
    expect(baselinePx).toBeGreaterThan(0);
    expect(baselinePx).toBeLessThan(box.heightPx);
  }
}

describe("text made to fit", () => {
  it("takes the largest size that fits", async () => {
    const sizes: number[] = [];
    for (const words of [3, 20, 40, 70])
      sizes.push((await composeText("word ".repeat(words), BOX, STYLE, fonts)).sizePx);
    expect(sizes[0]).toBe(78);
    expect(sizes).toEqual([...sizes].sort((a, b) => b - a));
    expect(new Set(sizes).size).toBeGreaterThan(2);
  });

  it("takes a smaller size rather than breaking a long word", async () => {
    const composed = await composeText("Donaudampfschifffahrtsgesellschaftskapitän", BOX, STYLE, fonts);
    expect(composed.lines).toHaveLength(1);
    expect(composed.sizePx).toBeLessThan(78);
  });

  it.each(Object.entries(SCRIPT_SAMPLES))(
    "cuts a long text in %s at a word, with an ellipsis",
    async (_script, sample) => {
      const text = `${sample} `.repeat(30);
      const composed = await composeText(text, BOX, STYLE, fonts);
      expect(composed.isCut).toBe(true);
      expect(composed.sizePx).toBe(36);
      expectInside(composed, BOX);
      const last = composed.lines.at(-1)!;
      const ellipsis = last.glyphs.filter(({ from, to }) => from === to);
      expect(ellipsis.length).toBeGreaterThan(0);
      // Behind the text: at the left end of a line from right to left.
      const edge = last.isRightToLeft ? last.glyphs[0]! : last.glyphs.at(-1)!;
      expect(ellipsis).toContain(edge);
      // Scripts without spaces are cut where word lists say.
      if (/[\p{Script=Han}\p{Script=Thai}\p{Script=Myanmar}]/u.test(sample)) return;
      const before = text[last.to - 1]!;
      const after = text[last.to]!;
      expect(/[\p{L}\p{M}\p{N}]/u.test(before) && /[\p{L}\p{M}\p{N}]/u.test(after)).toBe(false);
    },
  );

  it("leaves no comma or space before an ellipsis", async () => {
    const composed = await composeText("one, two, three, ".repeat(100), BOX, STYLE, fonts);
    const [letter] = composed.lines.at(-1)!.glyphs.slice(-2);
    expect("one, two, three, ".repeat(100)[letter!.from]).toMatch(/[a-z]/);
  });

  it.each([
    ["a Latin letter", "x"],
    ["an Arabic letter", "ب"],
    ["a Chinese character", "中"],
    ["an emoji", "😀"],
    ["a family", "👨‍👩‍👧"],
    ["letters with marks", "a\u0316\u0301"],
    ["an override and a letter", "\u202ea"],
    ["a letter without width", "\u200ba"],
    ["isolates", "\u2067a\u2069"],
    ["markup", "<p>&"],
  ])("cuts 5,000 units of %s without a space within a line, in time", async (_what, unit) => {
    const text = unit.repeat(Math.ceil(5000 / unit.length));
    const started = performance.now();
    const composed = await composeText(text, BOX, STYLE, fonts);
    expect(performance.now() - started).toBeLessThan(3000);
    expect(composed.isCut).toBe(true);
    expect(composed.lines.length).toBeGreaterThan(1);
    expectInside(composed, BOX);
  });

  it.each([..."ﷺ﷽ﴅ"])("makes %s, which cannot be broken, as small as a narrow box needs", async (letter) => {
    const size = { widthPx: 100, heightPx: 120 };
    const composed = await composeText(letter, size, STYLE, fonts);
    expect(composed.lines).toHaveLength(1);
    expect(composed.widthPx).toBeGreaterThan(60);
    expectInside(composed, size);
  });

  it("keeps any text inside any box, and in the order of its source", async () => {
    const letters = fc.constantFrom(..."aé ,ж־ש(ب١ل ا)%क्षிதமிழ்中。“あ한😀\u200d\u202e\ud800\n<&");
    const text = fc.oneof(fc.string({ unit: letters, maxLength: 300 }), fc.string({ unit: "binary", maxLength: 60 }));
    const box = fc.record({
      widthPx: fc.integer({ min: 120, max: 1200 }),
      heightPx: fc.integer({ min: 60, max: 400 }),
    });
    await fc.assert(
      fc.asyncProperty(text, box, async (source, size) => {
        const composed = await composeText(source, size, STYLE, fonts);
        expectInside(composed, size);
        let at = 0;
        for (const { from, to, glyphs } of composed.lines) {
          expect(from).toBeGreaterThanOrEqual(at);
          at = to;
          for (const glyph of glyphs) {
            expect(glyph.from).toBeGreaterThanOrEqual(from);
            expect(glyph.to).toBeLessThanOrEqual(Math.max(to, glyph.from));
            expect(Number.isFinite(glyph.xPx + glyph.yPx)).toBe(true);
          }
        }
      }),
      { numRuns: 150 },
    );
  });
});
