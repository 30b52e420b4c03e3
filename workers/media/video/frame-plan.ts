/** Which pictures begin anew: with each caption, and so often besides that one can seek. */
import type { Caption } from "./captions";
import { FRAMES_PER_SECOND } from "./layout";

export interface KeyFrame {
  frame: number;
  /** Up to which picture it is followed by such that go on from it. */
  endFrame: number;
  caption: Caption | null;
}

const MOST_FRAMES = 8 * FRAMES_PER_SECOND;

/** In order, from picture 0 to the last one. Stretches without a caption have their own. */
export async function* keyFramesOf(captions: AsyncIterable<Caption>, frames: number): AsyncGenerator<KeyFrame> {
  let next = 0;
  for await (const caption of captions) {
    yield* stretches(next, caption.startFrame, null);
    yield* stretches(caption.startFrame, caption.endFrame, caption);
    next = caption.endFrame;
  }
  yield* stretches(next, frames, null);
}

/** Of about the same length each. */
function* stretches(from: number, to: number, caption: Caption | null): Generator<KeyFrame> {
  const count = Math.ceil((to - from) / MOST_FRAMES);
  for (let i = 0; i < count; i++) {
    const frame = from + Math.round(((to - from) * i) / count);
    yield { frame, endFrame: from + Math.round(((to - from) * (i + 1)) / count), caption };
  }
}
