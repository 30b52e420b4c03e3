/**
 * Measures of sound for tests: loudness, true peak, pitch, energy, spectrum, likeness. Written apart from the product's
 * own signal code, so that one checks the other.
 */

/** Direct form of a second-order filter: b0, b1, b2, a1, a2 (a0 = 1). */
type Biquad = readonly [number, number, number, number, number];

function filter(samples: Float32Array | Float64Array, [b0, b1, b2, a1, a2]: Biquad): Float64Array {
  const out = new Float64Array(samples.length);
  let [x1, x2, y1, y2] = [0, 0, 0, 0];
  for (let i = 0; i < samples.length; i++) {
    const x = samples[i]!;
    const y = b0 * x + b1 * x1 + b2 * x2 - a1 * y1 - a2 * y2;
    [x2, x1, y2, y1] = [x1, x, y1, y];
    out[i] = y;
  }
  return out;
}

/** The two K-weighting filters of ITU-R BS.1770 for any sample rate. */
function kWeighting(sampleRateHz: number): [Biquad, Biquad] {
  const k1 = Math.tan((Math.PI * 1681.974450955533) / sampleRateHz);
  const q1 = 0.7071752369554196;
  const high = 10 ** (3.999843853973347 / 20);
  const band = high ** 0.4996667741545416;
  const n1 = 1 + k1 / q1 + k1 * k1;
  const k2 = Math.tan((Math.PI * 38.13547087602444) / sampleRateHz);
  const q2 = 0.5003270373238773;
  const n2 = 1 + k2 / q2 + k2 * k2;
  return [
    [
      (high + (band * k1) / q1 + k1 * k1) / n1,
      (2 * (k1 * k1 - high)) / n1,
      (high - (band * k1) / q1 + k1 * k1) / n1,
      (2 * (k1 * k1 - 1)) / n1,
      (1 - k1 / q1 + k1 * k1) / n1,
    ],
    [1, -2, 1, (2 * (k2 * k2 - 1)) / n2, (1 - k2 / q2 + k2 * k2) / n2],
  ];
}

const toLufs = (energy: number) => -0.691 + 10 * Math.log10(energy + 1e-15);
const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Integrated loudness of mono sound in LUFS by BS.1770-4 (400 ms blocks, both gates); −Infinity when nothing passes. */
export function integratedLoudness(samples: Float32Array, sampleRateHz: number): number {
  const [shelf, highpass] = kWeighting(sampleRateHz);
  const weighted = filter(filter(samples, shelf), highpass);
  const block = Math.round(0.4 * sampleRateHz);
  const hop = Math.round(0.1 * sampleRateHz);
  const energies: number[] = [];
  for (let start = 0; start + block <= weighted.length; start += hop) {
    let sum = 0;
    for (let i = start; i < start + block; i++) sum += weighted[i]! ** 2;
    energies.push(sum / block);
  }
  const audible = energies.filter((energy) => toLufs(energy) > -70);
  if (audible.length === 0) return Number.NEGATIVE_INFINITY;
  const gate = toLufs(mean(audible)) - 10;
  return toLufs(mean(audible.filter((energy) => toLufs(energy) > gate)));
}

/** Highest level between samples too, in dBTP, by windowed-sinc interpolation at 8 points a sample. */
export function truePeakDb(samples: Float32Array): number {
  const half = 16;
  const points = 8;
  let peak = 0;
  for (const value of samples) peak = Math.max(peak, Math.abs(value));
  // An interpolated point cannot pass the highest neighbour by more than this (sum of the kernel's sizes).
  const threshold = peak / 4;
  const kernels = Array.from({ length: points - 1 }, (_, p) => {
    const fraction = (p + 1) / points;
    return Float64Array.from({ length: half * 2 }, (_unused, k) => {
      const d = k - half + 1 - fraction;
      return (Math.sin(Math.PI * d) / (Math.PI * d)) * Math.cos((Math.PI * d) / (2 * half)) ** 2;
    });
  });
  for (let i = 0; i < samples.length; i++) {
    if (Math.abs(samples[i]!) < threshold && Math.abs(samples[i + 1] ?? 0) < threshold) continue;
    for (const kernel of kernels) {
      let sum = 0;
      for (let k = 0; k < kernel.length; k++) sum += (samples[i + k - half + 1] ?? 0) * kernel[k]!;
      peak = Math.max(peak, Math.abs(sum));
    }
  }
  return 20 * Math.log10(peak + 1e-12);
}

