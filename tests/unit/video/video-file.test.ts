import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { VIDEO_SHAPES } from "../../../workers/media/protocol";
import { renderVideo } from "../../../workers/media/video/render-video";
import { bestCorrelation } from "../../support/audio-measure";
import { decodeWithFfmpeg } from "../../support/ffmpeg";
import { boxAt, boxesOf, numbersOf } from "../../support/mp4-boxes";
import { speechLike } from "../../support/speech-like";
import { videoRequest } from "../../support/video-requests";
import { videoTools } from "../../support/video-tools";

const TEXT = "Every evening the harbour fills with lights. Small boats come home, one after another.";
const SECONDS = 4.13;

interface ProbedStream {
  codec_name: string;
  profile: string;
  level: number;
  width?: number;
  height?: number;
  pix_fmt?: string;
  color_range?: string;
  color_space?: string;
  color_transfer?: string;
  color_primaries?: string;
  sample_aspect_ratio?: string;
  avg_frame_rate?: string;
  start_time: string;
  duration: string;
  nb_read_frames: string;
  sample_rate?: string;
  channels?: number;
}

/** What ffprobe sees when it has decoded all; any complaint is an error. */
function probe(bytes: Uint8Array): ProbedStream[] {
  const folder = mkdtempSync(path.join(tmpdir(), "probe-"));
  const file = path.join(folder, "video.mp4");
  writeFileSync(file, bytes);
  const result = spawnSync("ffprobe", ["-v", "warning", "-count_frames", "-show_streams", "-of", "json", file]);
  rmSync(folder, { recursive: true });
  if (result.status !== 0 || result.stderr.length > 0) throw new Error(`ffprobe: ${result.stderr}`);
  return (JSON.parse(result.stdout.toString()) as { streams: ProbedStream[] }).streams;
}

describe.each([
  ["moves", false],
  ["plain", true],
] as const)("a video file of the encoder %s", (_name, isPlain) => {
  const sampleRateHz = 44_100;
  const samples = speechLike({ seconds: SECONDS, sampleRateHz, seed: 5 });
  let mp4: Uint8Array;
  let video: ProbedStream;
  let sound: ProbedStream;

  beforeAll(async () => {
    const request = videoRequest({ text: TEXT, seconds: SECONDS, sampleRateHz, samples });
    mp4 = await renderVideo(request, () => {}, await videoTools({ isPlain }));
    [video, sound] = probe(mp4) as [ProbedStream, ProbedStream];
  });

  it("is accepted by ffprobe: H.264 and AAC-LC, 4:2:0, even sizes, square pixels, colours of BT.709", () => {
    expect(video).toMatchObject({
      ...{ codec_name: "h264", profile: "Constrained Baseline", level: 31, width: 640, height: 640 },
      ...{ pix_fmt: "yuv420p", sample_aspect_ratio: "1:1", avg_frame_rate: "25/1", start_time: "0.000000" },
      ...{ color_range: "tv", color_space: "bt709", color_transfer: "bt709", color_primaries: "bt709" },
      nb_read_frames: String(Math.ceil(SECONDS * 25)),
    });
    expect(sound).toMatchObject({ codec_name: "aac", profile: "LC", channels: 1, sample_rate: "44100" });
    expect(sound.start_time).toBe("0.000000");
  });

  it("has sound and pictures of the same length, within a picture's", () => {
    expect(Number(sound.duration)).toBeCloseTo(SECONDS, 3);
    expect(Math.abs(Number(video.duration) - Number(sound.duration))).toBeLessThanOrEqual(0.04);
  });

  it("sounds as what it was made of, without a delay", () => {
    const decoded = decodeWithFfmpeg(mp4);
    const from = sampleRateHz;
    const { lag, coefficient } = bestCorrelation(
      samples.subarray(from, from + sampleRateHz),
      decoded.subarray(from, from + sampleRateHz),
      60,
    );
    expect(lag).toBe(0);
    expect(coefficient).toBeGreaterThan(0.98);
    expect(Math.abs(decoded.length - samples.length)).toBeLessThan(1024);
  });

  it("tells all before its media, so that it plays while it loads", () => {
    expect(boxesOf(mp4).map(({ type }) => type)).toEqual(["ftyp", "moov", "mdat"]);
    const media = boxAt(mp4, "mdat");
    for (const track of [0, 1]) {
      const table = "moov/trak/mdia/minf/stbl";
      const [count, ...offsets] = numbersOf(boxAt(mp4, `${table}/stco`, track), 4);
      expect(offsets.length).toBe(count);
      for (const offset of offsets) {
        expect(offset).toBeGreaterThanOrEqual(media.at);
        expect(offset).toBeLessThan(mp4.length);
      }
      // Half seconds of both take turns.
      expect(offsets.length).toBeGreaterThanOrEqual(Math.floor(SECONDS * 2));
    }
  });

  it("begins with a picture that needs no other, and takes the encoder's silence off the sound", () => {
    const [, first] = numbersOf(boxAt(mp4, "moov/trak/mdia/minf/stbl/stss"), 4);
    expect(first).toBe(1);
    const [, duration, mediaTime] = numbersOf(boxAt(mp4, "moov/trak/edts/elst", 1), 4);
    expect([duration, mediaTime]).toEqual([samples.length, 1024]);
  });
});

