/** Peaks of a sound for drawing its waveform, gathered while it streams by. */

/** The most peaks a waveform gets. */
const MAXIMUM_PEAKS = 400;

/** Gathers peaks of a stream whose length is not known: twice too many, merged in pairs whenever they grow past that. */
export class PeakMeter {
  private peaks: number[] = [];
  private samplesInPeak = 64;
  private current = 0;
  private count = 0;

  push(samples: Float32Array): void {
    for (let i = 0; i < samples.length; i++) {
      const size = Math.abs(samples[i]!);
      if (size > this.current) this.current = size;
      if (++this.count === this.samplesInPeak) this.close();
    }
  }

  /** At most 400 whole numbers of 0..255, evenly over the sound; none for an empty one. */
  finish(): number[] {
    const all = this.count > 0 ? [...this.peaks, this.current] : this.peaks;
    const size = Math.min(MAXIMUM_PEAKS, all.length);
    return Array.from({ length: size }, (_, n) => {
      const from = Math.floor((n * all.length) / size);
      const to = Math.max(from + 1, Math.floor(((n + 1) * all.length) / size));
      return Math.min(255, Math.round(Math.max(...all.slice(from, to)) * 255));
    });
  }

  private close(): void {
    this.peaks.push(this.current);
    this.current = 0;
    this.count = 0;
    if (this.peaks.length < MAXIMUM_PEAKS * 2) return;
    this.peaks = Array.from({ length: MAXIMUM_PEAKS }, (_, n) => Math.max(this.peaks[n * 2]!, this.peaks[n * 2 + 1]!));
    this.samplesInPeak *= 2;
  }
}

export function createPeakMeter(): PeakMeter {
  return new PeakMeter();
}
