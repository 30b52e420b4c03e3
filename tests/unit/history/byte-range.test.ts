import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { answerRange, isUnchanged } from "../../../app/domains/history/byte-range";

const etag = '"audio_1"';
const ask = (range: string | null, size = 1000, ifRange: string | null = null) =>
  answerRange({ range, ifRange, etag }, size);

describe("ranges", () => {
  test.each([
    ["bytes=0-99", { kind: "part", offset: 0, length: 100 }],
    ["bytes=900-", { kind: "part", offset: 900, length: 100 }],
    ["bytes=-100", { kind: "part", offset: 900, length: 100 }],
    ["bytes=-5000", { kind: "part", offset: 0, length: 1000 }],
    ["bytes=990-5000", { kind: "part", offset: 990, length: 10 }],
    ["bytes=1000-", { kind: "unsatisfiable" }],
    ["bytes=-0", { kind: "unsatisfiable" }],
    ["bytes=5-3", { kind: "whole" }],
    ["bytes=0-1,5-6", { kind: "whole" }],
    ["bytes=-", { kind: "whole" }],
    ["items=0-1", { kind: "whole" }],
    [null, { kind: "whole" }],
  ])("%s of 1000 bytes", (range, answer) => {
    expect(ask(range)).toEqual(answer);
  });

  test("hold only for the version they were asked of", () => {
    expect(ask("bytes=0-9", 1000, etag).kind).toBe("part");
    expect(ask("bytes=0-9", 1000, '"other"').kind).toBe("whole");
    expect(ask("bytes=0-9", 1000, `W/${etag}`).kind).toBe("whole");
  });

  test("never leave the sound", () => {
    fc.assert(
      fc.property(fc.nat(3000), fc.nat(3000), fc.integer({ min: 1, max: 2000 }), (a, b, size) => {
        for (const range of [`bytes=${a}-${b}`, `bytes=${a}-`, `bytes=-${b}`]) {
          const answer = ask(range, size);
          if (answer.kind !== "part") continue;
          expect(answer.length).toBeGreaterThan(0);
          expect(answer.offset + answer.length).toBeLessThanOrEqual(size);
        }
      }),
    );
  });
});

test("a copy with the same tag is still good", () => {
  expect(isUnchanged(null, etag)).toBe(false);
  expect(isUnchanged(`"x", W/${etag}`, etag)).toBe(true);
  expect(isUnchanged("*", etag)).toBe(true);
  expect(isUnchanged('"x"', etag)).toBe(false);
});
