import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { timedWords } from "../../../app/domains/sharing/words";
import type { Alignment } from "../../../workers/speech/protocol";

/** Each character lasts a tenth of a second. */
function evenly(text: string): Alignment {
  const characters = Array.from(text);
  return {
    characters,
    characterStartTimesSeconds: characters.map((_, i) => i / 10),
    characterEndTimesSeconds: characters.map((_, i) => (i + 1) / 10),
  };
}

const textsOf = (text: string, language?: string) => timedWords(text, evenly(text), language).map((word) => word.text);

describe("the words of a text", () => {
  it("keep white space with the word before, or with the first one at the beginning", () => {
    expect(textsOf("  Hello,  you \n there.")).toEqual(["  Hello,  ", "you \n ", "there."]);
  });

  it("have the times of their own characters, without the white space around", () => {
    expect(timedWords("Hi you ", evenly("Hi you "))).toEqual([
      { text: "Hi ", startSeconds: 0, endSeconds: 0.2 },
      { text: "you ", startSeconds: 0.3, endSeconds: 0.6 },
    ]);
  });

  it("are found in scripts without spaces as well", () => {
    const japanese = textsOf("今日はとても良い天気です。", "ja");
    expect(japanese.length).toBeGreaterThan(3);
    expect(japanese.at(-1)).toMatch(/。$/);
    expect(textsOf("สวัสดีครับผมชื่อสมชาย", "th").length).toBeGreaterThan(2);
  });

  it("take the punctuation that opens, and leave what closes to the word before", () => {
    for (const [text, opening] of [
      ["千里之行，始于足下。“学而时习之”，他说。", "“"],
      ["彼は「こんにちは」と言った。『本』（赤い）を読む。", "「『（"],
    ] as const) {
      const words = textsOf(text, "zh");
      expect(words.join("")).toBe(text);
      expect(words.length).toBeGreaterThan(5);
      for (const word of words) {
        expect(word).not.toMatch(new RegExp(`.[${opening}]`, "u"));
        expect(word).not.toMatch(/^[”」』）。，]/u);
      }
    }
    expect(textsOf("足下。“学而”", "zh").slice(-2).join("|")).toMatch(/“学/);
    expect(textsOf('他说："你好。"她', "zh")).toEqual(["他", "说：", '"你好。"', "她"]);
    expect(textsOf('他高5"。', "zh").at(-1)).toBe('5"。');
    expect(textsOf("你好（“", "zh")).toEqual(["你好（“"]);
  });

  it("are lit in parts where they are too long for words, each at its own time", () => {
    const long = timedWords(`${"a".repeat(5000)} end`, evenly(`${"a".repeat(5000)} end`));
    expect(long.length).toBeGreaterThan(200);
    for (const { text, startSeconds, endSeconds } of long) {
      expect(text.trim().length).toBeLessThanOrEqual(24);
      expect(text.trim()).not.toBe("");
      expect(endSeconds - startSeconds).toBeCloseTo(text.trim().length / 10);
    }
    expect(textsOf("Rindfleischetikettierungsüberwachungsaufgabengesetz".slice(0, 48))).toHaveLength(1);
    const families = "👨‍👩‍👧‍👦".repeat(60);
    const parts = textsOf(`${families}   `);
    expect(parts).toHaveLength(3);
    expect(parts.every((part) => /^(👨‍👩‍👧‍👦)+ *$/u.test(part))).toBe(true);
    expect(textsOf(`${"。".repeat(500)}漢`, "zh").every((part) => part.length <= 24)).toBe(true);
    expect(textsOf(" ".repeat(500))).toEqual([" ".repeat(500)]);
  });

  it("go on where a dialogue's lines meet, whose line ends have no times", () => {
    const alignment = evenly("One two.Three.");
    expect(timedWords("One two.\nThree.", alignment)).toEqual([
      { text: "One ", startSeconds: 0, endSeconds: expect.closeTo(0.3) },
      { text: "two.\n", startSeconds: expect.closeTo(0.4), endSeconds: expect.closeTo(0.8) },
      { text: "Three.", startSeconds: expect.closeTo(0.8), endSeconds: expect.closeTo(1.4) },
    ]);
  });

  it("are there without any times, and for a language that is none", () => {
    const none = { characters: [], characterStartTimesSeconds: [], characterEndTimesSeconds: [] };
    expect(timedWords("Not timed", none)).toEqual([
      { text: "Not ", startSeconds: 0, endSeconds: 0 },
      { text: "timed", startSeconds: 0, endSeconds: 0 },
    ]);
    expect(textsOf("漢字です", "no language!").join("")).toBe("漢字です");
    expect(timedWords("", none)).toEqual([]);
    expect(textsOf("   ")).toEqual(["   "]);
  });

  it("joined are the text, and never go back in time, whatever the text is", () => {
    const piece = fc.constantFrom(
      "word",
      " ",
      "\n",
      "漢字",
      "かな",
      "ไทย",
      "😀",
      "عرب",
      "a\u0301",
      "\u202e",
      "。",
      "“",
      "”",
      '"',
      "（",
      "a".repeat(60),
      ".",
      "ab",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), fc.string({ unit: "binary", maxLength: 10 }), (pieces, rest) => {
        const text = pieces.join("") + rest;
        const words = timedWords(text, evenly(text));
        expect(words.map((word) => word.text).join("")).toBe(text);
        let before = 0;
        for (const { startSeconds, endSeconds } of words) {
          expect(startSeconds).toBeGreaterThanOrEqual(before);
          expect(endSeconds).toBeGreaterThanOrEqual(startSeconds);
          before = startSeconds;
        }
      }),
    );
  });
});
