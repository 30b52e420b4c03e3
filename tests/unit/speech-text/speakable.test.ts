import { describe, expect, it } from "vitest";
import { countCharacters, isSpeakable } from "../../../workers/speech/text";
import { plan, speechOf } from "./speak-request";

describe("whether a text would be spoken", () => {
  it.each(["Hello", "5", "你好", "ж", "%", "😀", "#tag", "ﷺ", "€", "α̇", '<phoneme ph="a"/>', "1️⃣"])("%j is", (text) => {
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
    "££",
    "%%%",
  ])("%j is not", (text) => {
    expect(isSpeakable(text, "plain")).toBe(false);
  });

  it("depends on the model for words in brackets", () => {
    expect(isSpeakable("[laughs]", "plain")).toBe(true);
    expect(isSpeakable("[laughs]", "tags")).toBe(false);
  });

  it.each(["en", "de", "ru", "ja", "th", "ar", "ko", "hi", "el", "he", "lv"])(
    "is the same for one and for two signs in %s: what is charged is what is heard",
    (language) => {
      const signs = [..."a9 .-'@#$€£¥%+=*&/~^<°×²½µα漢ж한Ⅷ①№😀\u0301\u0307\u20dd\u200d"];
      const differing = signs
        .flatMap((first) => [first, ...signs.flatMap((second) => [first + second, `${first} ${second}`])])
        .filter((text) =>
          (["auto", "off"] as const).some(
            (normalization) =>
              speechOf(plan(text, { language, normalization })).length > 0 !== isSpeakable(text, "plain"),
          ),
        );
      expect(differing).toEqual([]);
    },
    20_000,
  );
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
