/** What ends a sentence in any script, or is cut off, with what may close behind it. */
const SENTENCE_END = /[\p{Sentence_Terminal}…][\p{Pe}\p{Pf}\p{Pi}"']*$/u;

/** What stands before a next word: commas, colons, dashes, an open bracket. */
const LOOSE_END = /[\s,;:·،؛、，；：\p{Pd}\p{Ps}]+$/u;

/** What is read of a text beyond its room, to know the word that stands at the edge. */
const LOOK_AHEAD_CHARACTERS = 32;

/** A text as one sentence among others: with a full stop, in place of a comma or a dash, where nothing ends it. */
export const asSentence = (text: string): string => (SENTENCE_END.test(text) ? text : `${withoutLooseEnd(text)}.`);

const withoutLooseEnd = (text: string): string => text.replace(LOOSE_END, "") || text;

/**
 * The beginning of a text that is too long, with "…" unless a sentence ends there. It ends with a word; where no space stands in
 * the second half of its room, as in long addresses and in scripts without spaces, with what the browser or the server takes for one.
 * @param line one line, see `plainLine`
 * @param maxCharacters what it may have with its dots, in code points
 */
export function cutAtWord(line: string, maxCharacters: number): string {
  const characters = Array.from(line.slice(0, 2 * (maxCharacters + LOOK_AHEAD_CHARACTERS)));
  if (characters.length <= maxCharacters) return line;
  const room = characters.slice(0, maxCharacters - 1).join("");
  const endsInWord = /\S/u.test(characters[maxCharacters - 1] ?? "");
  const atSpace = endsInWord ? room.replace(/\s*\S*$/u, "") : room.trimEnd();
  if (atSpace.length <= room.length / 2) return `${withoutLooseEnd(atBoundary(room, characters))}…`;
  return SENTENCE_END.test(atSpace) ? atSpace : `${withoutLooseEnd(atSpace)}…`;
}

/** The room up to the last word, or at least the last character as people see them, that is whole in it. */
function atBoundary(room: string, characters: readonly string[]): string {
  // Browsers before 2024 may lack it.
  if (!("Segmenter" in Intl)) return room;
  const seen = characters.slice(0, Array.from(room).length + LOOK_AHEAD_CHARACTERS).join("");
  for (const granularity of ["word", "grapheme"] as const) {
    let end = 0;
    for (const { index, segment } of new Intl.Segmenter(undefined, { granularity }).segment(seen)) {
      if (index + segment.length > room.length) break;
      end = index + segment.length;
    }
    if (end > room.length / 2) return room.slice(0, end);
  }
  return room;
}
