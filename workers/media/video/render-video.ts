/** A video of a spoken text: waveform, words that light up, who speaks. */
import { THEME_COLOURS } from "../cards/themes";
import type { FontStore } from "../fonts/font-store";
import type { VideoRequest } from "../protocol";
import { captionsOf } from "./captions";
import { encodePlainly, encodeWithMoves } from "./encode-pictures";
import { keyFramesOf } from "./frame-plan";
import { headSvg } from "./head";
import { FRAMES_PER_SECOND, LAYOUTS } from "./layout";
import { writeMp4 } from "./mp4-writer";
import { Progress, type Report } from "./progress";
import { Scene } from "./scene";
import { encodeSound } from "./sound";

export interface VideoTools {
  fonts: FontStore;
  /** Four bytes a pixel (red, green, blue, opacity) of a drawing in its own size. */
  rasterise(svg: string): Promise<Uint8Array>;
  h264: WebAssembly.Module;
  aac: WebAssembly.Module;
  /** Every picture by the encoder, instead of moves between those that begin anew. */
  isPlain: boolean;
}

/** The sound's share of the work, and what is done when the pictures are. */
const SOUND_DONE = 0.35;
const PICTURES_DONE = 0.98;

/**
 * An MP4 with H.264 and AAC that plays while it loads.
 *
 * @throws Error with the message `cancelled` when `onProgress` rejects so; when there is no sound; when AAC has no such sample
 *   rate; when a font cannot be loaded
 */
export async function renderVideo(request: VideoRequest, onProgress: Report, tools: VideoTools): Promise<Uint8Array> {
  const { theme, shape, speech, words, pcm, sampleRateHz } = request;
  const progress = new Progress(onProgress);
  const layout = LAYOUTS[shape];
  const colours = THEME_COLOURS[theme];

  const soundPart = progress.part(0, SOUND_DONE);
  const sound = await encodeSound(tools.aac, pcm, sampleRateHz, FRAMES_PER_SECOND, (seconds) =>
    soundPart(seconds / speech.durationSeconds),
  );
  const frames = Math.ceil((sound.samples * FRAMES_PER_SECOND) / sampleRateHz);
  const head = await tools.rasterise(await headSvg(speech, layout, colours, tools.fonts));
  const scene = new Scene(layout, colours, head, sound.levels, frames);

  let shaped: { svg: string; coverage: Uint8Array } | null = null;
  const encode = tools.isPlain ? encodePlainly : encodeWithMoves;
  const pictures = await encode({
    module: tools.h264,
    layout,
    scene,
    frames,
    keyFrames: keyFramesOf(captionsOf(words, layout, frames, tools.fonts), frames),
    async shapeOf({ caption }) {
      if (!caption) return null;
      if (shaped?.svg !== caption.svg)
        shaped = { svg: caption.svg, coverage: opacityOf(await tools.rasterise(caption.svg)) };
      return shaped.coverage;
    },
    onDone: progress.part(SOUND_DONE, PICTURES_DONE),
  });
  const mp4 = writeMp4({ ...layout.shown, framesPerSecond: FRAMES_PER_SECOND, ...pictures }, sound);
  await progress.part(PICTURES_DONE, 1)(1);
  return mp4;
}

function opacityOf(rgba: Uint8Array): Uint8Array {
  return Uint8Array.from({ length: rgba.length / 4 }, (_, i) => rgba[i * 4 + 3]!);
}
