/** When buffered text is spoken, and up to where. Pure. */

/** The end of a sentence: its mark, closing quotes, and white space or a script that uses none. */
const SENTENCE_END = /(?:[.!?…]["'”’)\]]*(?=\s)|[。！？｡]["”’」』）]*)\s*/gu;
const SPACES = /\s+/gu;

/**
 * Splits a buffer that has reached its length into what is spoken now and what waits: after the last sentence end, else
 * after the last word; text without either waits, up to twice the length.
 */
export function splitForSpeaking(buffer: string, wantedLength: number): { now: string; later: string } {
  const afterFirstWord = buffer.length - buffer.trimStart().length + 1;
  const end = lastMatchEnd(buffer, SENTENCE_END, wantedLength / 2) ?? lastMatchEnd(buffer, SPACES, afterFirstWord);
  if (end === undefined)
    return buffer.length < wantedLength * 2 ? { now: "", later: buffer } : { now: buffer, later: "" };
  return { now: buffer.slice(0, end), later: buffer.slice(end) };
}

/** Where the last match ends, if that is not before `atLeast`. */
function lastMatchEnd(text: string, pattern: RegExp, atLeast: number): number | undefined {
  let end: number | undefined;
  for (const match of text.matchAll(pattern)) end = match.index + match[0].length;
  return end !== undefined && end >= atLeast ? end : undefined;
}
