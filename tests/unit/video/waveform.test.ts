import { describe, expect, it } from "vitest";
import { Bars } from "../../../workers/media/video/bars";
import { LAYOUTS } from "../../../workers/media/video/layout";
import { encodeSound } from "../../../workers/media/video/sound";
import { pcm16OfSamples } from "../../support/audio-measure";
import { streamOf } from "../../support/video-requests";
import { videoTools } from "../../support/video-tools";

const { bars: layout } = LAYOUTS.square;
const RATE_HZ = 16_000;

describe("the waveform", () => {
  it("stands as high as the sound is loud at the present, and shows what was and comes beside it", () => {
    const levels = new Float32Array(100);
    levels.fill(1, 48, 53);
    const bars = new Bars(layout, levels);
    const heightsAt = (frame: number) =>
      Array.from({ length: layout.count }, (_, bar) => bars.halfHeightOf(bar, frame));
    const tallestAt = (frame: number) => {
      const heights = heightsAt(frame);
      return heights.indexOf(Math.max(...heights));
    };
    expect(heightsAt(50)[layout.present]).toBe(layout.halfHeight);
    expect(tallestAt(50)).toBeGreaterThanOrEqual(layout.present - 1);
    expect(tallestAt(50)).toBeLessThanOrEqual(layout.present + 1);
    expect(tallestAt(40)).toBeGreaterThan(layout.present + 2);
    expect(tallestAt(60)).toBeLessThan(layout.present - 2);
  });

  it("is a row of dots in silence", () => {
    const bars = new Bars(layout, new Float32Array(100));
    for (let bar = 0; bar < layout.count; bar++) expect(bars.halfHeightOf(bar, 20)).toBe(layout.width / 2);
  });

  it("has heights in even pixels within its area, whatever the sound", () => {
    const bars = new Bars(
      layout,
      Float32Array.from({ length: 300 }, (_, i) => Math.abs(Math.sin(i * i))),
    );
    for (let frame = 0; frame < 300; frame += 7)
      for (let bar = 0; bar < layout.count; bar++) {
        const half = bars.halfHeightOf(bar, frame);
        expect(half % 2).toBe(0);
        expect(half).toBeGreaterThanOrEqual(layout.width / 2);
        expect(half).toBeLessThanOrEqual(layout.halfHeight);
      }
  });

  it("is measured of the sound as it streams in: a level for each picture, the loudest full", async () => {
    const { aac } = await videoTools();
    // A second of silence, one of a quiet tone, one of a loud tone.
    const samples = Float32Array.from({ length: RATE_HZ * 3 }, (_, i) => {
      const loudness = [0, 0.05, 0.5][Math.floor(i / RATE_HZ)]!;
      return loudness * Math.sin(i / 3);
    });
    const { levels } = await encodeSound(aac, streamOf(pcm16OfSamples(samples), 1001), RATE_HZ, 25, async () => {});
    expect(levels).toHaveLength(75);
    expect(levels[10]).toBe(0);
    expect(levels[40]).toBeGreaterThan(0.1);
    expect(levels[40]).toBeLessThan(0.4);
    expect(levels[60]).toBeCloseTo(1, 1);
  });
});
