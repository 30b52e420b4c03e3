/** Telephone sound, ITU-T G.711: 16-bit samples as 8-bit µ-law or A-law. */

const ULAW_BIAS = 132;
const ULAW_CLIP = 32635;
/** A-law keeps the 13 upper bits of a sample and flips every second bit of its code. */
const ALAW_FLIP = 0x55;

/** µ-law code of a 16-bit sample. */
export function ulawOfSample(sample: number): number {
  const sign = sample < 0 ? 0x80 : 0;
  const size = Math.min(ULAW_CLIP, Math.abs(sample)) + ULAW_BIAS;
  const exponent = 31 - Math.clz32(size) - 7;
  const mantissa = (size >> (exponent + 3)) & 0x0f;
  return ~(sign | (exponent << 4) | mantissa) & 0xff;
}

/** 16-bit sample of a µ-law code. */
export function sampleOfUlaw(code: number): number {
  const bits = ~code & 0xff;
  const exponent = (bits >> 4) & 0x07;
  const size = ((((bits & 0x0f) << 3) + ULAW_BIAS) << exponent) - ULAW_BIAS;
  // Not "−size", which would make a negative zero.
  return bits & 0x80 ? 0 - size : size;
}

/** A-law code of a 16-bit sample. */
export function alawOfSample(sample: number): number {
  const sign = sample >= 0 ? 0x80 : 0;
  // Negative samples are rounded towards zero by one step, as the standard's tables have it.
  const size = Math.min(4095, (sample >= 0 ? sample : -sample - 1) >> 3);
  const exponent = size < 32 ? 0 : 31 - Math.clz32(size) - 4;
  const mantissa = exponent === 0 ? (size >> 1) & 0x0f : (size >> exponent) & 0x0f;
  return (sign | (exponent << 4) | mantissa) ^ ALAW_FLIP;
}

/** 16-bit sample of an A-law code. */
export function sampleOfAlaw(code: number): number {
  const bits = code ^ ALAW_FLIP;
  const exponent = (bits >> 4) & 0x07;
  const mantissa = bits & 0x0f;
  const size = exponent === 0 ? (mantissa << 4) + 8 : ((mantissa << 4) + 0x108) << (exponent - 1);
  return bits & 0x80 ? size : -size;
}
