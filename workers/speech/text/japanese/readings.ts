import { READINGS_DATA } from "./readings-data";

/** A stretch of Japanese letters as it is read. Offsets are UTF-16 indices, end exclusive. */
export interface ReadStretch {
  start: number;
  end: number;
  /** Kana; undefined if the letters are kana already, or unknown. */
  reading: string | undefined;
}

const LONGEST_WORD = 6;
/** The data's lines by first character, cut up when a character is first met. */
let lines: Map<string, string> | undefined;
const readings = new Map<string, Map<string, string>>();

function readingsFrom(first: string): Map<string, string> | undefined {
  const known = readings.get(first);
  if (known !== undefined) return known;
  lines ??= new Map(READINGS_DATA.split("\n").map((line) => [line[0]!, line.slice(1)]));
  const line = lines.get(first);
  if (line === undefined) return undefined;
  const own = new Map<string, string>();
  for (const entry of line.split(",")) {
    const space = entry.indexOf(" ");
    own.set(entry.slice(0, space), entry.slice(space + 1));
  }
  readings.set(first, own);
  return own;
}

/** The data leaves out the kana at a word's end, unless it says otherwise: they are in the word itself. */
function completeReading(rest: string, reading: string): string {
  return reading.startsWith("=") ? reading.slice(1) : reading + (/[ぁ-ゖ]+$/.exec(rest)?.[0] ?? "");
}

/**
 * Reads Chinese characters in Japanese letters as kana, which is all that eSpeak NG knows to say: at each place the longest
 * word of the dictionary wins.
 */
export function readKanji(letters: string, from = 0): ReadStretch[] {
  const stretches: ReadStretch[] = [];
  for (let start = from; start < letters.length; ) {
    const own = readingsFrom(letters[start]!);
    let end = Math.min(letters.length, start + LONGEST_WORD);
    let reading: string | undefined;
    for (; own !== undefined && end > start; end--) {
      const rest = letters.slice(start + 1, end);
      const found = own.get(rest);
      if (found === undefined) continue;
      reading = completeReading(rest, found);
      break;
    }
    if (reading === undefined) end = start + 1;
    stretches.push({ start, end, reading });
    start = end;
  }
  return stretches;
}
