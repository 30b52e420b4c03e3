/** A shared text as its page shows it: lines with their words' times, written so that a small script can read them. */
import type { PublicShare } from "~/domains/sharing/schema";
import { withoutDirectionControls, withoutOverrides } from "~/lib/plain-line";

export interface ShownLine {
  /** As it stands in the page, which the lengths of `words` count. */
  text: string;
  /** Who speaks the line, in a dialogue. */
  voiceName: string | null;
  /** For each word its length in UTF-16 units and its start in hundredths of a second after the one before; see `readWords`. */
  words: string;
}

type SharedText = Pick<PublicShare, "text" | "dialogue" | "words">;

/** The whole text as the heading, which turns nothing around, as the title does not. */
export function headingLine({ text, words }: SharedText): ShownLine {
  return shownLine(text, null, cut(text, withPositions(words), 0, text.length), (piece) =>
    withoutDirectionControls(asInPage(piece)),
  );
}

/** The lines of a dialogue, or the whole text as one. */
export function shownLines({ text, dialogue, words }: SharedText): ShownLine[] {
  const timed = withPositions(words);
  if (!dialogue) return [shownLine(text, null, cut(text, timed, 0, text.length))];
  let from = 0;
  return dialogue.map((line) => {
    const to = from + line.text.length;
    const pieces = text.slice(from, to) === line.text ? cut(text, timed, from, to) : [];
    // Between two lines stands a line end.
    from = to + 1;
    return shownLine(line.text, line.voiceName, pieces);
  });
}

interface TimedPiece {
  text: string;
  startSeconds: number;
}

type PositionedWord = PublicShare["words"][number] & { from: number };

function withPositions(words: PublicShare["words"]): PositionedWord[] {
  let from = 0;
  return words.map((word) => {
    const positioned = { ...word, from };
    from += word.text.length;
    return positioned;
  });
}

/** The words' parts that lie within a stretch of the text. */
function cut(text: string, words: PositionedWord[], from: number, to: number): TimedPiece[] {
  return words.flatMap((word) => {
    const piece = text.slice(Math.max(from, word.from), Math.min(to, word.from + word.text.length));
    return piece === "" || word.from >= to ? [] : [{ text: piece, startSeconds: word.startSeconds }];
  });
}

/** @param showPiece what the page shows of a piece; of all pieces together it has to make what it makes of the whole */
function shownLine(
  text: string,
  voiceName: string | null,
  pieces: TimedPiece[],
  showPiece: (piece: string) => string = asInPage,
): ShownLine {
  const shown = showPiece(text);
  let previous = 0;
  const words = pieces.map((piece) => {
    const start = Math.round(piece.startSeconds * 100);
    const written = `${showPiece(piece.text).length} ${start - previous}`;
    previous = start;
    return written;
  });
  return { text: shown, voiceName, words: words.join(" ") };
}

/**
 * What is shown of a text: no overrides of direction, as in its picture. And what is left once an HTML parser has read it: it
 * makes one line end of two characters, and drops U+0000.
 */
function asInPage(text: string): string {
  return withoutOverrides(text.replace(/\r\n?/g, "\n").replaceAll("\0", "\ufffd"));
}
