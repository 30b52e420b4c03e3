import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { applyMove } from "../../../workers/media/video/encode-pictures";
import { BitWriter } from "../../../workers/media/video/h264/bit-writer";
import { MovedPictures } from "../../../workers/media/video/h264/moved-pictures";
import { startMp4Encoder } from "../../../workers/media/video/h264/mp4-encoder-module";
import {
  decoderConfiguration,
  levelOf,
  writePictureSet,
  writeSequenceSet,
} from "../../../workers/media/video/h264/parameter-sets";
import { pictureUnits } from "../../../workers/media/video/h264/picture-units";
import type { Move } from "../../../workers/media/video/moves";
import { Picture } from "../../../workers/media/video/picture";
import { annexB, picturesByFfmpeg, picturesByTinyH264 } from "../../support/h264-decoders";
import { seededRandom } from "../../support/speech-like";
import { videoTools } from "../../support/video-tools";

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");

describe("bits", () => {
  it("are written in the codes of clause 9.1", () => {
    const out = new BitWriter();
    for (const value of [0, 1, 2, 3, 7]) out.unsigned(value); // 1 010 011 00100 0001000
    for (const value of [0, 1, -1]) out.signed(value); // 1 010 011
    out.bits(6, 0);
    expect(hex(out.takeNalUnit(0x67))).toBe("67a64114c080");
  });

  it("never look like a start code", () => {
    const out = new BitWriter(1);
    for (const byte of [0, 0, 0, 0, 0, 1, 0, 0, 3, 0, 0, 4]) out.bits(8, byte);
    expect(hex(out.takeNalUnit(0x61))).toBe("6100000300000300010000030300000480");
  });
});

describe("parameter sets", () => {
  it("are those that the encoder's pictures refer to", async () => {
    const mp4 = await encodeOne(new Picture(64, 48), 18);
    const configuration = Buffer.from(mp4).indexOf("avcC") + 4;
    const length = (mp4[configuration + 6]! << 8) | mp4[configuration + 7]!;
    const theirs = mp4.subarray(configuration + 8, configuration + 8 + length);
    const pictureSet = configuration + 8 + length + 3;
    const theirPictureSet = mp4.subarray(pictureSet, pictureSet + mp4[pictureSet - 1]!);
    const ours = writeSequenceSet({ ...SIZE, shownWidth: 64, shownHeight: 48, framesPerSecond: 25 });
    // After profile and level: frame numbers of 5 bits, order of display, one reference, the size; then we crop and tell colours.
    expect(hex(ours.subarray(4, 6))).toBe(hex(theirs.subarray(4, 6)));
    expect(hex(theirPictureSet)).toBe(hex(writePictureSet(18)));
  });

  it("name the lowest level that allows size and pace", () => {
    const at = (widthInMacroblocks: number, heightInMacroblocks: number) =>
      levelOf({ widthInMacroblocks, heightInMacroblocks, shownWidth: 2, shownHeight: 2, framesPerSecond: 25 });
    expect([at(41, 64), at(46, 110), at(120, 68)]).toEqual([31, 32, 40]);
    expect(() => at(200, 200)).toThrow("no level");
  });

  it("tell of a constrained baseline profile and lengths of four bytes", () => {
    const format = { ...SIZE, shownWidth: 50, shownHeight: 34, framesPerSecond: 25 };
    const record = decoderConfiguration(writeSequenceSet(format), writePictureSet(18));
    expect([record[1], record[2], record[3], record[4]! & 3]).toEqual([66, 0xc0, 31, 3]);
  });
});

const SIZE = { widthInMacroblocks: 4, heightInMacroblocks: 3 };

async function encodeOne(picture: Picture, quantizationParameter: number): Promise<Uint8Array> {
  const { h264 } = await videoTools();
  const settings = { width: picture.width, height: picture.height, quantizationParameter };
  const encoder = startMp4Encoder(h264, { ...settings, frameRate: 25, speed: 10, groupOfPictures: 1 });
  encoder.addPicture(picture.yuv);
  return encoder.finish();
}

