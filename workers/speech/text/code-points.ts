/** Code point index of each UTF-16 index of a text; undefined if they are the same. */
export function codePointIndices(text: string): Uint32Array | undefined {
  if (!/[\ud800-\udbff]/.test(text)) return undefined;
  const indices = new Uint32Array(text.length + 1);
  let count = 0;
  let at = 0;
  for (const character of text) {
    for (let unit = 0; unit < character.length; unit++) indices[at + unit] = count;
    at += character.length;
    count++;
  }
  indices[at] = count;
  return indices;
}

/** Characters as they are billed: code points of the text as written, markup and white space included. */
export function countCharacters(text: string): number {
  return codePointIndices(text)?.at(-1) ?? text.length;
}
