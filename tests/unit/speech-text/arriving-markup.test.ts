import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { scanArrivingMarkup } from "../../../workers/speech/text/arriving-markup";
import { scanMarkup } from "../../../workers/speech/text/markup";

const openFrom = (text: string) => scanArrivingMarkup(text, "tags").openFrom;

const white = (min: number, max: number) =>
  fc.string({ unit: fc.constantFrom(" ", "\n"), minLength: min, maxLength: max });
const attribute = fc
  .tuple(
    white(1, 4),
    fc.constantFrom("time", "xml:lang", "a-b.c", "x"),
    white(0, 4),
    white(0, 4),
    fc.constantFrom('"1.5s"', '""', "'it > \"'", '"a > [b"', "2s", "a/"),
  )
  .map(([before, name, left, right, value]) => `${before}${name}${left}=${right}${value}`);
const tag = fc
  .tuple(
    fc.constantFrom("", "/"),
    fc.constantFrom("break", "p", "Emphasis", "say-as", "a"),
    fc.array(attribute, { maxLength: 4 }),
    white(0, 3),
    fc.constantFrom("", "/"),
  )
  .map(([closing, name, attributes, space, end]) => `<${closing}${name}${attributes.join("")}${space}${end}>`);
const phoneme = fc
  .tuple(fc.constantFrom("", 'alphabet="ipa" '), fc.constantFrom("", "word", "Ms. A > B."), white(0, 3))
  .map(([alphabet, word, space]) => `<phoneme ${alphabet}ph="həˈləʊ">${word}</PHONEME${space}>`);
const whole = fc.oneof(
  tag,
  phoneme,
  fc.constantFrom("[whispers]", "[pause 1.5s]", "<!-- a > b <c> -->", "<?xml version='1.0'?>", "<!DOCTYPE a>"),
);

describe("markup that is still coming", () => {
  it("is waited for from its first character on, wherever it is cut, and found once it is whole", () => {
    fc.assert(
      fc.property(whole, (markup) => {
        for (let cut = 1; cut < markup.length; cut++)
          expect([cut, openFrom(`a ${markup.slice(0, cut)}`)]).toEqual([cut, 2]);
        const { spans, openFrom: end } = scanArrivingMarkup(`a ${markup}`, "tags");
        expect(spans).toEqual(scanMarkup(`a ${markup}`, "tags"));
        expect(end).toBe(markup.length + 2);
      }),
    );
  });

  it.each([
    "3 < 4",
    "3 <4",
    "a << b",
    "I <3 you",
    "x<y and y>z",
    "if x <y then we",
    "[]",
    "[one\nline",
    `[${"x".repeat(201)}`,
    `<a b="${"x".repeat(301)}`,
    `<${"x".repeat(60)}`,
    `<!-- ${"x".repeat(1000)}`,
    `<!A ${"x".repeat(300)}`,
    `<phoneme ph="a">${"x".repeat(121)}`,
    '<phoneme ph="a">a <b>',
    "<phoneme ph='a'>a</pho$",
    "<phoneme ph=a b c",
  ])("is not waited for where nothing can complete it any more: %s", (text) => {
    expect(openFrom(text)).toBe(text.length);
  });

  it.each([
    "<",
    "</",
    "[",
    "<!",
    "<!-",
    "<?",
    "<phoneme ",
    '<phoneme ph="a">',
    '<phoneme ph="a">word</pho',
    "[slow <b> ",
  ])("may be a few characters only: %s", (text) => {
    expect(openFrom(`Hello ${text}`)).toBe(6);
  });

  it("inside of other markup is part of that", () => {
    const text = '<a b="[x"> and [a <b> c] and <!-- <i --> end';
    expect(scanArrivingMarkup(text, "tags")).toEqual({ spans: scanMarkup(text, "tags"), openFrom: text.length });
  });

  it("that is broken is left to be refused by whoever speaks it", () => {
    expect(scanArrivingMarkup('<phoneme ph="">a</phoneme> b', "plain").openFrom).toBe(28);
  });
});
