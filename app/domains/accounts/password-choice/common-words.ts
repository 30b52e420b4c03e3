/**
 * Some 20,000 words of which the passwords in breached collections are made, as sorted hashes. Loaded with the first
 * password that somebody chooses. `workers/tooling/common-passwords.mjs` makes the list.
 */
import { wordHash } from "./fold";

const HASH_BYTES = 6;

let known: Float64Array | undefined;

/** Whether a word is one of the list. Of other words, one in ten thousand million is taken for one. */
export async function createWordList(): Promise<(word: string) => boolean> {
  known ??= decode((await import("./common-words.json")).default.hashes);
  const hashes = known;
  return (word) => contains(hashes, wordHash(word));
}

function decode(base64: string): Float64Array {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const view = new DataView(bytes.buffer);
  return Float64Array.from(
    { length: bytes.length / HASH_BYTES },
    (_, i) => view.getUint16(i * HASH_BYTES) * 2 ** 32 + view.getUint32(i * HASH_BYTES + 2),
  );
}

function contains(sorted: Float64Array, value: number): boolean {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return sorted[low] === value;
}
