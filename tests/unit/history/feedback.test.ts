import { describe, expect, test } from "vitest";
import { type FeedbackInput, NOT_REVIEWED, nextFeedback } from "../../../app/domains/history/feedback";

const unchecked = { emotions: false, inaccurateClone: false, glitches: false, audioQuality: false, other: false };
const up = (feedback: string): FeedbackInput => ({ thumbsUp: true, feedback, ...unchecked });

describe("feedback", () => {
  test("with a thumb up needs no words", () => {
    expect(nextFeedback(null, up(""))).toEqual({ ...up(""), reviewStatus: NOT_REVIEWED });
  });

  test.each(["a", "x".repeat(19), `  ${"x".repeat(19)}  `])("of 1 to 19 characters is refused", (words) => {
    expect(() => nextFeedback(null, up(words))).toThrow("Feedback must be at least 20 characters long");
  });

  test("of 20 to 200 characters is kept, without the space around it", () => {
    expect(nextFeedback(null, up(` ${"x".repeat(20)} `)).feedback).toBe("x".repeat(20));
    expect(nextFeedback(null, up("😀".repeat(200))).feedback).toBe("😀".repeat(200));
  });

  test("of more than 200 characters is refused", () => {
    expect(() => nextFeedback(null, up("x".repeat(201)))).toThrow("at most 200");
  });

  test("with a thumb down keeps the boxes, and its words may be short", () => {
    const down = { ...up("meh"), thumbsUp: false, glitches: true, other: true };
    expect(nextFeedback(null, down)).toEqual({ ...down, reviewStatus: NOT_REVIEWED });
  });

  test("with a thumb up keeps no boxes", () => {
    expect(nextFeedback(null, { ...up(""), glitches: true }).glitches).toBe(false);
  });

  test("can be changed until it was reviewed", () => {
    const first = nextFeedback(null, up(""));
    expect(nextFeedback(first, { ...up(""), thumbsUp: false }).thumbsUp).toBe(false);
    expect(() => nextFeedback({ ...first, reviewStatus: "accepted" }, up(""))).toThrow(
      "This feedback cannot be changed as it was already reviewed.",
    );
  });
});