/** Root mean square of a stretch. */
export function rms(samples: Float32Array, from = 0, to = samples.length): number {
  let sum = 0;
  for (let i = from; i < to; i++) sum += samples[i]! ** 2;
  return Math.sqrt(sum / Math.max(1, to - from));
}

/** Level of each frame in dB below full scale (−120 for silence). */
export function energyDb(samples: Float32Array, sampleRateHz: number, frameMs = 10): number[] {
  const frame = Math.round((frameMs / 1000) * sampleRateHz);
  const levels: number[] = [];
  for (let start = 0; start + frame <= samples.length; start += frame)
    levels.push(20 * Math.log10(Math.max(1e-6, rms(samples, start, start + frame))));
  return levels;
}

/** Where sound begins and ends, in seconds, against a level below the loudest 10 ms frame. */
export function soundBounds(samples: Float32Array, sampleRateHz: number, belowPeakDb = 40) {
  const frameMs = 5;
  const levels = energyDb(samples, sampleRateHz, frameMs);
  const threshold = Math.max(...levels) - belowPeakDb;
  const first = levels.findIndex((level) => level > threshold);
  const last = levels.findLastIndex((level) => level > threshold);
  return { startSeconds: (Math.max(0, first) * frameMs) / 1000, endSeconds: ((last + 1) * frameMs) / 1000 };
}

/** Inner silences (seconds) at least `minimumMs` long, between the first and the last sound. */
export function innerSilences(samples: Float32Array, sampleRateHz: number, minimumMs = 60, belowPeakDb = 40) {
  const frameMs = 5;
  const levels = energyDb(samples, sampleRateHz, frameMs);
  const threshold = Math.max(...levels) - belowPeakDb;
  const first = levels.findIndex((level) => level > threshold);
  const last = levels.findLastIndex((level) => level > threshold);
  const silences: { startSeconds: number; endSeconds: number }[] = [];
  let from = -1;
  for (let i = first; i <= last; i++) {
    const quiet = levels[i]! <= threshold;
    if (quiet && from < 0) from = i;
    if (!quiet && from >= 0) {
      if ((i - from) * frameMs >= minimumMs)
        silences.push({ startSeconds: (from * frameMs) / 1000, endSeconds: (i * frameMs) / 1000 });
      from = -1;
    }
  }
  return silences;
}

/**
 * Fundamental frequency of each 10 ms frame in Hz, 0 where there is no voice. Normalized autocorrelation of 40 ms
 * windows below 900 Hz; the shortest period that comes near the best one wins; octave outliers are dropped.
 */
export function trackPitch(input: Float32Array, inputRateHz: number, { lowHz = 60, highHz = 420 } = {}): number[] {
  const factor = Math.max(1, Math.floor(inputRateHz / 8000));
  const sampleRateHz = inputRateHz / factor;
  const smooth = filter(filter(input, lowpass(900, inputRateHz)), lowpass(900, inputRateHz));
  const samples = Float64Array.from({ length: Math.floor(smooth.length / factor) }, (_, i) => smooth[i * factor]!);
  const window = Math.round(0.04 * sampleRateHz);
  const hop = 0.01 * sampleRateHz;
  const shortest = Math.floor(sampleRateHz / highHz);
  const longest = Math.ceil(sampleRateHz / lowHz);
  const starts: number[] = [];
  for (let n = 0; Math.round(n * hop) + window + longest + 1 < samples.length; n++) starts.push(Math.round(n * hop));
  const energies = starts.map((start) => energyOf(samples, start, window));
  const loudest = Math.max(0, ...energies);
  const track = starts.map((start, n) => {
    const energy = energies[n]!;
    if (energy < loudest * 0.003) return 0;
    const likeness = new Float64Array(longest + 2);
    let lagEnergy = energyOf(samples, start + shortest - 1, window);
    for (let lag = shortest - 1; lag <= longest + 1; lag++) {
      let sum = 0;
      for (let i = start; i < start + window; i++) sum += samples[i]! * samples[i + lag]!;
      likeness[lag] = sum / Math.sqrt(energy * lagEnergy + 1e-12);
      lagEnergy += (samples[start + lag + window] ?? 0) ** 2 - samples[start + lag]! ** 2;
    }
    let best = 0;
    for (let lag = shortest; lag <= longest; lag++) best = Math.max(best, likeness[lag]!);
    if (best < 0.55) return 0;
    for (let lag = shortest; lag <= longest; lag++) {
      const [before, here, after] = [likeness[lag - 1]!, likeness[lag]!, likeness[lag + 1]!];
      if (here < best * 0.92 || here < before || here < after) continue;
      const offset = (before - after) / (2 * (before - 2 * here + after) || 1);
      return sampleRateHz / (lag + Math.max(-0.5, Math.min(0.5, offset)));
    }
    return 0;
  });
  const voiced = track.filter((hz) => hz > 0).sort((a, b) => a - b);
  const median = voiced[voiced.length >> 1] ?? 0;
  return track.map((hz) => (hz > median * 1.8 || hz < median * 0.55 ? 0 : hz));
}

