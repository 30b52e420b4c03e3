// SPDX-License-Identifier: GPL-3.0-or-later
/** Filipino words spelled so that Indonesian rules read them as Filipino. */

/** Words whose spelling says little of their sound. */
const WHOLE_WORDS: Record<string, string> = { mga: "mangá", ng: "nang" };

export function respellFilipino(word: string): string {
  const lower = word.toLowerCase();
  const whole = WHOLE_WORDS[lower];
  if (whole) return whole;
  return (
    lower
      .replaceAll("ñ", "ny")
      // An Indonesian e is a schwa unless it carries an accent; a Filipino one never is.
      .replaceAll("e", "é")
      // Indonesian c is "ch"; in Filipino it stands in names and loans, mostly for k.
      .replace(/c(?=[eéi])/g, "s")
      .replace(/c(?!h)/g, "k")
      .replaceAll("ch", "c")
  );
}
