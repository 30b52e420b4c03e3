/** What the site asks about a text before it charges for it; light enough for any worker. */
import type { SpeakRequest } from "../protocol";
import { draftEntry } from "./drafts";
import { splitEntry } from "./passages";

export { countCharacters } from "./code-points";

/**
 * Whether anything of a text would be spoken: not if it is white space, punctuation, markup and unknown emoji alone.
 *
 * @throws SpeechTextError `invalid_markup` for a broken `<phoneme>`
 */
export function isSpeakable(text: string, markup: SpeakRequest["markup"]): boolean {
  const drafts = draftEntry({
    text,
    parts: splitEntry(text, markup),
    language: "en",
    detectsParagraphs: false,
    spellsNumbers: true,
    isFirst: true,
    continues: false,
  });
  for (const draft of drafts) if (draft.kind === "speech") return true;
  return false;
}