/** Mean and spread (standard deviation) of the voiced frames' pitch. */
export function pitchStatistics(samples: Float32Array, sampleRateHz: number) {
  const voiced = trackPitch(samples, sampleRateHz).filter((hz) => hz > 0);
  if (voiced.length === 0) return { meanHz: 0, spreadHz: 0, voicedFrames: 0 };
  const meanHz = mean(voiced);
  return { meanHz, spreadHz: Math.sqrt(mean(voiced.map((hz) => (hz - meanHz) ** 2))), voicedFrames: voiced.length };
}

function energyOf(samples: Float64Array, start: number, length: number): number {
  let sum = 0;
  for (let i = start; i < start + length; i++) sum += samples[i]! ** 2;
  return sum;
}

function lowpass(frequencyHz: number, sampleRateHz: number): Biquad {
  const w = (2 * Math.PI * frequencyHz) / sampleRateHz;
  const alpha = Math.sin(w) / Math.SQRT2;
  const c = Math.cos(w);
  const n = 1 + alpha;
  return [(1 - c) / 2 / n, (1 - c) / n, (1 - c) / 2 / n, (-2 * c) / n, (1 - alpha) / n];
}

/** Power by frequency bin (`size / 2` bins of `sampleRate / size` Hz), averaged over the loud Hann windows. */
export function powerSpectrum(samples: Float32Array, size = 1024): Float64Array {
  const power = new Float64Array(size / 2);
  const starts: number[] = [];
  for (let start = 0; start + size <= samples.length; start += size / 2) starts.push(start);
  const levels = starts.map((start) => rms(samples, start, start + size) ** 2);
  const loudest = Math.max(0, ...levels);
  let used = 0;
  for (const [n, start] of starts.entries()) {
    if (levels[n]! < loudest * 0.003) continue;
    const re = Float64Array.from(
      { length: size },
      (_, i) => samples[start + i]! * (0.5 - 0.5 * Math.cos((2 * Math.PI * i) / size)),
    );
    const im = new Float64Array(size);
    transform(re, im);
    for (let k = 0; k < power.length; k++) power[k]! += re[k]! ** 2 + im[k]! ** 2;
    used++;
  }
  return power.map((value) => value / Math.max(1, used));
}

/** Amplitude-weighted mean frequency in Hz: how bright a voice is. */
export function spectralCentroidHz(samples: Float32Array, sampleRateHz: number): number {
  const size = 1024;
  const power = powerSpectrum(samples, size);
  let [weighted, total] = [0, 0];
  for (let k = 1; k < power.length; k++) {
    const amplitude = Math.sqrt(power[k]!);
    weighted += (amplitude * k * sampleRateHz) / size;
    total += amplitude;
  }
  return weighted / total;
}

/** Power between two frequencies, dB (relative; compare two of the same call shape). */
export function bandLevelDb(samples: Float32Array, sampleRateHz: number, fromHz: number, toHz: number): number {
  const size = 4096;
  const power = powerSpectrum(samples, size);
  let sum = 0;
  for (let k = Math.ceil((fromHz * size) / sampleRateHz); k <= (toHz * size) / sampleRateHz && k < power.length; k++)
    sum += power[k]!;
  return 10 * Math.log10(sum + 1e-20);
}

