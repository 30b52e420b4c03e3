import { describe, expect, it } from "vitest";
import { HeardSeconds } from "~/features/sharing/public/heard-seconds";
import { readPeaks, writePeaks } from "~/features/sharing/public/peaks-text";

describe("what somebody has heard", () => {
  it("adds up in their own time, also when it is spoken twice as fast", () => {
    const heard = new HeardSeconds();
    heard.at(0.5, 1);
    expect(heard.at(1, 1)).toBe(1);
    expect(heard.at(1.5, 2)).toBe(1.25);
  });

  it("is not what was jumped over, forwards or backwards", () => {
    const heard = new HeardSeconds();
    heard.at(0.25, 1);
    heard.jumpTo(30);
    expect(heard.at(30.25, 1)).toBe(0.5);
    expect(heard.at(55, 1)).toBe(0.5);
    expect(heard.at(10, 1)).toBe(0.5);
    expect(heard.at(10.25, 1)).toBe(0.75);
  });
});

describe("peaks in a page", () => {
  it("are read back as they were, within their range", () => {
    expect(readPeaks(writePeaks([0, 7, 128, 255]))).toEqual([0, 7, 128, 255]);
    expect(readPeaks(writePeaks([-3, 300, 1.6]))).toEqual([0, 255, 2]);
    expect(readPeaks("")).toEqual([]);
  });
});
