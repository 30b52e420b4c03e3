/** "middle_aged" → "Middle aged". */
export function labelText(label: string): string {
  const spaced = label.replaceAll("_", " ");
  return spaced.slice(0, 1).toUpperCase() + spaced.slice(1);
}

/** Words of accents that are no names; all others are those of peoples, places or languages. */
const PLAIN_ACCENT_WORDS = new Set(
  "standard modern neutral central northern southern eastern western peninsular".split(" "),
);

/** "latin american" → "Latin American", "modern standard" → "Modern standard": names have capitals, whatever the API calls them. */
export function accentText(accent: string): string {
  const named = accent
    .replaceAll("_", " ")
    .replace(/\p{L}[\p{L}\p{M}]*/gu, (word) =>
      PLAIN_ACCENT_WORDS.has(word) ? word : word.slice(0, 1).toUpperCase() + word.slice(1),
    );
  return labelText(named);
}
