import { describe, expect, it } from "vitest";
import { SpeechTextError } from "../../../workers/speech/text";
import { plan, speechOf, spokenUnits, wordsOf } from "./speak-request";

function silences(text: string): number[] {
  return plan(text).flatMap((unit) => (unit.kind === "silence" ? [unit.durationMs] : []));
}

describe("breaks", () => {
  it.each([
    ['a <break time="1.5s" /> b', 1500],
    ["a <break time='300ms'/> b", 300],
    ["a <BREAK TIME=2s> b", 2000],
    ['a <break time="9s"/> b', 3000],
    ["a <break/> b", 400],
    ['a <break strength="strong"/> b', 700],
    ["a [pause] b", 800],
    ["a [short pause] b", 400],
    ["a [long pause] b", 1500],
    ["a [pause 2s] b", 2000],
    ["a [Pause: 500 ms] b", 500],
  ])("%s", (text, durationMs) => {
    expect(silences(text)).toEqual([durationMs]);
    expect(wordsOf(text)).toBe("a b");
  });

  it.each(['a <break time="-1s"/> b', 'a <break time="soon"/> b', 'a <break strength="toString"/> b', "a </break> b"])(
    "%s is dropped",
    (text) => {
      expect(silences(text)).toEqual([]);
      expect(wordsOf(text)).toBe("a b");
    },
  );

  it("take the place of the punctuation's own pause", () => {
    const [first] = speechOf(plan('Done. <break time="1s"/> Next.'));
    expect(first?.pauseAfterMs).toBe(0);
  });

  it("give at most fifteen minutes of silence in one text", () => {
    const total = silences('a <break time="3s"/>'.repeat(400)).reduce((sum, one) => sum + one, 0);
    expect(total).toBe(900_000);
  });
});

describe("given sounds", () => {
  it("reach the engine with their word", () => {
    const [unit] = speechOf(
      plan('I like <phoneme alphabet="ipa" ph="ˈmædɪsən">Madison</phoneme>.', { language: "en" }),
    );
    expect(unit?.tokens.at(-1)).toMatchObject({
      words: ["Madison"],
      phonemes: { alphabet: "ipa", value: "ˈmædɪsən" },
      punctuation: ".",
    });
    const token = unit!.tokens.at(-1)!;
    expect(Array.from(unit!.source).slice(token.sourceStart, token.sourceEnd).join("")).toBe("Madison");
  });

  it("may be CMU ARPAbet, and stand without a word", () => {
    const [unit] = speechOf(plan('<phoneme alphabet="cmu-arpabet" ph="m ae1 d"/> here', { language: "en" }));
    expect(unit?.tokens[0]).toMatchObject({ phonemes: { alphabet: "cmu-arpabet", value: "M AE1 D" } });
  });

  it("keep a name with a stop in one sentence", () => {
    expect(spokenUnits('Ask <phoneme ph="x">Ms. A. Now</phoneme> today.', { language: "en" })).toHaveLength(1);
  });

  it.each([
    '<phoneme ph="">a</phoneme>',
    "<phoneme>a</phoneme>",
    '<phoneme alphabet="x-sampa" ph="a">a</phoneme>',
    '<phoneme alphabet="cmu-arpabet" ph="QQ1">a</phoneme>',
    '<phoneme ph="a">no end',
    '<phoneme ph="a">a <b>nested</b></phoneme>',
    '<phoneme ph="a',
    '<phoneme ph="123">a</phoneme>',
  ])("%s is refused with a reason", (text) => {
    const attempt = (): unknown => plan(text);
    expect(attempt).toThrow(SpeechTextError);
    expect(attempt).toThrow(/phoneme/);
  });
});

describe("other tags", () => {
  it.each([
    ["<speak>Hello <emphasis level='strong'>big</emphasis> world</speak>", "Hello big world"],
    ["<p>One</p><p>Two</p>", "One Two"],
    ["One<br/>Two", "One Two"],
    ["<!-- a comment -->Hi", "Hi"],
    ["<?xml version='1.0'?><!DOCTYPE speak>Hi", "Hi"],
    ["Hello <name>", "Hello"],
    ["1 < 2 and 3 > 2", "one less than two and three greater than two"],
    ["x<y and y>z", "x less than y and y greater than z"],
    ["a <b", "a less than b"],
  ])("%s", (text, words) => {
    expect(wordsOf(text, { language: "en" })).toBe(words);
  });

  it("are text where their caller says so, and square brackets stay what they are", () => {
    const text = '[whispers] a <break time="1s"/> b <phoneme ph="">c</phoneme> [pause] d';
    for (const markup of ["plain-without-ssml", "tags-without-ssml"] as const) {
      const units = plan(text, { markup, language: "en" });
      expect(units.flatMap((unit) => (unit.kind === "silence" ? [unit.durationMs] : []))).toEqual([800]);
      const words = wordsOf(text, { markup, language: "en" });
      expect(words).toMatch(/\bbreak time\b.*\bphoneme\b/);
      expect(words.includes("whispers")).toBe(markup === "plain-without-ssml");
    }
  });

  it("end paragraphs where they say so", () => {
    expect(speechOf(plan("<p>One</p><p>Two</p>"))[0]?.pauseAfterMs).toBe(600);
  });
});

describe("delivery tags", () => {
  const tags = { markup: "tags", language: "en" } as const;

  it("are never spoken", () => {
    expect(wordsOf("[whispers] Come here [door creaks] now [laughs].", tags)).toBe("Come here now");
  });

  it("are spoken as text by models without them, but pauses are not", () => {
    expect(wordsOf("[whispers] Come [pause] here", { language: "en" })).toBe("whispers Come here");
  });

  it("hold until the sentence ends or the next tag comes", () => {
    const units = speechOf(plan("[whispers] I see you. I do. [excited] Wow [slow] no.", tags));
    expect(
      units.map((unit) => [unit.source, unit.delivery.whisper, unit.delivery.pitchSemitones, unit.delivery.rate]),
    ).toEqual([
      ["[whispers] I see you. ", true, 0, 0.95],
      ["I do. [excited] ", false, 0, 1],
      ["Wow [slow] ", false, 1.5, 1.08],
      ["no.", false, 0, 0.8],
    ]);
  });

  it("add up when they stand together", () => {
    const [unit] = speechOf(plan("[loud][fast] Go!", tags));
    expect(unit?.delivery).toMatchObject({ rate: 1.2, gainDb: 4 });
  });

  it("stay within what a voice can do however many there are", () => {
    const [unit] = speechOf(plan(`${"[shouts fast]".repeat(50)} Go!`, tags));
    expect(unit?.delivery.rate).toBeLessThanOrEqual(1.6);
    expect(unit?.delivery.gainDb).toBeLessThanOrEqual(8);
    expect(unit?.delivery.pitchSemitones).toBeLessThanOrEqual(4);
  });

  it.each([
    ["whispering softly", { whisper: true }],
    ["rushed", { rate: 1.28 }],
    ["sad", { pitchSemitones: -1.5 }],
    ["shouting", { gainDb: 5 }],
    ["softly", { gainDb: -5 }],
    ["drawn out", { rate: 0.8 }],
    ["deadpan", { rangeFactor: 0.4 }],
  ])("[%s]", (tag, delivery) => {
    expect(speechOf(plan(`[${tag}] Go.`, tags))[0]?.delivery).toMatchObject(delivery);
  });
});
