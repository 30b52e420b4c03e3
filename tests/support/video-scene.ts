/** A video's scene and what is encoded of it, for tests that look at pictures. */
import { THEME_COLOURS } from "../../workers/media/cards/themes";
import type { VideoRequest } from "../../workers/media/protocol";
import { captionsOf } from "../../workers/media/video/captions";
import type { EncodedPictures, PictureWork } from "../../workers/media/video/encode-pictures";
import { keyFramesOf } from "../../workers/media/video/frame-plan";
import { headSvg } from "../../workers/media/video/head";
import { FRAMES_PER_SECOND, LAYOUTS } from "../../workers/media/video/layout";
import type { VideoTools } from "../../workers/media/video/render-video";
import { Scene } from "../../workers/media/video/scene";

/** The pictures' part of the making of a video, with loudness as given. */
export async function pictureWork(
  request: Pick<VideoRequest, "theme" | "shape" | "speech" | "words">,
  levels: Float32Array,
  tools: VideoTools,
): Promise<PictureWork> {
  const layout = LAYOUTS[request.shape];
  const colours = THEME_COLOURS[request.theme];
  const frames = Math.ceil(request.speech.durationSeconds * FRAMES_PER_SECOND);
  const head = await tools.rasterise(await headSvg(request.speech, layout, colours, tools.fonts));
  return {
    module: tools.h264,
    layout,
    scene: new Scene(layout, colours, head, levels, frames),
    frames,
    keyFrames: keyFramesOf(captionsOf(request.words, layout, frames, tools.fonts), frames),
    async shapeOf({ caption }) {
      if (!caption) return null;
      const rgba = await tools.rasterise(caption.svg);
      return Uint8Array.from({ length: rgba.length / 4 }, (_, i) => rgba[i * 4 + 3]!);
    },
    async onDone() {},
  };
}

/** All NAL units of encoded pictures, with the parameter sets before them. */
export function unitsOf({ configuration, samples }: EncodedPictures): Uint8Array[] {
  const sequenceLength = (configuration[6]! << 8) | configuration[7]!;
  const sequence = configuration.slice(8, 8 + sequenceLength);
  const picture = configuration.slice(8 + sequenceLength + 3);
  return [sequence, picture, ...samples.map(({ data }) => data.slice(4))];
}
