/** Who speaks when in a dialogue. Pure. Source: contract, `VoiceSegment`. */
import type { TimingFrame } from "../../../workers/speech/protocol";

export interface VoiceSegment {
  voiceId: string;
  startSeconds: number;
  endSeconds: number;
  /** Into the characters of all frames together; end exclusive. */
  characterStart: number;
  characterEnd: number;
  entryIndex: number;
}

/** The segments of consecutive frames: neighbouring stretches of one entry are one segment. */
export function voiceSegments(frames: readonly TimingFrame[], voiceIds: readonly string[]): VoiceSegment[] {
  const segments: VoiceSegment[] = [];
  let characters = 0;
  for (const { entryIndex, alignment } of frames) {
    const length = alignment.characters.length;
    const startSeconds = alignment.characterStartTimesSeconds[0];
    const endSeconds = alignment.characterEndTimesSeconds[length - 1];
    const last = segments.at(-1);
    if (startSeconds !== undefined && endSeconds !== undefined) {
      if (last?.entryIndex === entryIndex) Object.assign(last, { endSeconds, characterEnd: characters + length });
      else {
        segments.push({
          voiceId: voiceIds[entryIndex] ?? "",
          startSeconds,
          endSeconds,
          characterStart: characters,
          characterEnd: characters + length,
          entryIndex,
        });
      }
    }
    characters += length;
  }
  return segments;
}
