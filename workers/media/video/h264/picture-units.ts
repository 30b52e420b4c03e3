/** The pictures of an MP4 that `mp4-encoder-module.ts` made, as NAL units: it has one track, so its media is one after another. */

const LENGTH_BYTES = 4;

/** NAL units of slices, one a picture. Throws on a file without media. */
export function pictureUnits(mp4: Uint8Array): Uint8Array[] {
  const view = new DataView(mp4.buffer, mp4.byteOffset, mp4.byteLength);
  for (let at = 0; at + 8 <= mp4.length; ) {
    const length = view.getUint32(at);
    const type = String.fromCharCode(...mp4.subarray(at + 4, at + 8));
    if (type === "mdat") return lengthPrefixed(mp4.subarray(at + 8, at + length));
    if (length < 8) break;
    at += length;
  }
  throw new Error("the H.264 encoder wrote no pictures");
}

function lengthPrefixed(media: Uint8Array): Uint8Array[] {
  const view = new DataView(media.buffer, media.byteOffset, media.byteLength);
  const units: Uint8Array[] = [];
  for (let at = 0; at + LENGTH_BYTES < media.length; ) {
    const length = view.getUint32(at);
    units.push(media.slice(at + LENGTH_BYTES, at + LENGTH_BYTES + length));
    at += LENGTH_BYTES + length;
  }
  return units;
}

const IDR_SLICE = 5;

/** Whether decoding may begin with a picture (table 7-1). */
export const isKeyUnit = (unit: Uint8Array): boolean => (unit[0]! & 31) === IDR_SLICE;
