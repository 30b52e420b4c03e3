import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  alignSilence,
  alignUnit,
  isSpeakable,
  SpeechTextError,
  type SpeechUnit,
  spokenText,
  type TextUnit,
  type WordTime,
} from "../../../workers/speech/text";
import { plan, speechOf } from "./speak-request";

const RUNS = 400;
const TIMEOUT_MS = 60_000;

/** Pieces that meet each other in odd ways: letters of many scripts, marks, half surrogates, markup, numbers. */
const PIECES = [
  ..."aZ9 .,;:!?-–—'\"()[]<>&@#$€£%+=*/\\_~^|\n\r\t«»¿¡…’",
  "Dr. ",
  "e.g. ",
  "U.S. ",
  "Hello world. ",
  "3.14",
  "$25.50",
  "1,234",
  "3:45pm",
  "2026-03-14",
  "(555) 123-4567",
  "https://example.com/a",
  "jane@example.com",
  "<break time='1s'/>",
  '<break time="9s" />',
  "[pause]",
  "[whispers]",
  "<b>",
  "</b>",
  "<p>",
  "<!-- x -->",
  '<phoneme alphabet="ipa" ph="həˈləʊ">hello</phoneme>',
  '<phoneme ph="a"/>',
  "&amp;",
  "&#65;",
  "½",
  "²",
  "㏂",
  "ﷺ",
  "ﬁ",
  "…",
  "é",
  "e\u0301",
  "a\u0300\u0301\u0302\u0303\u0304\u0305\u0306",
  "ß",
  "İ",
  "ж",
  "ё",
  "привет ",
  "Ω",
  "α",
  "漢字",
  "これは",
  "カ",
  "ｶﾞ",
  "。",
  "、",
  "한국어",
  "ㄱ",
  "\u1112\u1161\u11ab",
  "مرحبا ",
  "؟",
  "שלום ",
  "नमस्ते ",
  "।",
  "สวัสดี",
  "😀",
  "👍🏽",
  "👨‍👩‍👧",
  "🇫🇷",
  "🇫",
  "1️⃣",
  "❤️",
  "\ud83d",
  "\ude00",
  "\u200b",
  "\u200d",
  "\u202e",
  "\u00a0",
  "\u2028",
  "\ufffc",
  "\u0000",
  "\ue000",
  "𝐀𝐛",
  "𠀀",
];
const oddText = fc.oneof(
  { weight: 4, arbitrary: fc.array(fc.constantFrom(...PIECES), { maxLength: 60 }).map((pieces) => pieces.join("")) },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 80 }) },
  { weight: 1, arbitrary: fc.string({ unit: "grapheme", maxLength: 80 }) },
  {
    weight: 1,
    arbitrary: fc
      .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 60 })
      .map((units) => String.fromCharCode(...units)),
  },
);
const options = fc.record({
  markup: fc.constantFrom("plain", "tags") as fc.Arbitrary<"plain" | "tags">,
  native: fc.constantFrom("en", "ru", "ja", "es", "he"),
  normalization: fc.constantFrom("auto", "off") as fc.Arbitrary<"auto" | "off">,
});
const languages = fc.constantFrom(
  undefined,
  "en",
  "en-GB",
  "de",
  "ru",
  "ja",
  "zh",
  "th",
  "ar",
  "ko",
  "hi",
  "el",
  "he",
  "lv",
);

/** Plans, or gives undefined where the markup is refused. */
function tryPlan(text: string | string[], chosen: Parameters<typeof plan>[1]): TextUnit[] | undefined {
  try {
    return plan(text, chosen);
  } catch (error) {
    if (error instanceof SpeechTextError && error.code === "invalid_markup") return undefined;
    throw error;
  }
}

const withLanguage = fc.tuple(options, languages).map(([chosen, language]) => ({
  ...chosen,
  ...(language === undefined ? {} : { language }),
}));

