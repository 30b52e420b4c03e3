import { describe, expect, it } from "vitest";
import { planUnits } from "../../../workers/speech/text";
import { plan, requestOf, speechOf, spokenUnits } from "./speak-request";

/** Text and its sentences, in languages that end them differently. */
const SENTENCES: [language: string, text: string, sources: string[]][] = [
  ["en", "Dr. Smith left. He went home.", ["Dr. Smith left. ", "He went home."]],
  [
    "en",
    "He saw J. R. Doe at 3 p.m. on Monday. Then he slept.",
    ["He saw J. R. Doe at 3 p.m. on Monday. ", "Then he slept."],
  ],
  ["en", "We live in the U.S. It is big.", ["We live in the U.S. ", "It is big."]],
  ["en", "The U.S. Army came, e.g. here. Bye.", ["The U.S. Army came, e.g. here. ", "Bye."]],
  ["en", "1. First item", ["1. First item"]],
  ["en", '"Really?" she said. "Yes!"', ['"Really?" she said. ', '"Yes!"']],
  ["en", "Wait... what? No!", ["Wait... what? ", "No!"]],
  ["en", "It was version 3.5. Good.", ["It was version 3.5. ", "Good."]],
  [
    "de",
    "Am 3. Oktober kam Dr. Müller, z.B. mit dem Zug. Dann ging er.",
    ["Am 3. Oktober kam Dr. Müller, ", "z.B. mit dem Zug. ", "Dann ging er."],
  ],
  ["de", "Das ist z. B. gut. Ja.", ["Das ist z. B. gut. ", "Ja."]],
  ["en", "Apple Inc. (in Ohio) rose. Bye.", ["Apple Inc. (in Ohio) rose. ", "Bye."]],
  ["es", "El Sr. García llegó. ¿Cómo está usted? ¡Bien!", ["El Sr. García llegó. ", "¿Cómo está usted? ", "¡Bien!"]],
  ["fr", "M. Dupont est là. Il dort !", ["M. Dupont est là. ", "Il dort !"]],
  ["it", "Il sig. Rossi dorme. E tu?", ["Il sig. Rossi dorme. ", "E tu?"]],
  ["pl", "Mam np. kota. Masz psa?", ["Mam np. kota. ", "Masz psa?"]],
  ["ru", "Это т.е. всё. Да?", ["Это т.е. всё. ", "Да?"]],
  ["el", "Πώς είσαι; Καλά.", ["Πώς είσαι; ", "Καλά."]],
  ["hi", "यह एक वाक्य है। यह दूसरा है।", ["यह एक वाक्य है। ", "यह दूसरा है।"]],
  ["ar", "كيف حالك؟ أنا بخير.", ["كيف حالك؟ ", "أنا بخير."]],
  ["zh", "你好，世界。今天天气很好！", ["你好，世界。", "今天天气很好！"]],
  ["ja", "これはペンです。元気ですか？はい。", ["これはペンです。", "元気ですか？", "はい。"]],
  ["ko", "안녕하세요. 잘 지내세요?", ["안녕하세요. ", "잘 지내세요?"]],
  ["th", "สวัสดีครับ ผมชื่อสมชาย", ["สวัสดีครับ ผมชื่อสมชาย"]],
  ["ur", "یہ ایک ہے۔ یہ دو ہے۔", ["یہ ایک ہے۔ ", "یہ دو ہے۔"]],
];

describe("sentences", () => {
  it.each(SENTENCES)("%s: %s", (language, text, sources) => {
    expect(speechOf(plan(text, { language })).map((unit) => unit.source)).toEqual(sources);
  });

  it("find words in languages without spaces", () => {
    const [unit] = speechOf(plan("今天天气很好", { language: "zh" }));
    expect(unit?.tokens.map((token) => token.words.join())).toEqual(["今天", "天气", "很好"]);
    const [thai] = speechOf(plan("สวัสดีครับ", { language: "th" }));
    expect(thai?.tokens.map((token) => token.words.join())).toEqual(["สวัสดี", "ครับ"]);
  });
});

