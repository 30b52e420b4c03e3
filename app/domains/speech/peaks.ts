/** Waveforms of sounds that are put together. Pure. */

const MAX_PEAKS = 400;

/** One waveform over several sounds in a row, each with its share of the time. */
export function joinPeaks(sounds: readonly { values: readonly number[]; seconds: number }[]): number[] {
  const totalSeconds = sounds.reduce((sum, sound) => sum + sound.seconds, 0);
  const totalValues = sounds.reduce((sum, sound) => sum + sound.values.length, 0);
  const length = Math.min(MAX_PEAKS, totalValues);
  const joined = new Array<number>(length).fill(0);
  let startSeconds = 0;
  for (const { values, seconds } of sounds) {
    for (const [i, value] of values.entries()) {
      const atSeconds = startSeconds + ((i + 0.5) / values.length) * seconds;
      const place = Math.min(length - 1, Math.floor((atSeconds / Math.max(1e-9, totalSeconds)) * length));
      joined[place] = Math.max(joined[place]!, value);
    }
    startSeconds += seconds;
  }
  return joined;
}
