/** Samples of −1..1 and their 16-bit form. */

/** Nearest 16-bit value; what lies outside is held at the edge. */
export function toInt16(sample: number): number {
  const value = Math.round(sample * 32768);
  return Math.max(-32768, Math.min(32767, value));
}

/** Samples as 16-bit little-endian bytes. */
export function pcm16OfSamples(samples: Float32Array): Uint8Array {
  const values = new Int16Array(samples.length);
  for (let i = 0; i < samples.length; i++) values[i] = toInt16(samples[i]!);
  return littleEndian(values);
}

/** 16-bit little-endian bytes as samples; a last odd byte is left out. */
export function samplesOfPcm16(bytes: Uint8Array): Float32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const samples = new Float32Array(bytes.length >> 1);
  for (let i = 0; i < samples.length; i++) samples[i] = view.getInt16(i * 2, true) / 32768;
  return samples;
}

/** One array of all. */
export function concatBytes(pieces: readonly Uint8Array[]): Uint8Array {
  if (pieces.length === 1) return pieces[0]!;
  const out = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    out.set(piece, at);
    at += piece.length;
  }
  return out;
}

/** One array of all. */
export function concatSamples(pieces: readonly Float32Array[]): Float32Array {
  if (pieces.length === 1) return pieces[0]!;
  const out = new Float32Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    out.set(piece, at);
    at += piece.length;
  }
  return out;
}

const MACHINE_IS_LITTLE_ENDIAN = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;

function littleEndian(values: Int16Array): Uint8Array {
  if (MACHINE_IS_LITTLE_ENDIAN) return new Uint8Array(values.buffer);
  const bytes = new Uint8Array(values.length * 2);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < values.length; i++) view.setInt16(i * 2, values[i]!, true);
  return bytes;
}
