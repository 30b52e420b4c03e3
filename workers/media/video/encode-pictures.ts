/** Two ways to make pictures into H.264. Both show the same scene. */

import type { KeyFrame } from "./frame-plan";
import { MovedPictures } from "./h264/moved-pictures";
import { type EncoderSettings, startMp4Encoder } from "./h264/mp4-encoder-module";
import { decoderConfiguration, type SequenceFormat, writePictureSet, writeSequenceSet } from "./h264/parameter-sets";
import { isKeyUnit, pictureUnits } from "./h264/picture-units";
import { FRAMES_PER_SECOND, type VideoLayout } from "./layout";
import { COLUMN_PX, type Move, ROW_PX } from "./moves";
import { pictureSample, type Sample } from "./mp4-writer";
import type { Picture } from "./picture";
import type { Scene } from "./scene";

export interface EncodedPictures {
  /** AVCDecoderConfigurationRecord. */
  configuration: Uint8Array;
  samples: Sample[];
}

export interface PictureWork {
  module: WebAssembly.Module;
  layout: VideoLayout;
  scene: Scene;
  frames: number;
  keyFrames: AsyncIterable<KeyFrame>;
  /** Coverage of a caption, 0..255 a pixel. */
  shapeOf(keyFrame: KeyFrame): Promise<Uint8Array | null>;
  onDone(share: number): Promise<void>;
}

/** Text keeps its edges at this. */
const QUANTIZATION = 18;
const FASTEST = 10;
/** Pictures from one that begins anew to the next, in the plain way. */
const PLAIN_GROUP = 8 * FRAMES_PER_SECOND;
/** Of the time, the rest is for what comes between. */
const KEY_FRAME_SHARE = 0.8;

/**
 * The usual way: the encoder makes the pictures that begin anew, those between are written as moves. It takes a tenth of the
 * time of the other.
 */
export async function encodeWithMoves(work: PictureWork): Promise<EncodedPictures> {
  const { layout, scene, frames, onDone } = work;
  const { coded, shown } = layout;
  // The encoder gives its pictures out at its end, so they are all made first.
  const encoder = startMp4Encoder(work.module, settingsFor(coded, 1));
  const plan: Omit<KeyFrame, "caption">[] = [];
  const captions = [];
  for await (const keyFrame of work.keyFrames) {
    scene.startAt(keyFrame.frame, keyFrame.caption);
    encoder.addPicture(scene.paint(await work.shapeOf(keyFrame)).yuv);
    plan.push(keyFrame);
    captions.push(keyFrame.caption && { ...keyFrame.caption, svg: "" });
    await onDone((KEY_FRAME_SHARE * keyFrame.endFrame) / frames);
  }
  const keyUnits = pictureUnits(encoder.finish());
  const moved = new MovedPictures(coded.width / ROW_PX, coded.height / ROW_PX);
  const samples: Sample[] = [];
  for (const [i, { frame, endFrame }] of plan.entries()) {
    scene.startAt(frame, captions[i]!);
    moved.restart();
    samples.push(pictureSample([keyUnits[i]!], true));
    for (let next = frame + 1; next < endFrame; next++) {
      scene.movesTo(next, ({ column, row, columns, dx, dy }) => moved.move(column, row, columns, dx, dy));
      samples.push(pictureSample([moved.takePicture()], false));
      await onDone(KEY_FRAME_SHARE + ((1 - KEY_FRAME_SHARE) * next) / frames);
    }
  }
  return { configuration: configurationFor(coded, shown), samples };
}

/** The plain way: the encoder makes every picture. */
export async function encodePlainly(work: PictureWork): Promise<EncodedPictures> {
  const { shown } = work.layout;
  const whole = { width: roundUp(shown.width), height: roundUp(shown.height) };
  const encoder = startMp4Encoder(work.module, settingsFor(whole, PLAIN_GROUP));
  let made = 0;
  for await (const picture of playPictures(work)) {
    encoder.addPicture(picture.crop(whole.width, whole.height).yuv);
    await work.onDone(++made / work.frames);
  }
  const samples = pictureUnits(encoder.finish()).map((unit) => pictureSample([unit], isKeyUnit(unit)));
  return { configuration: configurationFor(whole, shown), samples };
}

/** Every picture as it is meant to be, hidden parts included. Each takes the place of the last one. */
export async function* playPictures(
  work: Pick<PictureWork, "scene" | "keyFrames" | "shapeOf">,
): AsyncGenerator<Picture> {
  const before = work.scene.blank();
  for await (const keyFrame of work.keyFrames) {
    work.scene.startAt(keyFrame.frame, keyFrame.caption);
    const picture = work.scene.paint(await work.shapeOf(keyFrame));
    yield picture;
    for (let next = keyFrame.frame + 1; next < keyFrame.endFrame; next++) {
      before.copyFrom(picture);
      work.scene.movesTo(next, (move) => applyMove(picture, before, move));
      yield picture;
    }
  }
}

/** What a decoder does with a move. */
export function applyMove(picture: Picture, before: Picture, { column, row, columns, dx, dy }: Move): void {
  const [x, y] = [column * COLUMN_PX, row * ROW_PX];
  picture.copyPart(before, x, y, columns * COLUMN_PX, ROW_PX, x + dx, y + dy);
}

const roundUp = (pixels: number) => Math.ceil(pixels / ROW_PX) * ROW_PX;

function settingsFor(size: { width: number; height: number }, groupOfPictures: number): EncoderSettings {
  return {
    ...size,
    frameRate: FRAMES_PER_SECOND,
    quantizationParameter: QUANTIZATION,
    speed: FASTEST,
    groupOfPictures,
  };
}

function configurationFor(coded: { width: number; height: number }, shown: VideoLayout["shown"]): Uint8Array {
  const format: SequenceFormat = {
    widthInMacroblocks: coded.width / ROW_PX,
    heightInMacroblocks: coded.height / ROW_PX,
    shownWidth: shown.width,
    shownHeight: shown.height,
    framesPerSecond: FRAMES_PER_SECOND,
  };
  return decoderConfiguration(writeSequenceSet(format), writePictureSet(QUANTIZATION));
}
