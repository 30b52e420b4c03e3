import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cleanText } from "../../../workers/media/cards/clean-text";

const shown = (text: string) => cleanText(text).text;

describe("text made fit to be set", () => {
  it("leaves ordinary text of any script as it is", () => {
    for (const text of [
      "Hello, world!",
      "नमस्ते दुनिया",
      "مرحبًا بالعالم",
      "שָׁלוֹם",
      "日本語、東京",
      "안녕하세요",
      "<b>&amp;</b>",
    ])
      expect(shown(text)).toBe(text.normalize("NFC"));
  });

  it("composes letters with their marks, and Korean syllables from their letters", () => {
    expect(shown("e\u0301")).toBe("é");
    expect(shown("\u1112\u1161\u11ab")).toBe("한");
  });

  it("drops overrides of direction, controls, halves of pairs and what has no width", () => {
    expect(shown("a\u202egnp.exe\u202c b\u0000\u0007c\ud800d\udc00e\u200bf\ufeffg\u00adh")).toBe("agnp.exe bcdefgh");
  });

  it("keeps the joiners that choose letter forms", () => {
    expect(shown("می\u200cخواهم क्\u200dष")).toBe("می\u200cخواهم क्\u200dष");
  });

  it("keeps four marks on a letter and no more", () => {
    expect(shown(`x${"\u0316".repeat(50)}y`)).toBe(`x${"\u0316".repeat(4)}y`);
  });

  it("makes one space of many, one line end of many, and none at the edges", () => {
    expect(shown("  a \t\u3000 b\r\n\r\n  c\u2028")).toBe("a b\nc");
  });

  it("writes mathematical letters as the letters they stand for", () => {
    expect(shown("𝓗𝓮𝓵𝓵𝓸")).toBe("Hello");
  });

  it("says of each unit where it comes from", () => {
    const source = "a\u200b  é\u0000😀";
    const { text, sourceAt } = cleanText(source);
    expect(text).toBe("a é😀");
    expect([...sourceAt]).toEqual([0, 2, 4, 6, 6, 8]);
  });

  it("never lets a control or half a pair through, and never goes back in its source", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), (source) => {
        const { text, sourceAt } = cleanText(source);
        expect(text).not.toMatch(/[\p{Cs}\p{Co}\u202a-\u202e]/u);
        expect(text.replaceAll("\n", "")).not.toMatch(/\p{Cc}/u);
        expect(sourceAt.length).toBe(text.length + 1);
        expect(sourceAt.at(-1)).toBe(source.length);
        for (let i = 1; i < sourceAt.length; i++) expect(sourceAt[i]!).toBeGreaterThanOrEqual(sourceAt[i - 1]!);
      }),
    );
  });

  it("reads 5,000 marks, joiners or overrides in a moment", () => {
    for (const character of ["\u0301", "\u200d", "\u202e", "\ud800", "\n"]) {
      const started = performance.now();
      cleanText(character.repeat(5000));
      expect(performance.now() - started).toBeLessThan(500);
    }
  });
});