describe("planning any text", () => {
  it(
    "keeps the text: the sources of the units, joined, are the entry, unchanged",
    () => {
      fc.assert(
        fc.property(fc.array(oddText, { minLength: 1, maxLength: 3 }), withLanguage, (texts, chosen) => {
          const units = tryPlan(texts, chosen);
          if (units === undefined) return;
          for (const [index, text] of texts.entries()) {
            const own = units.filter((unit) => unit.entryIndex === index);
            expect(own.map((unit) => unit.source).join("")).toBe(text);
          }
          expect(units.map((unit) => unit.entryIndex)).toEqual(
            units.map((unit) => unit.entryIndex).sort((a, b) => a - b),
          );
        }),
        { numRuns: RUNS },
      );
    },
    TIMEOUT_MS,
  );

  it(
    "gives tokens in order, inside the source, each with words that no engine reads as markup",
    () => {
      fc.assert(
        fc.property(oddText, withLanguage, (text, chosen) => {
          for (const unit of speechOf(tryPlan(text, chosen) ?? [])) {
            const length = Array.from(unit.source).length;
            let reached = 0;
            expect(unit.tokens.length).toBeGreaterThan(0);
            for (const token of unit.tokens) {
              expect(token.sourceStart).toBeGreaterThanOrEqual(reached);
              expect(token.sourceEnd).toBeGreaterThan(token.sourceStart);
              expect(token.sourceEnd).toBeLessThanOrEqual(length);
              reached = token.sourceEnd;
              expect(token.words.length).toBeGreaterThan(0);
              for (const word of token.words) {
                expect(word).not.toMatch(/[\s<>&[\]]|\p{Cc}|\p{Cs}/u);
                expect(word.length).toBeGreaterThan(0);
                expect(word.length).toBeLessThanOrEqual(40);
              }
            }
            expect(spokenText(unit).length).toBeLessThanOrEqual(420);
          }
        }),
        { numRuns: RUNS },
      );
    },
    TIMEOUT_MS,
  );

  it(
    "gives English words in plain ASCII, which is all that flite reads",
    () => {
      fc.assert(
        fc.property(oddText, options, (text, chosen) => {
          for (const unit of speechOf(tryPlan(text, { ...chosen, language: "en" }) ?? [])) {
            if (!unit.language.startsWith("en")) continue;
            for (const token of unit.tokens) {
              if (token.phonemes === undefined) expect(token.words.join(" ")).toMatch(/^[ -~]+$/);
            }
          }
        }),
        { numRuns: RUNS },
      );
    },
    TIMEOUT_MS,
  );

  it(
    "speaks something exactly when isSpeakable says so, whatever the language",
    () => {
      fc.assert(
        fc.property(oddText, withLanguage, (text, chosen) => {
          const units = tryPlan(text, chosen);
          if (units === undefined) return;
          expect(speechOf(units).length > 0).toBe(isSpeakable(text, chosen.markup));
        }),
        { numRuns: RUNS },
      );
    },
    TIMEOUT_MS,
  );
});

/** Word times as an engine might give them: ascending, or anything at all, with some missing. */
function wordTimes(unit: SpeechUnit, numbers: readonly number[], sane: boolean): WordTime[] {
  const times: WordTime[] = [];
  let at = 0;
  let index = 0;
  const next = (): number => numbers[index++ % numbers.length] ?? 0;
  for (const [tokenIndex, token] of unit.tokens.entries()) {
    for (const wordIndex of token.words.keys()) {
      const gap = next();
      const length = next();
      if (!sane && index % 5 === 0) continue;
      const startSeconds = sane ? at + Math.abs(gap) / 100 : gap;
      const endSeconds = sane ? startSeconds + Math.abs(length) / 50 : length;
      times.push({ tokenIndex, wordIndex, startSeconds, endSeconds });
      at = endSeconds;
    }
  }
  return times;
}

describe("aligning any unit", () => {
  const numbers = fc.array(fc.double({ min: -3, max: 8 }), { minLength: 1, maxLength: 40 });

  it(
    "has one time for each character, ascending, without overlaps, from the unit's start to its end",
    () => {
      fc.assert(
        fc.property(
          oddText,
          withLanguage,
          numbers,
          fc.boolean(),
          fc.double({ min: 0, max: 500, noNaN: true }),
          (text, chosen, given, sane, offset) => {
            for (const unit of tryPlan(text, chosen) ?? []) {
              const times = unit.kind === "speech" ? wordTimes(unit, given, sane) : [];
              const last = Math.max(0, ...times.map((time) => time.endSeconds).filter(Number.isFinite));
              const duration = sane ? last + 0.32 : 4;
              const { alignment, normalizedAlignment } =
                unit.kind === "speech"
                  ? alignUnit(unit, times, offset, duration)
                  : alignSilence(unit.source, offset, 1);
              expect(alignment.characters.join("")).toBe(unit.source);
              expect(alignment.characters).toEqual(Array.from(unit.source));
              if (unit.kind === "speech") expect(normalizedAlignment.characters.join("")).toBe(spokenText(unit));
              const end = offset + (unit.kind === "speech" ? duration : 1);
              for (const one of [alignment, normalizedAlignment]) {
                expect(one.characterStartTimesSeconds.length).toBe(one.characters.length);
                expect(one.characterEndTimesSeconds.length).toBe(one.characters.length);
                if (one.characters.length === 0) continue;
                let reached = offset - 0.0006;
                for (const [index, start] of one.characterStartTimesSeconds.entries()) {
                  expect(start).toBeGreaterThanOrEqual(reached);
                  const stop = one.characterEndTimesSeconds[index]!;
                  expect(stop).toBeGreaterThanOrEqual(start);
                  reached = stop;
                }
                expect(Math.abs(reached - end)).toBeLessThan(0.001);
              }
            }
          },
        ),
        { numRuns: RUNS },
      );
    },
    TIMEOUT_MS,
  );
});
