import { describe, expect, it } from "vitest";
import { durationOf, estimateDurationSeconds, withPlainNames } from "../../../app/player/player-item";

const item = { id: "hist_1", type: "text-to-speech" as const, title: "Hello" };

it("is named by names that turn nothing around", () => {
  const named = withPlainNames({ ...item, title: "\u202eevil\n title", voiceName: "\u2067Clara", text: "\u202eevil" });
  expect(named).toEqual({ ...item, title: "evil title", voiceName: "Clara", text: "\u202eevil" });
  expect(withPlainNames(item)).toEqual(item);
});

describe("the player's duration", () => {
  it("is estimated at 140 words a minute", () => {
    expect(estimateDurationSeconds(Array(70).fill("word").join(" "))).toBe(30);
    expect(estimateDurationSeconds("  ")).toBe(0);
  });

  it.each([
    ["the audio's own when it is finite", 4.2, 9, "one two", 4.2],
    ["the item's while the audio is a stream", Number.POSITIVE_INFINITY, 9, "one two", 9],
    ["the item's before anything is loaded", Number.NaN, 9, "one two", 9],
  ])("is %s", (_, audio, known, text, expected) => {
    expect(durationOf({ ...item, durationSeconds: known, text }, audio)).toBe(expected);
  });

  it("falls back to the estimate, and to nothing", () => {
    expect(durationOf({ ...item, text: Array(140).fill("word").join(" ") }, Number.NaN)).toBe(60);
    expect(durationOf(null, Number.NaN)).toBe(0);
  });
});
