import fc from "fast-check";
import { expect, test } from "vitest";
import { spokenWordAt, wordInLine } from "~/features/speech/spoken-word";

/** Each character lasts a tenth of a second. */
function timesOf(text: string) {
  const characters = Array.from(text);
  return {
    characters,
    startSeconds: characters.map((_, i) => i / 10),
    endSeconds: characters.map((_, i) => (i + 1) / 10),
  };
}
const wordAt = (text: string, seconds: number) => {
  const word = spokenWordAt(timesOf(text), seconds);
  return word && text.slice(word.start, word.end);
};

test("finds the word around the character that is heard", () => {
  expect(wordAt("one two three", 0.05)).toBe("one");
  expect(wordAt("one two three", 0.55)).toBe("two");
  expect(wordAt("one two three", 1.25)).toBe("three");
});

test("there is no word in white space, before the sound and after it", () => {
  expect(wordAt("one two", 0.35)).toBeNull();
  expect(wordAt("one two", -1)).toBeNull();
  expect(wordAt("one two", 5)).toBeNull();
  expect(wordAt("", 0)).toBeNull();
});

test("positions count as the text does, also behind an emoji", () => {
  expect(wordAt("🙂🙂 two", 0.35)).toBe("two");
});

/** What is lit, one after the other. */
function litIn(text: string) {
  const lit = Array.from(text, (_, i) => wordAt(text, i / 10 + 0.05));
  return lit.filter((word, i) => word !== lit[i - 1]);
}

test.each([
  ["今天天气很好。我们去公园。", ["今天", "天气", "很好。", "我们", "去", "公园。"]],
  ["明日は雨が降るでしょう。", ["明日", "は", "雨", "が", "降る", "で", "しょう。"]],
  ["ฉันรักภาษาไทย มาก", ["ฉัน", "รัก", "ภาษา", "ไทย", null, "มาก"]],
  ["3月5日 iPhone手机", ["3", "月", "5", "日", null, "iPhone", "手机"]],
  ["「おはよう」と言う（笑）。", ["「おはよう」", "と", "言う", "（笑）。"]],
  ["他说：“（你好）！”", ["他", "说：", "“（你好）！”"]],
])("in a script without spaces it is the word itself, with the signs around it: %s", (text, lit) => {
  expect(litIn(text)).toEqual(lit);
});

test("signs within a word of a script with spaces belong to it", () => {
  expect(litIn("It's well-known, (isn't) it?")).toEqual(["It's", null, "well-known,", null, "(isn't)", null, "it?"]);
});

test("a word is found in the middle of a long text without spaces and signs", () => {
  expect(wordAt("今天天气很好我们去公园".repeat(40), 22 + 0.45)).toBe("很好");
});

test("whatever the text, the word has no white space and holds the place of the voice", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "grapheme", maxLength: 60 }),
      fc.double({ min: 0, max: 6, noNaN: true }),
      (text, at) => {
        const word = spokenWordAt(timesOf(text), at);
        if (!word) return;
        expect(text.slice(word.start, word.end)).not.toMatch(/\s/u);
        expect(word.at).toBeGreaterThanOrEqual(word.start);
        expect(word.at).toBeLessThan(word.end);
      },
    ),
  );
});

test("in a dialogue a word belongs to the line the voice is in, and is cut at its ends", () => {
  const lines = [
    { key: "a", text: "Hello." },
    { key: "b", text: "Hi there" },
  ];
  const whole = lines.map((line) => line.text).join("");
  const first = spokenWordAt(timesOf(whole), 0.1);
  const second = spokenWordAt(timesOf(whole), 0.65);
  expect(first && wordInLine(lines, "a", first)).toEqual({ start: 0, end: 6 });
  expect(first && wordInLine(lines, "b", first)).toBeNull();
  expect(second && wordInLine(lines, "a", second)).toBeNull();
  expect(second && wordInLine(lines, "b", second)).toEqual({ start: 0, end: 2 });
});
