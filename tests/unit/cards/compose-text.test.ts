import { beforeAll, describe, expect, it } from "vitest";
import { type ComposedText, composePages, composeText } from "../../../workers/media/cards/compose-text";
import type { FontStore } from "../../../workers/media/fonts/font-store";
import { openFonts } from "../../support/media-fonts";
import { SCRIPT_SAMPLES } from "../../support/script-samples.mjs";

const BOX = { widthPx: 1056, heightPx: 280 };
const STYLE = { role: "speech", sizesPx: [78, 62, 49, 36] } as const;

let fonts: FontStore;
beforeAll(async () => {
  fonts = await openFonts();
});

const compose = (text: string, box = BOX) => composeText(text, box, STYLE, fonts);
const glyphsOf = (composed: ComposedText) => composed.lines.flatMap((line) => line.glyphs);
/** Parts of a text in the order in which they stand in a line. */
const seen = (text: string, composed: ComposedText, line = 0) =>
  [...new Set(composed.lines[line]!.glyphs.map(({ from, to }) => text.slice(from, to)))].join("|");

describe("text set for pictures", () => {
  it.each(Object.entries(SCRIPT_SAMPLES))("shows every letter of %s, by a font that has it", async (_script, text) => {
    const composed = await compose(text);
    const drawn = new Array<boolean>(text.length).fill(false);
    for (const { from, to, outline } of glyphsOf(composed)) {
      expect(outline).toMatch(/^M.*Z$/);
      drawn.fill(true, from, to);
    }
    const missing = [...text].filter((character) => /\S/.test(character) && !drawn[text.indexOf(character)]);
    expect(missing).toEqual([]);
    expect(composed.isCut).toBe(false);
  });

  it("shows nothing where no font has a character, and never the box of a missing one", async () => {
    const composed = await compose("a\u{1e900}\ua500b");
    expect(glyphsOf(composed).map(({ from }) => from)).toEqual([0, 4]);
    expect((await compose("\u{1e900}")).lines).toEqual([]);
    expect((await compose("")).lines).toEqual([]);
  });

  it("sets Arabic and Hebrew from right to left at the right edge, numbers and names within from left to right", async () => {
    const hebrew = "אבגד 125% ABC";
    expect(seen(hebrew, await compose(hebrew))).toBe("A|B|C|1|2|5|%|ד|ג|ב|א");
    const arabic = await compose("وصل القطار في الساعة ١٢");
    for (const { leftPx, widthPx, isRightToLeft } of arabic.lines) {
      expect(isRightToLeft).toBe(true);
      expect(leftPx + widthPx).toBeCloseTo(BOX.widthPx);
    }
    const first = glyphsOf(arabic).findLast(({ from }) => from === 0)!;
    expect(first.xPx).toBeGreaterThan(BOX.widthPx - arabic.sizePx);
  });

  it("turns brackets around in text from right to left", async () => {
    const text = "א(ב)";
    const composed = await compose(text);
    const [closing, , opening] = glyphsOf(composed).map(({ outline }) => outline);
    const [leftToRightOpening, , leftToRightClosing] = glyphsOf(await compose("(b)")).map(({ outline }) => outline);
    // What is written as an opening bracket opens to the left, so it looks as a closing one does elsewhere.
    expect(seen(text, composed)).toBe(")|ב|(|א");
    expect(opening).toBe(leftToRightClosing);
    expect(closing).toBe(leftToRightOpening);
  });

  it("keeps the direction of the text around a quotation of the other one", async () => {
    const text = "xyz שלום def";
    const composed = await compose(text);
    expect(composed.lines[0]!.isRightToLeft).toBe(false);
    expect(seen(text, composed)).toBe("x|y|z|ם|ו|ל|ש|d|e|f");
  });

  it("gives each paragraph the direction of its first letter, as its page does", async () => {
    const text = "ABC שלום!\nשלום ABC!\n12 (ש) d\n...\nOne שלום שלום שלום שלום";
    const { lines } = await compose(text, { widthPx: 1056, heightPx: 600 });
    expect(lines.map((line) => line.isRightToLeft)).toEqual([false, true, true, false, false]);
    for (const { leftPx, widthPx, isRightToLeft } of lines)
      expect(leftPx).toBeCloseTo(isRightToLeft ? 1056 - widthPx : 0);
    const inLine = (i: number) => lines[i]!.glyphs.map(({ from, to }) => text.slice(from, to)).join("");
    // The mark at the end stands where its paragraph ends.
    expect(inLine(0)).toBe("ABCםולש!");
    expect(inLine(1)).toBe("!ABCםולש");
    expect(inLine(4)).toBe(`One${"םולש".repeat(4)}`);
  });

  it("goes on in the direction of a paragraph that began before", async () => {
    const text = "ABC שלום!\nABC!";
    const { lines } = await composeText(text, BOX, { ...STYLE, firstDirection: "rtl" }, fonts);
    expect(lines.map((line) => line.isRightToLeft)).toEqual([true, false]);
  });

  it("joins Arabic letters, and writes alef in its own way after lam", async () => {
    const alone = glyphsOf(await compose("ب"))[0]!.outline;
    const joined = glyphsOf(await compose("ببب")).map(({ outline }) => outline);
    expect(new Set([alone, ...joined]).size).toBe(4);
    const alefIn = async (text: string) => glyphsOf(await compose(text)).find(({ from }) => from === 1)!.outline;
    expect(await alefIn("لا")).not.toBe(await alefIn("با"));
  });

  it("puts the vowel sign of a Devanagari syllable before it, and stacks its consonants", async () => {
    const syllable = glyphsOf(await compose("कि"));
    const consonant = glyphsOf(await compose("क"))[0]!.outline;
    expect(syllable.map(({ outline }) => outline === consonant)).toEqual([false, true]);
    expect(glyphsOf(await compose("क्ष"))).toHaveLength(1);
  });

  it("writes the same Chinese character as its company does", async () => {
    const outlineIn = async (text: string) => glyphsOf(await compose(text)).find(({ from }) => from === 0)!.outline;
    const forms = await Promise.all(["骨这", "骨の", "骨這"].map(outlineIn));
    expect(new Set(forms).size).toBe(3);
  });

  it("draws emoji as one picture, whatever they are joined from", async () => {
    for (const emoji of ["😀", "👍🏽", "👨‍👩‍👧", "🇫🇷", "❤️", "1️⃣"]) {
      const composed = await compose(emoji);
      expect(composed.lines).toHaveLength(1);
      expect(composed.lines[0]!.widthPx / composed.sizePx).toBeLessThan(1.4);
    }
  });

  it("breaks lines between words, Korean too, and keeps punctuation with its word in Chinese and Japanese", async () => {
    for (const text of [SCRIPT_SAMPLES.latin!, SCRIPT_SAMPLES.korean!, SCRIPT_SAMPLES.hebrew!]) {
      const { lines } = await compose(text);
      expect(lines.length).toBeGreaterThan(1);
      for (const { from } of lines.slice(1)) expect(text[from - 1]).toBe(" ");
    }
    for (const text of [SCRIPT_SAMPLES.japanese!.repeat(3), SCRIPT_SAMPLES.simplifiedChinese!.repeat(3)])
      for (const line of (await compose(text)).lines) expect("、。，”？…っ").not.toContain(text[line.from]);
  });

  it("makes lines of about the same length where it is asked to", async () => {
    const text = "One two three four five six seven eight nine ten eleven";
    const plain = await composeText(text, BOX, { ...STYLE, sizesPx: [49] }, fonts);
    const balanced = await composeText(text, BOX, { ...STYLE, sizesPx: [49], isBalanced: true }, fonts);
    expect(balanced.lines.length).toBe(plain.lines.length);
    expect(balanced.widthPx).toBeLessThan(plain.widthPx * 0.8);
  });

  it("goes on in a box after the other with the whole text", async () => {
    const text = SCRIPT_SAMPLES.latin!.repeat(10);
    const pages = await composePages(text, BOX, { role: "speech", sizePx: 49 }, fonts);
    expect(pages.length).toBeGreaterThan(2);
    let at = 0;
    for (const line of pages.flatMap((page) => page.lines)) {
      expect(text.slice(at, line.from).trim()).toBe("");
      at = line.to;
    }
    expect(at).toBe(text.length);
  });
});
