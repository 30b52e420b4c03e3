import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { splitForSpeaking } from "../../../durable-objects/speech-session/chunking";

describe("splitting what waits", () => {
  test.each([
    ["One two. Three four. Fi", 16, "One two. Three four. ", "Fi"],
    ["One two three fo", 10, "One two three ", "fo"],
    ['He said "no." And wen', 16, 'He said "no." ', "And wen"],
    ["你好。很高兴见到你。再", 8, "你好。很高兴见到你。", "再"],
    ["It costs 3.50 toda", 10, "It costs 3.50 ", "toda"],
    ["Hi. and then a long clause foll", 25, "Hi. and then a long clause ", "foll"],
  ])("%s", (buffer, wanted, now, later) => {
    expect(splitForSpeaking(buffer, wanted)).toEqual({ now, later });
  });

  test("waits inside a word, but not for ever", () => {
    expect(splitForSpeaking("x".repeat(70), 50)).toEqual({ now: "", later: "x".repeat(70) });
    expect(splitForSpeaking("x".repeat(100), 50)).toEqual({ now: "x".repeat(100), later: "" });
  });

  test("loses nothing", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.integer({ min: 1, max: 100 }), (buffer, wanted) => {
        const { now, later } = splitForSpeaking(buffer, wanted);
        expect(now + later).toBe(buffer);
      }),
    );
  });
});
