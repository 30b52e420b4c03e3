/**
 * The direction of a text by its first strongly directional letter: Hebrew and Arabic give right-to-left;
 * Latin, Greek and Cyrillic left-to-right. Null when there is none. Source: spec 001, section 5.
 */
export function textDirection(text: string): "ltr" | "rtl" | null {
  const letter = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u;
  const strong = /\p{L}/u;
  for (const character of text) {
    if (!letter.test(character) || !strong.test(character)) continue;
    return /[\p{Script=Hebrew}\p{Script=Arabic}]/u.test(character) ? "rtl" : "ltr";
  }
  return null;
}
