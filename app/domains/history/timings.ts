/** Character times of a whole sound, put together from its stretches. Pure. */
import type { Alignment, TimingFrame } from "../../../workers/speech/protocol";

/** One alignment over all stretches of the given kind, in order. */
export function joinAlignments(frames: readonly TimingFrame[], kind: "alignment" | "normalizedAlignment"): Alignment {
  const joined: Alignment = { characters: [], characterStartTimesSeconds: [], characterEndTimesSeconds: [] };
  for (const frame of frames) {
    const { characters, characterStartTimesSeconds, characterEndTimesSeconds } = frame[kind];
    // A loop, since a spread of a long text's 40,000 characters would pass the limit of arguments.
    for (let i = 0; i < characters.length; i++) {
      joined.characters.push(characters[i]!);
      joined.characterStartTimesSeconds.push(characterStartTimesSeconds[i]!);
      joined.characterEndTimesSeconds.push(characterEndTimesSeconds[i]!);
    }
  }
  return joined;
}

/** The same stretch, `seconds` later: for sounds that are put together from several requests. */
export function shiftTimings(frame: TimingFrame, seconds: number): TimingFrame {
  const shift = (alignment: Alignment): Alignment => ({
    characters: alignment.characters,
    characterStartTimesSeconds: alignment.characterStartTimesSeconds.map((time) => time + seconds),
    characterEndTimesSeconds: alignment.characterEndTimesSeconds.map((time) => time + seconds),
  });
  return {
    ...frame,
    alignment: shift(frame.alignment),
    normalizedAlignment: shift(frame.normalizedAlignment),
  };
}

/** An alignment as the wire has it. */
export function wireAlignment(alignment: Alignment) {
  return {
    characters: alignment.characters,
    character_start_times_seconds: alignment.characterStartTimesSeconds,
    character_end_times_seconds: alignment.characterEndTimesSeconds,
  };
}
