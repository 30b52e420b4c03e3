import { beforeAll, describe, expect, it } from "vitest";
import { SHARE_THEMES, VIDEO_SHAPES } from "../../../workers/media/protocol";
import { applyMove, encodePlainly, encodeWithMoves, playPictures } from "../../../workers/media/video/encode-pictures";
import { keyFramesOf } from "../../../workers/media/video/frame-plan";
import { LAYOUTS } from "../../../workers/media/video/layout";
import { Picture } from "../../../workers/media/video/picture";
import { annexB, type DecodedPicture, picturesByFfmpeg, picturesByTinyH264 } from "../../support/h264-decoders";
import { evenWords } from "../../support/video-requests";
import { pictureWork, unitsOf } from "../../support/video-scene";
import { videoTools } from "../../support/video-tools";

const SECONDS = 4;
const TEXT =
  "Small boats come home, one after another. Someone counts them aloud on the pier, slowly, until the last is in.";
const LEVELS = Float32Array.from({ length: SECONDS * 25 }, (_, i) => Math.abs(Math.sin(i / 3) * Math.sin(i / 17)));

/** Both shapes and all themes, not each with each: what moves is the same in all. */
const cases = SHARE_THEMES.map((theme, i) => ({ theme, shape: VIDEO_SHAPES[i % VIDEO_SHAPES.length]! }));

const workFor = async ({ shape, theme }: (typeof cases)[number], text = TEXT) => {
  const speech = { text, speakerName: "Speaker", voiceName: "Voice", durationSeconds: SECONDS, peaks: [] };
  return pictureWork({ theme, shape, speech, words: evenWords(text, SECONDS) }, LEVELS, await videoTools());
};

describe.each(cases)("each picture of a $shape video in the theme $theme", (choice) => {
  const { shown, coded } = LAYOUTS[choice.shape];
  let byTinyH264: DecodedPicture[];
  let byFfmpeg: DecodedPicture[];
  let keyFrames: Set<number>;

  beforeAll(async () => {
    const encoded = await encodeWithMoves(await workFor(choice));
    const units = unitsOf(encoded);
    keyFrames = new Set(encoded.samples.flatMap(({ isKey }, i) => (isKey ? [i] : [])));
    byTinyH264 = await picturesByTinyH264(units);
    byFfmpeg = picturesByFfmpeg(annexB(units), shown);
  });

  it("is decoded alike by two decoders", () => {
    expect([byTinyH264.length, byFfmpeg.length]).toEqual([SECONDS * 25, SECONDS * 25]);
    expect(byTinyH264[0]).toMatchObject(coded);
    for (const [i, { yuv }] of byTinyH264.entries()) {
      const whole = new Picture(coded.width, coded.height);
      whole.yuv.set(yuv);
      const cut = whole.crop(shown.width, shown.height).yuv;
      expect(Buffer.compare(cut, byFfmpeg[i]!.yuv), `picture ${i}`).toBe(0);
    }
  });

  it("is, after one that begins anew, exactly what the moves make of that", async () => {
    expect(keyFrames.size).toBeGreaterThan(1);
    const { scene, keyFrames: plan } = await workFor(choice);
    const [picture, before] = [scene.blank(), scene.blank()];
    for await (const { frame, endFrame, caption } of plan) {
      expect(keyFrames.has(frame)).toBe(true);
      scene.startAt(frame, caption);
      picture.yuv.set(byTinyH264[frame]!.yuv);
      for (let next = frame + 1; next < endFrame; next++) {
        before.copyFrom(picture);
        scene.movesTo(next, (move) => applyMove(picture, before, move));
        expect(Buffer.compare(picture.yuv, byTinyH264[next]!.yuv), `picture ${next}`).toBe(0);
      }
    }
  });

  it("differs from what is meant by the coding error of those that begin anew, and no more", async () => {
    let [worstKey, worst] = [0, 0];
    let i = 0;
    for await (const picture of playPictures(await workFor(choice))) {
      const error = meanError(picture.crop(shown.width, shown.height).yuv, byFfmpeg[i]!.yuv);
      if (keyFrames.has(i)) worstKey = Math.max(worstKey, error);
      worst = Math.max(worst, error);
      i++;
    }
    expect(worstKey).toBeLessThan(0.6);
    expect(worst).toBeLessThan(worstKey + 0.1);
  });
});

describe("the plain encoder", () => {
  it("shows the same pictures", async () => {
    const choice = { shape: "square", theme: "dark" } as const;
    const { shown } = LAYOUTS.square;
    const plain = picturesByFfmpeg(annexB(unitsOf(await encodePlainly(await workFor(choice)))), shown);
    const moves = picturesByFfmpeg(annexB(unitsOf(await encodeWithMoves(await workFor(choice)))), shown);
    expect(plain.length).toBe(moves.length);
    for (const [i, { yuv }] of plain.entries()) expect(meanError(yuv, moves[i]!.yuv), `picture ${i}`).toBeLessThan(1);
  });
});

describe("pictures that begin anew", () => {
  it("come with each caption, and at least every eight seconds", async () => {
    const caption = (startFrame: number, endFrame: number) => ({ startFrame, endFrame, words: [], svg: "" });
    async function* captions() {
      yield caption(0, 100);
      yield caption(100, 520);
    }
    const plan = [];
    for await (const { frame, endFrame, caption: shownCaption } of keyFramesOf(captions(), 600))
      plan.push([frame, endFrame, shownCaption?.startFrame ?? null]);
    expect(plan).toEqual([
      [0, 100, 0],
      [100, 240, 100],
      [240, 380, 100],
      [380, 520, 100],
      [520, 600, null],
    ]);
  });
});

function meanError(a: Uint8Array, b: Uint8Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += Math.abs(a[i]! - b[i]!);
  return sum / a.length;
}
