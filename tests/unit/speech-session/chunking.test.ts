import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { splitAtFlush, splitAtMarkup, splitForSpeaking } from "../../../durable-objects/speech-session/chunking";
import { scanArrivingMarkup } from "../../../workers/speech/text/arriving-markup";

const markupOf = (buffer: string) => scanArrivingMarkup(buffer, "tags");

describe("splitting what waits", () => {
  test.each([
    ["One two. Three four. Fi", 16, "One two. Three four. ", "Fi"],
    ["One two three fo", 10, "One two three ", "fo"],
    ['He said "no." And wen', 16, 'He said "no." ', "And wen"],
    ["你好。很高兴见到你。再", 8, "你好。很高兴见到你。", "再"],
    ["It costs 3.50 toda", 10, "It costs 3.50 ", "toda"],
    ["Hi. and then a long clause foll", 25, "Hi. and then a long clause ", "foll"],
  ])("%s", (buffer, wanted, now, later) => {
    expect(splitForSpeaking(buffer, wanted, markupOf(buffer))).toEqual({ now, later });
  });

  test("waits inside a word, but not for ever", () => {
    expect(splitForSpeaking("x".repeat(70), 50, markupOf("x".repeat(70)))).toEqual({ now: "", later: "x".repeat(70) });
    expect(splitForSpeaking("x".repeat(100), 50, markupOf("x".repeat(100)))).toEqual({
      now: "x".repeat(100),
      later: "",
    });
  });

  test("loses nothing", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.integer({ min: 1, max: 100 }), (buffer, wanted) => {
        const { now, later } = splitForSpeaking(buffer, wanted, markupOf(buffer));
        expect(now + later).toBe(buffer);
      }),
    );
  });
});

describe("splitting around markup", () => {
  test.each([
    ['One two <break time="1.5s" />', 20, "One two ", '<break time="1.5s" />'],
    ['One two <break time="1.5s" /> thre', 30, 'One two <break time="1.5s" /> ', "thre"],
    ['One two <break time="1.5', 20, "One two ", '<break time="1.5'],
    ['One <phoneme ph="a b">two words', 20, "One ", '<phoneme ph="a b">two words'],
    ["It was. [speaking very soft", 20, "It was. ", "[speaking very soft"],
    ["It is 3 < 4 the", 10, "It is 3 < 4 ", "the"],
    ["Come here. [whispers] Now", 20, "Come here. ", "[whispers] Now"],
    ["Then they came [whispers] no", 20, "Then they came ", "[whispers] no"],
    ['<break time="1s"/> <break time="1s"/> Hello', 40, "", '<break time="1s"/> <break time="1s"/> Hello'],
  ])("%s", (buffer, wanted, now, later) => {
    expect(splitForSpeaking(buffer, wanted, markupOf(buffer))).toEqual({ now, later });
  });

  test.each([
    ["Hello [whis", "Hello ", "[whis", "Hello [whis"],
    ['Hello <break time="1s"/>', 'Hello <break time="1s"/>', "", 'Hello <break time="1s"/>'],
    ['<break time="1s"/> ', "", '<break time="1s"/> ', ""],
    ["Hello [whispers] [slow] ", "Hello ", "[whispers] [slow] ", "Hello "],
    ["Hello [pause]", "Hello [pause]", "", "Hello [pause]"],
    ['<phoneme ph="a"/>', '<phoneme ph="a"/>', "", '<phoneme ph="a"/>'],
  ])("speaks of %s at once %j, and keeps what is open or leads what comes", (buffer, now, later, flushed) => {
    expect(splitAtMarkup(buffer, markupOf(buffer))).toEqual({ now, later });
    expect(splitAtFlush(buffer, markupOf(buffer))).toEqual({ now: flushed, later: buffer.slice(flushed.length) });
  });

  test("holds no words back for ever", () => {
    const tags = "<b>".repeat(400);
    for (const split of [splitAtMarkup, splitAtFlush]) expect(split(tags, markupOf(tags)).now).toBe(tags);
    expect(splitForSpeaking(tags, 50, markupOf(tags)).now).toBe(tags);
  });
});
