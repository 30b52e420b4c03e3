/**
 * Rounds off the few bursts that stand far above a unit's loudness (eSpeak's harder consonants), so that the limiter behind
 * does not turn down everything around them.
 */
const KNEE_OVER_RMS = 2.8;
const CEILING_OVER_RMS = 4.5;

export function withSoftPeaks(samples: Float32Array): Float32Array {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  const rms = Math.sqrt(sum / Math.max(1, samples.length));
  const knee = rms * KNEE_OVER_RMS;
  const room = rms * (CEILING_OVER_RMS - KNEE_OVER_RMS);
  if (room === 0) return samples;
  return samples.map((sample) => {
    const size = Math.abs(sample);
    return size <= knee ? sample : Math.sign(sample) * (knee + room * Math.tanh((size - knee) / room));
  });
}
