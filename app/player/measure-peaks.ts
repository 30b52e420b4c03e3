/** As many as the server keeps for a history item. */
const PEAK_COUNT = 400;

/** Real peaks (0..255) of finished sound, decoded by the browser. Throws when it cannot be decoded. */
export async function measurePeaks(sound: Blob): Promise<{ peaks: number[]; durationSeconds: number }> {
  // Peaks need no more than this rate, and decoding to it saves memory.
  const context = new OfflineAudioContext(1, 1, 16_000);
  const decoded = await context.decodeAudioData(await sound.arrayBuffer());
  return { peaks: peaksOf(decoded.getChannelData(0), PEAK_COUNT), durationSeconds: decoded.duration };
}

/** The loudest sample of each of `count` stretches (fewer for very short sound), as 0..255. */
export function peaksOf(samples: Float32Array, count: number): number[] {
  const stretches = Math.min(count, samples.length);
  return Array.from({ length: stretches }, (_, i) => {
    const from = Math.floor((i * samples.length) / stretches);
    const to = Math.floor(((i + 1) * samples.length) / stretches);
    let loudest = 0;
    for (let j = from; j < to; j++) loudest = Math.max(loudest, Math.abs(samples[j] ?? 0));
    return Math.min(255, Math.round(loudest * 255));
  });
}
