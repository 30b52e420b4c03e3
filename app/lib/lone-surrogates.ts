/** Halves of characters: legal in a JavaScript string and in JSON, but no text. Nothing could store or speak them. */

export const hasLoneSurrogate = (text: string): boolean =>
  /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.test(text);

/** The text without a first half at its very end, whose second half may still come. */
export const withoutLastHalf = (text: string): string => text.replace(/[\ud800-\udbff]$/, "");
