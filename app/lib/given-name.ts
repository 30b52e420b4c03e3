/** The rule for names that people give: to themselves for the public, and to what is theirs. */

/** What such names need although it is not seen by itself: joiners, variants of a sign, and the letters of a flag. */
const SEEN_WITH_OTHERS = /\u200c|\u200d|\p{Variation_Selector}|(?<=\u{1f3f4})[\u{e0020}-\u{e007f}]+/gu;

/** Controls, ends of lines, halves of characters, and what is not seen, marks and overrides of direction among them. */
const NOT_IN_NAMES = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

/**
 * A name as it is stored, or null when it is none: 1 to `maxCharacters` characters in one line, of which nothing
 * turns around what it stands among and nothing hides. Spaces are trimmed, and one stands for several.
 */
export function givenNameOf(input: string, maxCharacters: number): string | null {
  const name = input.trim().replace(/\p{Zs}+/gu, " ");
  if (NOT_IN_NAMES.test(name.replace(SEEN_WITH_OTHERS, ""))) return null;
  // A name of nothing but what cannot be seen names nobody.
  return !showsSomething(name) || Array.from(name).length > maxCharacters ? null : name;
}

/**
 * Any character but spaces, marks, ignorable ones, those that are no character or have no look that all fonts agree on, and
 * what is drawn as nothing although its category is one of letters and signs: the braille blank, the place of an object that
 * is not there, two blank hieroglyphs, and the head of no note. Source: the code charts of Unicode 17.
 */
const SEEN_BY_ITSELF =
  /[^\p{White_Space}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\p{C}\u2800\ufffc\u{13441}\u{13442}\u{1d159}]/u;

/** Whether there is anything in a text that is seen by itself. */
export const showsSomething = (text: string): boolean => SEEN_BY_ITSELF.test(text);

/** A text without what is not seen and what nothing seen needs: fillers, joiners of words, soft hyphens, tags. */
export const withoutUnseen = (text: string): string =>
  text.replace(
    /(\u200c|\u200d|\p{Variation_Selector}|(?<=\u{1f3f4})[\u{e0020}-\u{e007f}]+)|[\p{Cs}\p{Default_Ignorable_Code_Point}]/gu,
    "$1",
  );

/** What is said of a name that is none. `of`: what has it, as in "the key". */
export const nameRefusal = (of: string, maxCharacters: number): string =>
  `Give ${of} a name of 1 to ${maxCharacters} characters in one line, without marks that turn text around or cannot be seen.`;