/** Radix-2 FFT in place. */
function transform(re: Float64Array, im: Float64Array): void {
  const n = re.length;
  for (let i = 1, j = 0; i < n; i++) {
    let bit = n >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) {
      [re[i], re[j]] = [re[j]!, re[i]!];
      [im[i], im[j]] = [im[j]!, im[i]!];
    }
  }
  for (let length = 2; length <= n; length <<= 1) {
    const step = (-2 * Math.PI) / length;
    for (let k = 0; k < length / 2; k++) {
      const [c, s] = [Math.cos(step * k), Math.sin(step * k)];
      for (let p = k; p < n; p += length) {
        const q = p + length / 2;
        const x = re[q]! * c - im[q]! * s;
        const y = re[q]! * s + im[q]! * c;
        re[q] = re[p]! - x;
        im[q] = im[p]! - y;
        re[p]! += x;
        im[p]! += y;
      }
    }
  }
}

/** Best likeness (−1..1) of two sounds over shifts of at most `maxLag` samples; a positive lag means `b` comes later. */
export function bestCorrelation(a: Float32Array, b: Float32Array, maxLag: number) {
  let best = { lag: 0, coefficient: -1 };
  for (let lag = -maxLag; lag <= maxLag; lag++) {
    let [ab, aa, bb] = [0, 0, 0];
    for (let i = Math.max(0, -lag); i < a.length && i + lag < b.length; i++) {
      const [x, y] = [a[i]!, b[i + lag]!];
      ab += x * y;
      aa += x * x;
      bb += y * y;
    }
    const coefficient = ab / Math.sqrt(aa * bb + 1e-20);
    if (coefficient > best.coefficient) best = { lag, coefficient };
  }
  return best;
}

/** Largest bend (second difference) of a stretch: a click stands far above the speech around it. */
export function largestBend(samples: Float32Array, from = 0, to = samples.length): number {
  let largest = 0;
  for (let i = Math.max(1, from); i < Math.min(samples.length - 1, to); i++)
    largest = Math.max(largest, Math.abs(samples[i + 1]! - 2 * samples[i]! + samples[i - 1]!));
  return largest;
}

/** 16-bit little-endian mono bytes as samples of −1..1. */
export function samplesOfPcm16(bytes: Uint8Array): Float32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Float32Array.from({ length: bytes.length >> 1 }, (_, i) => view.getInt16(i * 2, true) / 32768);
}

/** Samples of −1..1 as 16-bit little-endian mono bytes. */
export function pcm16OfSamples(samples: Float32Array): Uint8Array {
  const bytes = new Uint8Array(samples.length * 2);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < samples.length; i++)
    view.setInt16(i * 2, Math.max(-32768, Math.min(32767, Math.round(samples[i]! * 32768))), true);
  return bytes;
}

/** Place of the first difference of two arrays (their shorter length if only that differs), −1 when they are the same. */
export function firstDifference(a: ArrayLike<number>, b: ArrayLike<number>): number {
  for (let i = 0; i < Math.min(a.length, b.length); i++) if (!Object.is(a[i], b[i]) && a[i] !== b[i]) return i;
  return a.length === b.length ? -1 : Math.min(a.length, b.length);
}

/** How a sound holds a tone: its amplitude, and everything else against it in dB (least squares, so no window leaks). */
export function measureTone(samples: Float32Array, sampleRateHz: number, hz: number) {
  let [ss, sc, cc, xs, xc] = [0, 0, 0, 0, 0];
  const angle = (i: number) => (2 * Math.PI * hz * i) / sampleRateHz;
  for (let i = 0; i < samples.length; i++) {
    const [s, c, x] = [Math.sin(angle(i)), Math.cos(angle(i)), samples[i]!];
    ss += s * s;
    sc += s * c;
    cc += c * c;
    xs += x * s;
    xc += x * c;
  }
  const determinant = ss * cc - sc * sc;
  const a = (xs * cc - xc * sc) / determinant;
  const b = (xc * ss - xs * sc) / determinant;
  let rest = 0;
  for (let i = 0; i < samples.length; i++) rest += (samples[i]! - a * Math.sin(angle(i)) - b * Math.cos(angle(i))) ** 2;
  const amplitude = Math.hypot(a, b);
  return { amplitude, restDb: 10 * Math.log10(rest / samples.length / (amplitude ** 2 / 2) + 1e-20) };
}
