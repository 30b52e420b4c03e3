/** The header of a RIFF/WAVE file. Source: Multimedia Programming Interface and Data Specifications 1.0, "WAVE". */

export const RIFF_HEADER_BYTES = 44;
/** Length of a file still being written; players read such a file to its end. */
const UNKNOWN_LENGTH = 0xffffffff;
/** Numbers of the codings, as registered. */
const CODINGS = { pcm: 1, alaw: 6, ulaw: 7 } as const;

/** Mono sound: 16-bit little-endian samples, or 8 bits of A-law or µ-law a sample. */
export interface RiffSound {
  coding: keyof typeof CODINGS;
  sampleRateHz: number;
}

/** Header of a file with this many bytes of samples; of unknown length without. */
export function riffHeader({ coding, sampleRateHz }: RiffSound, dataBytes?: number): Uint8Array<ArrayBuffer> {
  const header = new Uint8Array(RIFF_HEADER_BYTES);
  const view = new DataView(header.buffer);
  const bytesPerSample = coding === "pcm" ? 2 : 1;
  header.set(ascii("RIFF"), 0);
  view.setUint32(4, dataBytes === undefined ? UNKNOWN_LENGTH : dataBytes + 36, true);
  header.set(ascii("WAVEfmt "), 8);
  view.setUint32(16, 16, true);
  view.setUint16(20, CODINGS[coding], true);
  view.setUint16(22, 1, true);
  view.setUint32(24, sampleRateHz, true);
  view.setUint32(28, sampleRateHz * bytesPerSample, true);
  view.setUint16(32, bytesPerSample, true);
  view.setUint16(34, bytesPerSample * 8, true);
  header.set(ascii("data"), 36);
  view.setUint32(40, dataBytes ?? UNKNOWN_LENGTH, true);
  return header;
}

const ascii = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0));
