/**
 * Speech without its tone: the mouth's resonances are kept (linear prediction over short frames), the larynx is replaced
 * by noise of the same power. Linear prediction: Makhoul, "Linear prediction: a tutorial review", 1975.
 */
import type { SeededRandom } from "./seeded-random";

const FRAME_SECONDS = 0.024;
/** A whisper's spectrum falls less steeply than a voice's. */
const TILT = 0.6;
const LAG_WINDOW = 1e-4;

export function whispered(samples: Float32Array, sampleRateHz: number, random: SeededRandom): Float32Array {
  const order = Math.round(sampleRateHz / 1000) + 2;
  const size = 2 * Math.round((FRAME_SECONDS * sampleRateHz) / 2);
  const hop = size / 2;
  const window = Float32Array.from({ length: size }, (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (i + 0.5)) / size));
  const out = new Float32Array(samples.length);
  const frame = new Float64Array(size);
  const state = new Float64Array(order);
  for (let at = -hop; at < samples.length; at += hop) {
    for (let i = 0; i < size; i++) frame[i] = (tilted(samples, at + i) ?? 0) * window[i]!;
    const predictor = predict(frame, order);
    if (!predictor) continue;
    const { coefficients, error } = predictor;
    const gain = Math.sqrt(error / (size * 0.375));
    state.fill(0);
    // Half a frame ahead of the frame fills the filter, so that the noise is steady when the window opens.
    for (let i = -hop; i < size; i++) {
      let value = gain * random.nextSigned() * Math.sqrt(3);
      for (let k = 0; k < order; k++) value -= coefficients[k]! * state[k]!;
      state.copyWithin(1, 0, order - 1);
      state[0] = value;
      const index = at + i;
      if (i >= 0 && index >= 0 && index < out.length) out[index]! += value * window[i]!;
    }
  }
  return out;
}

function tilted(samples: Float32Array, index: number): number | undefined {
  const sample = samples[index];
  return sample === undefined ? undefined : sample - TILT * (samples[index - 1] ?? 0);
}

/** Levinson–Durbin on the frame's autocorrelation; null for a silent frame. */
function predict(frame: Float64Array, order: number): { coefficients: Float64Array; error: number } | null {
  const correlation = new Float64Array(order + 1);
  for (let lag = 0; lag <= order; lag++) {
    let sum = 0;
    for (let i = lag; i < frame.length; i++) sum += frame[i]! * frame[i - lag]!;
    correlation[lag] = sum;
  }
  if (correlation[0]! < 1e-9) return null;
  correlation[0]! *= 1 + LAG_WINDOW;
  const coefficients = new Float64Array(order);
  const previous = new Float64Array(order);
  let error = correlation[0]!;
  for (let i = 0; i < order; i++) {
    let reflection = correlation[i + 1]!;
    for (let j = 0; j < i; j++) reflection += coefficients[j]! * correlation[i - j]!;
    reflection = -reflection / error;
    previous.set(coefficients);
    coefficients[i] = reflection;
    for (let j = 0; j < i; j++) coefficients[j] = previous[j]! + reflection * previous[i - 1 - j]!;
    error *= 1 - reflection * reflection;
  }
  return { coefficients, error };
}
