import { describe, expect, it } from "vitest";
import { plan } from "./speak-request";

/** Ways to make a careless parser quadratic. At 60,000 characters each would then take minutes, far beyond the test's time. */
const PIECES = [
  "<",
  "<a ",
  '<a x="',
  "<!--",
  "<b>",
  "</",
  "[",
  "[a]<b>",
  "&",
  "&#",
  "&amp;",
  "a.",
  "a@",
  "a-",
  "a_",
  "a'",
  "1-",
  "1/",
  "1:",
  "1,",
  "+1",
  "$",
  "#a",
  ".",
  "?",
  " ",
  "\n",
  " \n",
  "a",
  "A",
  "aB",
  "aя",
  "1",
  "漢",
  "สวัสดี",
  "a\u0301",
  "\u0301",
  "\u200d",
  "\ud800",
  "👨‍👩‍👧",
  "http://",
  "http://a/",
  "α ",
  "'",
  "<break time='3s'/>",
  '<phoneme ph="a">b</phoneme>',
];

describe("hostile texts", () => {
  it.each(PIECES)(
    "%j again and again is planned in linear time, and kept",
    (piece) => {
      const text = piece.repeat(Math.ceil(60_000 / piece.length));
      for (const markup of ["plain", "tags"] as const) {
        expect(plan(text, { markup }).reduce((length, unit) => length + unit.source.length, 0)).toBe(text.length);
      }
    },
    20_000,
  );

  it.each(PIECES)("%j again and again before and after a text costs no more than a little of it", (piece) => {
    const neighbour = piece.repeat(Math.ceil(1_000_000 / piece.length));
    const units = plan("Gut.", { previousText: neighbour, nextText: neighbour });
    expect(units.map((unit) => unit.source)).toEqual(["Gut."]);
  });
});
