/**
 * Gives back what the platform keeps on the other side for an answer of a call between workers; the answer's values stay.
 * Collecting garbage does so too, but late, and each time with a warning in the log.
 */
export function released<T>(answer: T): T {
  (answer as Partial<Disposable> | null)?.[Symbol.dispose]?.();
  return answer;
}
