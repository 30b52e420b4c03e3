import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { timedWords } from "~/domains/sharing/words";
import { readWords, wordAt } from "~/features/sharing/public/read-words";
import { headingLine, shownLines } from "~/features/sharing/public/shown-text";

/** Words of a text with each character a tenth of a second long. */
function share(text: string, dialogue: { text: string; voiceName: string }[] | null = null) {
  const characters = Array.from(text);
  const words = timedWords(text, {
    characters,
    characterStartTimesSeconds: characters.map((_, i) => i / 10),
    characterEndTimesSeconds: characters.map((_, i) => (i + 1) / 10),
  });
  return { text, dialogue, words };
}

const litTexts = (line: { text: string; words: string }) =>
  readWords(line.text, line.words).map(({ from, to }) => line.text.slice(from, to));

describe("the lines of a shared text", () => {
  it("are read back as the words they were, with their times", () => {
    const [line] = shownLines(share("Hello there, world"));
    expect(litTexts(line!)).toEqual(["Hello", "there,", "world"]);
    expect(readWords(line!.text, line!.words).map(({ startSeconds }) => startSeconds)).toEqual([0, 0.6, 1.3]);
  });

  it("are those of a dialogue, with their speakers", () => {
    const dialogue = [
      { text: "Who is there?", voiceName: "Clara" },
      { text: "Nobody.", voiceName: "Theo" },
    ];
    const lines = shownLines(share("Who is there?\nNobody.", dialogue));
    expect(lines.map(({ text, voiceName }) => [voiceName, text])).toEqual([
      ["Clara", "Who is there?"],
      ["Theo", "Nobody."],
    ]);
    expect(lines.map(litTexts)).toEqual([["Who", "is", "there?"], ["Nobody."]]);
    expect(readWords(lines[1]!.text, lines[1]!.words)[0]!.startSeconds).toBeCloseTo(1.4);
  });

  it("are shown without light where they are not what was spoken", () => {
    const lines = shownLines(share("One text", [{ text: "Another line", voiceName: "Clara" }]));
    expect(lines).toEqual([{ text: "Another line", voiceName: "Clara", words: "" }]);
  });

  it("are turned back to front by nothing, and the heading has none of what the title lacks", () => {
    const hostile = share("One \u202egnp.exe\u202c, \u2067two\u2069");
    const [line] = shownLines(hostile);
    expect(line!.text).toBe("One gnp.exe, \u2067two\u2069");
    expect(litTexts(line!)).toEqual(["One", "gnp.exe,", "\u2067two\u2069"]);
    const heading = headingLine(hostile);
    expect(heading.text).toBe("One gnp.exe, two");
    expect(litTexts(heading)).toEqual(["One", "gnp.exe,", "two"]);
  });

  it("count what is left after an HTML parser has read them", () => {
    const [line] = shownLines(share("One\r\ntwo\rthree\0four five"));
    expect(line!.text).toBe("One\ntwo\nthree\ufffdfour five");
    expect(litTexts(line!)).toEqual(["One", "two", "three\ufffdfour", "five"]);
  });

  it("keep every text whole, whatever is in it but overrides of direction, and light nothing but its words", () => {
    const pieces = [
      "a",
      "слово",
      "שלום",
      "مرحبا",
      "你好",
      "👩‍👩‍👧‍👦",
      "\ud800",
      "\u202e",
      " ",
      "\n",
      "\r",
      "\r\n",
      "\0",
      "<b>",
      "&",
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 40 }), (parts) => {
        const text = parts.join("");
        const [line] = shownLines(share(text));
        const shown = text.replace(/\r\n?/g, "\n").replaceAll("\0", "\ufffd").replaceAll("\u202e", "");
        expect(line!.text).toBe(shown);
        const words = readWords(line!.text, line!.words);
        let last = 0;
        for (const { from, to } of words) {
          expect(from).toBeGreaterThanOrEqual(last);
          expect(line!.text.slice(from, to)).toBe(line!.text.slice(from, to).trim());
          last = to;
        }
        expect(last).toBeLessThanOrEqual(line!.text.length);
        expect(words.map(({ from, to }) => line!.text.slice(from, to)).join("")).toBe(line!.text.replace(/\s+/gu, ""));
      }),
    );
  });
});

describe("the word at a time", () => {
  const words = [{ startSeconds: 0.2 }, { startSeconds: 0.5 }, { startSeconds: 0.5 }, { startSeconds: 2 }];

  it("is the last that has begun", () => {
    expect([0, 0.2, 0.49, 0.5, 1.99, 2, 60].map((seconds) => wordAt(words, seconds))).toEqual([-1, 0, 0, 2, 2, 3, 3]);
    expect(wordAt([], 1)).toBe(-1);
  });
});
