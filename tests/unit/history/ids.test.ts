import fc from "fast-check";
import { expect, test } from "vitest";
import { isIdShaped, newId, timeOfId } from "../../../app/lib/ids";

test("the time of an id can be read from it, so that a page goes on after an item that is gone", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4e12 }), (timeMs) => {
      const id = newId("hist", timeMs);
      expect(isIdShaped(id, "hist")).toBe(true);
      expect(timeOfId(id)).toBe(timeMs);
    }),
  );
});

test("what is no id is told from one", () => {
  for (const text of ["", "hist_", "hist_1", "hist_' OR 1=1", newId("audio"), `${newId("hist")}x`]) {
    expect(isIdShaped(text, "hist")).toBe(false);
  }
});
