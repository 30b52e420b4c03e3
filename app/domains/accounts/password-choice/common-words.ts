/**
 * Some 20,000 words of which the passwords in breached collections are made, as sorted hashes. Loaded with the first
 * password that somebody chooses. `workers/tooling/common-passwords.mjs` makes the list.
 */
import { wordHash } from "./fold";

let known: Uint32Array | undefined;

/** Whether a word is one of the list. Of other words, one in 200,000 is taken for one. */
export async function createWordList(): Promise<(word: string) => boolean> {
  known ??= decode((await import("./common-words.json")).default.hashes);
  const hashes = known;
  return (word) => contains(hashes, wordHash(word));
}

function decode(base64: string): Uint32Array {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const view = new DataView(bytes.buffer);
  return Uint32Array.from({ length: bytes.length / 4 }, (_, i) => view.getUint32(i * 4));
}

function contains(sorted: Uint32Array, value: number): boolean {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return sorted[low] === value;
}
