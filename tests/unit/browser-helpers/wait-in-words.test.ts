import { describe, expect, it } from "vitest";
import { waitInWords } from "~/lib/wait-in-words";

describe("how long to wait", () => {
  it.each([
    [0, "in 1 second"],
    [0.2, "in 1 second"],
    [40, "in 40 seconds"],
    [60, "in 1 minute"],
    [61, "in 2 minutes"],
    [180, "in 3 minutes"],
    [3540, "in 59 minutes"],
    [3541, "in 1 hour"],
    [7201, "in 3 hours"],
  ])("%d seconds: %s, never too early", (seconds, words) => {
    expect(waitInWords(seconds)).toBe(words);
  });
});
