/**
 * The all-pass constant that moves a statistical voice's formants. Its vocoder (MLSA, Imai 1983) warps frequency by that
 * constant; another one on synthesis than the voice was analysed with stretches the envelope.
 */
import { DEFAULT_ALPHA } from "./runtime";

/** The middle of the formants that tell voices apart. */
const REFERENCE_HZ = 1500;
const SAMPLE_RATE_HZ = 16_000;
/** Beyond these the vocoder rings. */
const LOWEST = 0.28;
const HIGHEST = 0.58;

const warp = (omega: number, alpha: number) =>
  omega + 2 * Math.atan((alpha * Math.sin(omega)) / (1 - alpha * Math.cos(omega)));

/** Alpha for formants moved by `semitones` (negative: deeper, as from a longer throat). */
export function alphaForShift(semitones: number): number {
  const omega = (2 * Math.PI * REFERENCE_HZ) / SAMPLE_RATE_HZ;
  const warped = warp(omega, DEFAULT_ALPHA);
  const moved = omega * 2 ** (semitones / 12);
  let low = LOWEST;
  let high = HIGHEST;
  for (let i = 0; i < 30; i++) {
    const middle = (low + high) / 2;
    if (warp(moved, middle) < warped) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
