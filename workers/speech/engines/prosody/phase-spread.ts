/**
 * Spreads the energy of each glottal pulse over time without changing the spectrum: all-pass filters around the voice's
 * lowest harmonics. Synthetic voices fire all harmonics at once, so that their peaks stand far above their loudness and a
 * limiter would hold the whole voice down; radio stations do the same to speech.
 */
const CENTER_HZ = [120, 180, 260, 380, 560];
const Q = 0.7;

export function phaseSpread(samples: Float32Array, sampleRateHz: number): Float32Array {
  const out = samples.slice();
  for (const center of CENTER_HZ) allPass(out, sampleRateHz, center);
  return out;
}

/** Second order, in place. Coefficients: R. Bristow-Johnson, "Audio EQ cookbook". */
function allPass(samples: Float32Array, sampleRateHz: number, centerHz: number): void {
  const omega = (2 * Math.PI * centerHz) / sampleRateHz;
  const alpha = Math.sin(omega) / (2 * Q);
  const a0 = 1 + alpha;
  const outer = (1 - alpha) / a0;
  const middle = (-2 * Math.cos(omega)) / a0;
  let x1 = 0;
  let x2 = 0;
  let y1 = 0;
  let y2 = 0;
  for (let i = 0; i < samples.length; i++) {
    const x = samples[i]!;
    const y = outer * x + middle * x1 + x2 - middle * y1 - outer * y2;
    x2 = x1;
    x1 = x;
    y2 = y1;
    y1 = y;
    samples[i] = y;
  }
}
