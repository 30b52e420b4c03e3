/**
 * Levels of the bidirectional algorithm, and each paragraph's own base direction: that of its first strong letter (rules P2
 * and P3), as the page of a link has it by `unicode-bidi: plaintext`. Paragraphs end with `\n`, as clean text has them.
 */
import bidiFactory from "bidi-js";

export type Direction = "ltr" | "rtl";

export interface DirectedText {
  /** Of each UTF-16 unit; odd is right to left. */
  levels: Uint8Array;
  /** In order, without gaps. */
  paragraphs: readonly { from: number; to: number; isRightToLeft: boolean }[];
}

const bidi = bidiFactory();

/** @param first the direction of the first paragraph where the text begins in the middle of one; its own otherwise */
export function directText(text: string, first?: Direction): DirectedText {
  const levels = new Uint8Array(text.length);
  const paragraphs: { from: number; to: number; isRightToLeft: boolean }[] = [];
  for (let from = 0; from < text.length; from = paragraphs.at(-1)!.to) {
    const end = text.indexOf("\n", from);
    const to = end < 0 ? text.length : end + 1;
    const found = bidi.getEmbeddingLevels(text.slice(from, to), (from === 0 && first) || "auto");
    levels.set(found.levels, from);
    paragraphs.push({ from, to, isRightToLeft: (found.paragraphs[0]?.level ?? 0) % 2 === 1 });
  }
  return { levels, paragraphs };
}

/** Whether the paragraph that holds a place of the text reads from right to left. */
export function readsRightToLeftAt({ paragraphs }: Pick<DirectedText, "paragraphs">, place: number): boolean {
  return paragraphs.find(({ to }) => place < to)?.isRightToLeft ?? false;
}
