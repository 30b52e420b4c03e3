/** Reads what `shownLines` wrote into a page. */
export interface ReadWord {
  /** Positions in the line's text; white space around the word is outside. */
  from: number;
  to: number;
  startSeconds: number;
}

export function readWords(text: string, written: string): ReadWord[] {
  const numbers = written === "" ? [] : written.split(" ").map(Number);
  const words: ReadWord[] = [];
  let from = 0;
  let hundredths = 0;
  for (let i = 0; i + 1 < numbers.length; i += 2) {
    const piece = text.slice(from, from + numbers[i]!);
    hundredths += numbers[i + 1]!;
    const leading = piece.length - piece.trimStart().length;
    const to = Math.max(from + leading, from + piece.trimEnd().length);
    words.push({ from: from + leading, to, startSeconds: hundredths / 100 });
    from += piece.length;
  }
  return words;
}

/** The last of them that has begun by then; -1 before the first. */
export function wordAt(words: readonly { startSeconds: number }[], seconds: number): number {
  let low = 0;
  let high = words.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (words[middle]!.startSeconds <= seconds) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
