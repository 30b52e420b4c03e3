import { describe, expect, it } from "vitest";
import { alignSilence, alignUnit, type SpeechUnit, spokenText } from "../../../workers/speech/text";
import { plan, speechOf } from "./speak-request";

function unitOf(text: string, language = "en"): SpeechUnit {
  const [unit] = speechOf(plan(text, { language }));
  return unit!;
}

describe("aligning characters with the time of words", () => {
  it("spreads a word's time over its letters and gives the gap to the space", () => {
    const unit = unitOf("Hi you");
    const { alignment } = alignUnit(
      unit,
      [
        { tokenIndex: 0, wordIndex: 0, startSeconds: 0.1, endSeconds: 0.3 },
        { tokenIndex: 1, wordIndex: 0, startSeconds: 0.4, endSeconds: 0.7 },
      ],
      10,
      0.8,
    );
    expect(alignment.characters).toEqual(["H", "i", " ", "y", "o", "u"]);
    expect(alignment.characterStartTimesSeconds).toEqual([10.1, 10.2, 10.3, 10.4, 10.5, 10.6]);
    expect(alignment.characterEndTimesSeconds).toEqual([10.2, 10.3, 10.4, 10.5, 10.6, 10.8]);
  });

  it("spreads a token that expands over what was written, and its words over what is spoken", () => {
    const unit = unitOf("$2.50!");
    expect(spokenText(unit)).toBe("two dollars and fifty cents! ");
    const words = unit.tokens[0]!.words;
    const times = words.map((_, wordIndex) => ({
      tokenIndex: 0,
      wordIndex,
      startSeconds: wordIndex * 0.2,
      endSeconds: wordIndex * 0.2 + 0.2,
    }));
    const { alignment, normalizedAlignment } = alignUnit(unit, times, 0, 1.34);
    expect(alignment.characterStartTimesSeconds).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1]);
    expect(alignment.characterEndTimesSeconds.at(-1)).toBe(1.34);
    const spoken = normalizedAlignment.characters.join("");
    expect(spoken).toBe("two dollars and fifty cents! ");
    expect(normalizedAlignment.characterStartTimesSeconds[spoken.indexOf("dollars")]).toBe(0.2);
    expect(normalizedAlignment.characterStartTimesSeconds[spoken.indexOf("cents")]).toBe(0.8);
    expect(normalizedAlignment.characterEndTimesSeconds.at(-1)).toBe(1.34);
  });

  it("counts characters as code points, so that emoji are one", () => {
    const unit = unitOf("😀 hey");
    expect(alignUnit(unit, [], 0, 1).alignment.characters).toEqual(["😀", " ", "h", "e", "y"]);
  });

  it("gives markup and punctuation the time between words", () => {
    const unit = unitOf("One <b>two</b>, three");
    const { alignment } = alignUnit(
      unit,
      [0, 1, 2].map((tokenIndex) => ({
        tokenIndex,
        wordIndex: 0,
        startSeconds: tokenIndex,
        endSeconds: tokenIndex + 0.5,
      })),
      0,
      3,
    );
    const at = (text: string): number => alignment.characterStartTimesSeconds[unit.source.indexOf(text)]!;
    expect([at("One"), at("two"), at("three")]).toEqual([0, 1, 2]);
    expect(at("<b>")).toBeGreaterThan(0.5);
    expect(at("</b>")).toBe(1.5);
  });

  it("lets words that an engine did not report share the gap by their length", () => {
    const unit = unitOf("a bcde f");
    const { alignment } = alignUnit(unit, [{ tokenIndex: 2, wordIndex: 0, startSeconds: 1, endSeconds: 1.2 }], 0, 1.2);
    expect(alignment.characterStartTimesSeconds).toEqual([0, 0.2, 0.2, 0.4, 0.6, 0.8, 1, 1]);
  });

  it("shares a silence evenly among the characters that asked for it", () => {
    const { alignment, normalizedAlignment } = alignSilence("[pause]", 2, 0.7);
    expect(alignment.characterStartTimesSeconds).toEqual([2, 2.1, 2.2, 2.3, 2.4, 2.5, 2.6]);
    expect(alignment.characterEndTimesSeconds.at(-1)).toBe(2.7);
    expect(normalizedAlignment.characters).toEqual([]);
  });
});