describe("a video", () => {
  it("has the size of its shape", async () => {
    for (const shape of VIDEO_SHAPES) {
      const request = videoRequest({ text: "Hello.", seconds: 0.6, shape });
      const [video] = probe(await renderVideo(request, () => {}, await videoTools()));
      const expected = shape === "square" ? { width: 640, height: 640 } : { width: 720, height: 1280 };
      expect(video).toMatchObject(expected);
    }
  });

  it("is made of sound at each rate that AAC has, and of a single sample", async () => {
    for (const sampleRateHz of [8000, 11025, 22050, 24000, 48000]) {
      const request = videoRequest({ text: "Hello.", seconds: 0.5, sampleRateHz });
      const [, sound] = probe(await renderVideo(request, () => {}, await videoTools()));
      expect([sound?.sample_rate, Number(sound?.duration).toFixed(2)]).toEqual([String(sampleRateHz), "0.50"]);
    }
    const request = videoRequest({ text: "Hi", seconds: 0.1, samples: new Float32Array(1) });
    expect(probe(await renderVideo(request, () => {}, await videoTools()))).toHaveLength(2);
  });

  it("is refused without sound, and at a rate that AAC lacks, by name", async () => {
    const silent = videoRequest({ text: "Hi", seconds: 1, samples: new Float32Array(0) });
    await expect(renderVideo(silent, () => {}, await videoTools())).rejects.toThrow("no sound");
    const odd = videoRequest({ text: "Hi", seconds: 0.1, sampleRateHz: 17_000 });
    await expect(renderVideo(odd, () => {}, await videoTools())).rejects.toThrow("17000");
  });

  it("is the same file for the same request, however its sound comes in", async () => {
    const make = async (pieceBytes: number) => {
      const request = videoRequest({ text: TEXT, seconds: 1, pieceBytes });
      return Buffer.from(await renderVideo(request, () => {}, await videoTools()));
    };
    const whole = await make(1 << 20);
    expect(whole.equals(await make(777))).toBe(true);
    expect(whole.equals(await make(1))).toBe(true);
  });

  it("is made of texts that are hostile to a layout", async () => {
    for (const text of [
      "",
      " \n ",
      "x".repeat(5000),
      "\u202egnp.exe <svg onload=1> & \ud800 👩‍👩‍👧",
      "a ".repeat(2500),
    ]) {
      const request = videoRequest({ text, seconds: 0.5, shape: "portrait" });
      expect(probe(await renderVideo(request, () => {}, await videoTools()))).toHaveLength(2);
    }
  });
});
