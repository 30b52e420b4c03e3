/** RIFF/WAVE with 16-bit mono samples. */
import { RIFF_HEADER_BYTES, riffHeader } from "../../../app/lib/riff-header";
import { concatBytes, pcm16OfSamples } from "./samples";

export const WAV_HEADER_BYTES = RIFF_HEADER_BYTES;

/** Header of a file with this many bytes of samples; of unknown length without. */
export const wavHeader = (sampleRateHz: number, dataBytes?: number): Uint8Array =>
  riffHeader({ coding: "pcm", sampleRateHz }, dataBytes);

/** A whole file of known length. */
export function wavFile(samples: Float32Array, sampleRateHz: number): Uint8Array {
  const data = pcm16OfSamples(samples);
  return concatBytes([wavHeader(sampleRateHz, data.length), data]);
}

/** A streamed file with its true lengths written in; a copy. */
export function fixWavHeader(bytes: Uint8Array): Uint8Array {
  const { sampleRateHz } = readWav(bytes);
  const fixed = bytes.slice();
  fixed.set(wavHeader(sampleRateHz, bytes.length - WAV_HEADER_BYTES));
  return fixed;
}

/**
 * Rate and sample bytes of a 16-bit mono file. Chunks other than `fmt ` and `data` are passed over; a data chunk of
 * unknown or too great length runs to the end. Throws on anything else.
 */
export function readWav(bytes: Uint8Array): { sampleRateHz: number; data: Uint8Array } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const tag = (at: number) => String.fromCharCode(...bytes.subarray(at, at + 4));
  if (bytes.length < WAV_HEADER_BYTES || tag(0) !== "RIFF" || tag(8) !== "WAVE") throw new Error("not a WAV file");
  let sampleRateHz = 0;
  for (let at = 12; at + 8 <= bytes.length; ) {
    const length = view.getUint32(at + 4, true);
    const body = at + 8;
    if (tag(at) === "fmt ") {
      const [coding, channels, bits] = [
        view.getUint16(body, true),
        view.getUint16(body + 2, true),
        view.getUint16(body + 14, true),
      ];
      if (coding !== 1 || channels !== 1 || bits !== 16) throw new Error("WAV file is not 16-bit mono PCM");
      sampleRateHz = view.getUint32(body + 4, true);
    }
    if (tag(at) === "data" && sampleRateHz > 0)
      return { sampleRateHz, data: bytes.subarray(body, Math.min(bytes.length, body + length)) };
    at = body + length + (length % 2);
  }
  throw new Error("WAV file has no samples");
}
