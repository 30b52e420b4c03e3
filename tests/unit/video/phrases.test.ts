import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { splitIntoPhrases } from "../../../workers/media/video/phrases";
import { evenWords } from "../../support/video-requests";

/** Phrases of a text where captions have room for so many characters. */
async function phrasesOf(text: string, room: number): Promise<string[]> {
  const words = evenWords(text, 10);
  const textOf = ({ from, to }: { from: number; to: number }) =>
    words
      .slice(from, to)
      .map((word) => word.text)
      .join("");
  const ranges = await splitIntoPhrases(words, async (range) => textOf(range).trim().length <= room);
  return ranges.map((range) => textOf(range).trim());
}

describe("phrases", () => {
  it("are sentences, several together where they fit", async () => {
    expect(await phrasesOf("One. Two is longer. Three? Four!", 20)).toEqual(["One. Two is longer.", "Three? Four!"]);
    expect(await phrasesOf("“Well,” she said… “No.” Then he left.", 24)).toEqual([
      "“Well,” she said… “No.”",
      "Then he left.",
    ]);
    expect(await phrasesOf("هل أنت هنا؟ نعم. क्या यह है। हाँ।", 13)).toEqual(["هل أنت هنا؟", "نعم.", "क्या यह है।", "हाँ।"]);
  });

  it("are parts of like length of a sentence that does not fit, cut behind a clause near the middle", async () => {
    const text = "When the last boat is in, the counting stops and the town can sleep.";
    expect(await phrasesOf(text, 50)).toEqual([
      "When the last boat is in,",
      "the counting stops and the town can sleep.",
    ]);
    expect(await phrasesOf("aaaa bbbb cccc dddd eeee ffff gggg hhhh", 25)).toEqual([
      "aaaa bbbb cccc dddd",
      "eeee ffff gggg hhhh",
    ]);
  });

  it("end with the lines of a dialogue", async () => {
    const words = ["Yes\n", "No\n", "Maybe"].map((text, i) => ({ text, startSeconds: i, endSeconds: i + 1 }));
    expect(await splitIntoPhrases(words, async ({ from, to }) => to - from < 2)).toHaveLength(3);
  });

  it("have every word once, in order, and do not fit only when they are a word", async () => {
    const text = fc.array(fc.stringMatching(/^[a-z]{1,12}[.,!]?$/), { minLength: 1, maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(text, fc.integer({ min: 5, max: 60 }), async (words, room) => {
        const phrases = await phrasesOf(words.join(" "), room);
        expect(phrases.join(" ")).toBe(words.join(" "));
        for (const phrase of phrases) if (phrase.length > room) expect(phrase).not.toContain(" ");
      }),
      { numRuns: 100, seed: 4 },
    );
  });
});
