/**
 * Each has some 75 MB of memory before its first word and up to 128 MB later, and they start one after another, which a person
 * waits for. Eight make 120 to 200 seconds of speech a second: the peak of some 30,000 members (docs/scale.md).
 */
const MAX = 8;

/** Names of the speech processes on a machine of so many cores: `speech`, `speech-1` … */
export function namesOfSpeech(cores) {
  return Array.from({ length: Math.max(1, Math.min(MAX, cores)) }, (_, i) => (i === 0 ? "speech" : `speech-${i}`));
}

/**
 * How many speech processes `PARLANDO_SPEECH_PROCESSES` asks for; one for each core where it is not set. A
 * container may use fewer cores than its machine shows.
 * @param {string | undefined} text
 * @param {number} cores
 * @throws Error when it is no such number
 */
export function speechProcesses(text, cores) {
  if (!text) return cores;
  const count = Number(text);
  if (!/^\d+$/.test(text) || count < 1 || count > MAX)
    throw new Error(`PARLANDO_SPEECH_PROCESSES must be a number from 1 to ${MAX}; it is "${text}".`);
  return count;
}