describe("pictures that copy from the picture before", () => {
  const widthInMacroblocks = 18;
  const heightInMacroblocks = 40;
  const size = { width: widthInMacroblocks * 16, height: heightInMacroblocks * 16 };
  const shown = { width: size.width - 22, height: size.height - 130 };
  let head: Uint8Array[];

  beforeAll(async () => {
    const noise = new Picture(size.width, size.height);
    const random = seededRandom(7);
    for (let i = 0; i < noise.yuv.length; i++) noise.yuv[i] = 40 + random() * 170;
    const format = { widthInMacroblocks, heightInMacroblocks, framesPerSecond: 25 };
    const sequence = writeSequenceSet({ ...format, shownWidth: shown.width, shownHeight: shown.height });
    head = [sequence, writePictureSet(30), pictureUnits(await encodeOne(noise, 30))[0]!];
  });

  const columns = widthInMacroblocks * 4;
  /** Whole macroblocks, single columns, both at once; near and far; where what they take lies within the picture. */
  const move = fc
    .record({
      column: fc.nat(columns - 1),
      row: fc.nat(heightInMacroblocks - 1),
      columns: fc.oneof(fc.constant(1), fc.constant(4), fc.integer({ min: 1, max: 20 })),
      x: fc.nat(size.width / 2 - 1),
      y: fc.nat((size.height - 16) / 2),
      isNear: fc.boolean(),
    })
    .map(({ column, row, columns: wanted, x, y, isNear }): Move => {
      const count = Math.min(wanted, columns - column);
      const within = (value: number, low: number, high: number) => Math.max(low, Math.min(high, value));
      const [far, down] = [
        within(x * 2 - column * 4, -column * 4, size.width - (column + count) * 4),
        y * 2 - row * 16,
      ];
      const dy = within(down, -510, 510);
      return { column, row, columns: count, dx: isNear ? within(32, 0, Math.max(far, 0)) : far, dy: isNear ? 0 : dy };
    });

  it("are decoded alike, and as meant, by two decoders", async () => {
    const pictures = fc.array(fc.array(move, { maxLength: 60 }), { minLength: 1, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(pictures, async (plan) => {
        const moved = new MovedPictures(widthInMacroblocks, heightInMacroblocks);
        const units = [...head];
        for (const moves of plan) {
          for (const { column, row, columns: count, dx, dy } of moves) moved.move(column, row, count, dx, dy);
          units.push(moved.takePicture());
        }
        const decoded = await picturesByTinyH264(units);
        const byFfmpeg = picturesByFfmpeg(annexB(units), shown);
        expect([decoded.length, byFfmpeg.length]).toEqual([plan.length + 1, plan.length + 1]);
        const picture = new Picture(size.width, size.height);
        const before = new Picture(size.width, size.height);
        picture.yuv.set(decoded[0]!.yuv);
        for (let i = 0; i <= plan.length; i++) {
          before.copyFrom(picture);
          // Of moves that overlap the last one counts.
          for (const one of plan[i - 1] ?? []) applyMove(picture, before, one);
          expect(Buffer.compare(picture.yuv, decoded[i]!.yuv), `picture ${i} by h264bsd`).toBe(0);
          const cut = picture.crop(shown.width, shown.height).yuv;
          expect(Buffer.compare(cut, byFfmpeg[i]!.yuv), `picture ${i} by ffmpeg`).toBe(0);
        }
      }),
      { numRuns: 12, seed: 20 },
    );
  });

  it("take some bytes each when nothing moves", () => {
    const moved = new MovedPictures(widthInMacroblocks, heightInMacroblocks);
    expect(moved.takePicture().length).toBeLessThan(10);
  });

  it("are refused beyond the reach of vectors, and between pixels of colour", () => {
    const moved = new MovedPictures(widthInMacroblocks, heightInMacroblocks);
    for (const [dx, dy] of [
      [0, 512],
      [0, -512],
      [2048, 0],
      [1, 0],
      [0, 3],
    ] as const)
      expect(() => moved.move(0, 0, 4, dx, dy)).toThrow(RangeError);
  });
});