describe("the first unit", () => {
  it("is a clause where the sentence has one", () => {
    expect(
      spokenUnits("When the rain had stopped, the children ran out into the wet and shining garden again."),
    ).toEqual(["When the rain had stopped,", "the children ran out into the wet and shining garden again."]);
  });

  it("is cut by force after five to eight words where a long sentence has no comma, never at a conjunction", () => {
    const [first, second] = speechOf(
      plan("The old man walked slowly down the road and then he sat on the bench to rest for a very long while."),
    );
    const count = first!.tokens.length;
    expect(count).toBeGreaterThanOrEqual(5);
    expect(count).toBeLessThanOrEqual(8);
    expect(first!.pauseAfterMs).toBe(60);
    expect(first!.ending).toBe("clause");
    expect(second!.tokens[0]!.words).not.toEqual(["and"]);
    expect(first!.tokens.at(-1)!.words).not.toEqual(["the"]);
  });

  it("is the whole sentence if that is short", () => {
    expect(spokenUnits("Hello there, my dear friend.")).toEqual(["Hello there, my dear friend."]);
  });

  it("is planned without reading the rest of the text", () => {
    const units = planUnits(requestOf(`Hello there. ${"And so it goes on. ".repeat(2000)}`));
    expect(units.next().value).toMatchObject({ source: "Hello there. " });
  });
});

describe("long sentences", () => {
  const long = `${"it went over the hill and through the wood to the house by the lake ".repeat(12)}in the end.`;

  it("are cut so that no unit is longer than 300 spoken characters", () => {
    for (const text of [
      long,
      `${long.replaceAll(" to", ", to")}`,
      "word".repeat(400),
      "1".repeat(3000),
      "漢字".repeat(900),
    ]) {
      for (const spoken of spokenUnits(text)) expect(spoken.length).toBeLessThanOrEqual(320);
    }
  });

  it("are cut at punctuation where there is some", () => {
    const text = `Short start, ${"a rather long clause that fills the line with words, ".repeat(8)}and the end.`;
    for (const unit of speechOf(plan(text)).slice(0, -1)) expect(unit.source).toMatch(/, $/);
  });
});

describe("pauses", () => {
  it("follow the punctuation, with none at the very end", () => {
    const text = "One. Two? Three! Four; five and six and seven and eight.\n\nNine";
    expect(speechOf(plan(text)).map((unit) => [unit.source.trim(), unit.ending, unit.pauseAfterMs])).toEqual([
      ["One.", "statement", 320],
      ["Two?", "question", 340],
      ["Three!", "exclamation", 340],
      ["Four; five and six and seven and eight.", "statement", 600],
      ["Nine", "statement", 0],
    ]);
    expect(speechOf(plan("First of all, second of all and third of all things.", {}))[0]?.pauseAfterMs).toBe(140);
    expect(firstPause("Four of them; five of the others and six of these.")).toBe(220);
  });

  it("treat a wrapped line as a space and a short line as an end", () => {
    const wrapped = "This line was wrapped by a mail program at\nthe edge of the window, so it goes on.";
    expect(speechOf(plan(wrapped)).every((unit) => !/\n$/.test(unit.source))).toBe(true);
    expect(speechOf(plan("A title\nThe text.")).map((unit) => [unit.source, unit.pauseAfterMs])).toEqual([
      ["A title\n", 320],
      ["The text.", 0],
    ]);
  });

  it("stay at the end when more text follows in the next request", () => {
    expect(speechOf(plan("It is done.", { nextText: "And so on." }))[0]?.pauseAfterMs).toBe(320);
    expect(speechOf(plan("It is", { nextText: "done." }))[0]).toMatchObject({ ending: "clause", pauseAfterMs: 0 });
  });

  it("stay at the end where the sound goes on, be it at once or after a silence", () => {
    for (const followedBy of ["more", "silence"] as const)
      expect(speechOf(plan("It is done.", { followedBy }))[0]).toMatchObject({ pauseAfterMs: 320, isLast: true });
    // More of the sentence comes; before a silence there is none to wait for.
    expect(speechOf(plan("It is", { followedBy: "more" }))[0]).toMatchObject({ ending: "clause", pauseAfterMs: 0 });
    expect(speechOf(plan("It is", { followedBy: "silence" }))[0]).toMatchObject({ ending: "statement" });
    expect(speechOf(plan("It is. Done.")).map((unit) => [unit.pauseAfterMs, unit.isLast ?? false])).toEqual([
      [320, false],
      [0, true],
    ]);
  });
});

function firstPause(text: string): number | undefined {
  return speechOf(plan(text))[0]?.pauseAfterMs;
}

describe("dialogues", () => {
  it("speak their entries in order, with a pause between the speakers", () => {
    const units = speechOf(plan(["Hello Anna.", "Hello Tom!", "Bye"]));
    expect(units.map((unit) => [unit.entryIndex, unit.source, unit.pauseAfterMs])).toEqual([
      [0, "Hello Anna.", 320],
      [1, "Hello Tom!", 340],
      [2, "Bye", 0],
    ]);
  });
});
