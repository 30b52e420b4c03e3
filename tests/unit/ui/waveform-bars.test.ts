import fc from "fast-check";
import { expect, test } from "vitest";
import { peaksOf } from "~/player/measure-peaks";
import { barsFromPeaks } from "~/ui/waveform-bars";

test("each bar keeps the loudest peak of what it covers", () => {
  expect(barsFromPeaks([10, 255, 0, 51], 2)).toEqual([1, 0.2]);
});

test("fewer peaks than bars are repeated", () => {
  expect(barsFromPeaks([255, 51], 4)).toEqual([1, 1, 0.2, 0.2]);
});

test("no peaks is silence", () => {
  expect(barsFromPeaks([], 3)).toEqual([0, 0, 0]);
});

test("there are as many bars as asked for, all between 0 and 1", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 255 })), fc.integer({ min: 1, max: 300 }), (peaks, count) => {
      const bars = barsFromPeaks(peaks, count);
      expect(bars).toHaveLength(count);
      expect(bars.every((bar) => bar >= 0 && bar <= 1)).toBe(true);
    }),
  );
});

test("measured peaks follow the loudest sample of each stretch, whatever its sign", () => {
  expect(peaksOf(new Float32Array([0.1, -1, 0.5, 0.2]), 2)).toEqual([255, 128]);
  expect(peaksOf(new Float32Array([0.5]), 400)).toEqual([128]);
});
