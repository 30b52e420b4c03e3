/** The language of a text that is a piece of a longer one. */
import type { SpeakRequest } from "../protocol";
import { detectLanguage } from "./detect";

/** Characters looked at: of the text before, of its end alone, of the text itself and of the text after. */
const BEFORE_LENGTH = 300;
const NEAR_LENGTH = 60;
const OWN_LENGTH = 150;
const AFTER_LENGTH = 150;

/** Tags are in no language; the first may have lost its beginning where the text before was cut. */
const TAGS = /^[^<>]{0,300}["'/]>|<[^<>]{1,300}>|\[[^[\]]{1,200}\]/g;
const LETTER = /\p{L}/u;

const withoutTags = (text: string) => text.replace(TAGS, " ");

/** The last characters of a text, without the rest of a word that was cut. */
function tail(text: string, length: number): string {
  return text.length <= length ? text : text.slice(-length).replace(/^[\p{L}\p{M}]{1,20}(?=\s)/u, "");
}

/**
 * The language of a text between the texts before and after it. A text that is clearly in some language is in that one, and
 * always in one of its own letters; another goes on in the language of what stands before it. The nearer text says more: a
 * sentence in another language, if it is a clear one, is followed by the words after it that are not.
 *
 * @param text plain text; markup should be taken out before
 * @param native the voice's own language, any ISO or BCP 47 code, for where nothing else says
 * @param neighbours as they were given, markup and all; without them this is `detectLanguage(text, native)`
 */
export function detectLanguageInContext(
  text: string,
  native: string,
  neighbours: Pick<SpeakRequest, "previousText" | "nextText">,
): string {
  const before = withoutTags(tail(neighbours.previousText ?? "", BEFORE_LENGTH));
  const after = withoutTags((neighbours.nextText ?? "").slice(0, AFTER_LENGTH));
  if (!LETTER.test(before + after)) return detectLanguage(text, native);
  // Together they may be clear where each by itself is not.
  const around = detectLanguage(`${before} ${text.slice(0, OWN_LENGTH)} ${after}`, native);
  const near = detectLanguage(tail(before, NEAR_LENGTH), around, native);
  return detectLanguage(text, near, around, native);
}
