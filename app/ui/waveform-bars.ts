/**
 * Turns recorded peaks (0..255, any number) into the heights of `barCount` bars (0..1), keeping the loudest of what each
 * bar covers. Fewer peaks than bars are repeated, never invented. No peaks: silence, all zero.
 */
export function barsFromPeaks(peaks: readonly number[], barCount: number): number[] {
  if (barCount <= 0) return [];
  if (peaks.length === 0) return new Array<number>(barCount).fill(0);
  const loudest = Math.max(1, ...peaks);
  return Array.from({ length: barCount }, (_, bar) => {
    const from = Math.floor((bar * peaks.length) / barCount);
    const to = Math.max(from + 1, Math.floor(((bar + 1) * peaks.length) / barCount));
    let height = 0;
    for (let i = from; i < to; i++) height = Math.max(height, peaks[i] ?? 0);
    return height / loudest;
  });
}
