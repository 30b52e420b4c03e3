/** Sizes in a WAV header, which are unknown while the sound is being made. Source: RIFF, Microsoft 1991. */

/**
 * Writes the true sizes into the head of a WAV of `totalBytes`. Does nothing to anything that is no WAV with its `data`
 * chunk in this piece.
 */
export function writeWavSizes(head: Uint8Array, totalBytes: number): void {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  if (head.byteLength < 44 || fourLetters(view, 0) !== "RIFF" || fourLetters(view, 8) !== "WAVE") return;
  for (let offset = 12; offset + 8 <= head.byteLength; ) {
    const size = view.getUint32(offset + 4, true);
    if (fourLetters(view, offset) === "data") {
      view.setUint32(4, totalBytes - 8, true);
      view.setUint32(offset + 4, totalBytes - offset - 8, true);
      return;
    }
    offset += 8 + size + (size % 2);
  }
}

const fourLetters = (view: DataView, offset: number) =>
  String.fromCharCode(
    view.getUint8(offset),
    view.getUint8(offset + 1),
    view.getUint8(offset + 2),
    view.getUint8(offset + 3),
  );
