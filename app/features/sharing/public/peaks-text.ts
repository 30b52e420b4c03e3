/** Peaks (0..255) as two hexadecimal digits each, for an attribute of a page. */
export function writePeaks(peaks: readonly number[]): string {
  return peaks
    .map((peak) =>
      Math.max(0, Math.min(255, Math.round(peak)))
        .toString(16)
        .padStart(2, "0"),
    )
    .join("");
}

export function readPeaks(written: string): number[] {
  return Array.from(written.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16));
}
