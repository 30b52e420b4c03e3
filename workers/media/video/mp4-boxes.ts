/** The building blocks of MP4 files: boxes of big-endian numbers (ISO/IEC 14496-12, clause 4.2). */

export function u16(value: number): Uint8Array {
  return Uint8Array.of((value >> 8) & 255, value & 255);
}

export function u32(value: number): Uint8Array {
  return Uint8Array.of((value >>> 24) & 255, (value >>> 16) & 255, (value >>> 8) & 255, value & 255);
}

/** So many zeros. */
export const bytes = (count: number): Uint8Array => new Uint8Array(count);

export const ascii = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0));

export function join(parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

export function box(type: string, ...parts: readonly Uint8Array[]): Uint8Array {
  const length = parts.reduce((sum, part) => sum + part.length, 8);
  return join([u32(length), ascii(type), ...parts]);
}

export function fullBox(type: string, version: number, flags: number, parts: readonly Uint8Array[]): Uint8Array {
  return box(type, u32((version << 24) | flags), ...parts);
}
