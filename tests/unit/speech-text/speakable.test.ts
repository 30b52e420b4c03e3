import { describe, expect, it } from "vitest";
import { countCharacters, isSpeakable } from "../../../workers/speech/text";

describe("whether a text would be spoken", () => {
  it.each(["Hello", "5", "你好", "ж", "%", "😀", "#tag", "ﷺ", "€", '<phoneme ph="a"/>', "1️⃣"])("%j is", (text) => {
    expect(isSpeakable(text, "plain")).toBe(true);
  });

  it.each([
    "",
    "   \n\t",
    "...",
    "?!",
    "---",
    "«»",
    "🫠",
    "<break time='1s'/>",
    "[pause]",
    "<b></b>",
    "\u200b\u202e",
    "\ud83d",
    "。、",
    "•",
  ])("%j is not", (text) => {
    expect(isSpeakable(text, "plain")).toBe(false);
  });

  it("depends on the model for words in brackets", () => {
    expect(isSpeakable("[laughs]", "plain")).toBe(true);
    expect(isSpeakable("[laughs]", "tags")).toBe(false);
  });
});

describe("billed characters", () => {
  it.each([
    ["", 0],
    ["héllo", 5],
    ["e\u0301", 2],
    ["😀", 1],
    ["👨‍👩‍👧", 5],
    ["\ud83d", 1],
    ["\ude00\ud83d", 2],
    ["a <break/>", 10],
  ])("%j has %d", (text, count) => {
    expect(countCharacters(text)).toBe(count);
    expect(countCharacters(text)).toBe(Array.from(text).length);
  });
});
