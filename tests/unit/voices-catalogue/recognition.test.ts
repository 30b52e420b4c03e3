import { describe, expect, it } from "vitest";
import { CATALOGUE } from "../../../app/domains/voices/catalogue";
import { createEngines, sayInEnglish } from "./embedded-speech";
import { recognizeWords, wordErrors, wordsIn } from "./recognizer";

const SENTENCES = [
  "The weather was warm and bright this morning.",
  "She opened the window and looked across the garden.",
  "We walked along the river until the sun went down.",
  "Please leave the books on the table near the door.",
  "The train to the city leaves at half past seven.",
  "He bought a new coat because the winter was cold.",
  "They sat in the kitchen and talked about the news.",
  "My brother works in a small office by the station.",
  "There is nothing better than bread with fresh butter.",
  "The children were playing in the street after school.",
  "I would like to speak to the manager about this.",
  "The doctor told him to rest for a few days.",
  "Our house stands at the end of a long road.",
  "It was too dark to see anything in the room.",
  "You should write your name at the top of the page.",
  "The old man told a story about the sea.",
  "A heavy rain fell on the roof all night.",
  "The company will open three new stores next year.",
];
/** Said first, and not counted: the recogniser gets used to the voice. */
const OPENING = "This is the voice that you are going to hear from now on.";
/** Each voice says a third of the sentences, so that all are said by many voices. */
const SHARE = 3;
const HIGHEST_MEAN = 0.07;
const HIGHEST_OF_ONE = 0.25;

describe("English voices", () => {
  it("are understood by a recogniser", async () => {
    const engines = await createEngines();
    const voices = CATALOGUE.filter(({ language }) => language === "en");
    expect(voices.length).toBeGreaterThanOrEqual(20);
    const results: { name: string; errors: number; words: number }[] = [];
    const recognize = async (index: number) => {
      const { name, speaker } = voices[index]!;
      const sentences = SENTENCES.filter((_, n) => n % SHARE === index % SHARE);
      const heard = await recognizeWords(await sayInEnglish(engines, speaker, [OPENING, ...sentences]));
      const said = wordsIn(sentences.join(" "));
      results.push({ name, errors: wordErrors(said, heard), words: said.length });
    };
    // Two at a time: the recogniser is a process of its own.
    for (let i = 0; i < voices.length; i += 2) {
      await Promise.all([recognize(i), ...(i + 1 < voices.length ? [recognize(i + 1)] : [])]);
    }
    for (const { name, errors, words } of results) expect(errors / words, name).toBeLessThanOrEqual(HIGHEST_OF_ONE);
    const errors = results.reduce((sum, result) => sum + result.errors, 0);
    const words = results.reduce((sum, result) => sum + result.words, 0);
    expect(errors / words).toBeLessThanOrEqual(HIGHEST_MEAN);
  }, 400_000);
});
