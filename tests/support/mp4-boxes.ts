/** The boxes of an MP4, as far as tests ask for them. */

export interface Mp4Box {
  type: string;
  /** Of its content in the file. */
  at: number;
  content: Uint8Array;
}

/** Boxes one after another, none inside another. Throws where they do not fill the bytes. */
export function boxesOf(bytes: Uint8Array, from = 0): Mp4Box[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const boxes: Mp4Box[] = [];
  let at = 0;
  while (at < bytes.length) {
    const length = view.getUint32(at);
    if (length < 8 || at + length > bytes.length) throw new Error(`a box of ${length} bytes at ${from + at}`);
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    boxes.push({ type, at: from + at + 8, content: bytes.subarray(at + 8, at + length) });
    at += length;
  }
  return boxes;
}

/** The one at the end of a path of types; `index` chooses among those of the first type. */
export function boxAt(bytes: Uint8Array, path: string, track = 0): Mp4Box {
  let found: Mp4Box = { type: "", at: 0, content: bytes };
  for (const type of path.split("/")) {
    const matching = boxesOf(found.content, found.at).filter((box) => box.type === type);
    const box = matching[type === "trak" ? track : 0];
    if (!box) throw new Error(`no ${type} of ${path}`);
    found = box;
  }
  return found;
}

/** Numbers of 32 bits from some place of a box on. */
export function numbersOf({ content }: Mp4Box, from: number): number[] {
  const view = new DataView(content.buffer, content.byteOffset, content.byteLength);
  return Array.from({ length: (content.length - from) >> 2 }, (_, i) => view.getUint32(from + i * 4));
}
