import { describe, expect, it } from "vitest";
import { cutAtWord } from "../../../app/lib/cut-at-word";

const lengthOf = (text: string) => Array.from(text).length;

describe("a text that is too long", () => {
  it("ends with a whole word and dots, and is left alone where it fits", () => {
    expect(cutAtWord("The harbour was quiet", 21)).toBe("The harbour was quiet");
    expect(cutAtWord("The harbour was quiet", 20)).toBe("The harbour was…");
    expect(cutAtWord("The harbour was quiet", 16)).toBe("The harbour was…");
    expect(cutAtWord("The harbour was quiet", 15)).toBe("The harbour…");
  });

  it.each(["The harbour,", "The harbour –", "The harbour:", "The harbour (", "The harbour ,;", "The harbour、"])(
    "keeps nothing before its dots that waits for more: %s",
    (text) => expect(cutAtWord(`${text} was as quiet as ever`, lengthOf(text) + 1)).toBe("The harbour…"),
  );

  it("has no dots where a sentence ends, also one that is quoted", () => {
    expect(cutAtWord("It was quiet. Very quiet.", 18)).toBe("It was quiet.");
    expect(cutAtWord("“It was quiet.” She waited.", 18)).toBe("“It was quiet.”");
  });

  it("ends with a whole word also where no spaces stand between words", () => {
    // "ภาษาไทย" is one word and "สวยงาม" the next.
    expect(cutAtWord("ภาษาไทยสวยงามมากจริงๆ", 12)).toBe("ภาษาไทย…");
    expect(cutAtWord("https://example.com/a/very/long/address", 24)).toMatch(/^https:\/\/example\.com\/(a\/)?…$/);
  });

  it("is never longer than it may be, and takes no character apart that people see as one", () => {
    const family = "👨‍👩‍👧‍👦";
    for (let most = 12; most < 40; most++) {
      const cut = cutAtWord(family.repeat(20), most);
      expect(lengthOf(cut)).toBeLessThanOrEqual(most);
      expect(cut).toMatch(new RegExp(`^(${family})+…$`, "u"));
    }
    expect(lengthOf(cutAtWord("x".repeat(5000), 70))).toBe(70);
  });
});
