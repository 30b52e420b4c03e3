import { type ReadStretch, readKanji } from "./readings";

/** A Japanese word: where it stands in the letters given, and how it is said, in kana. */
export interface JapaneseWord {
  start: number;
  end: number;
  spoken: string;
}

/** Particles are written otherwise than they sound. */
const PARTICLES = new Map([
  ["は", "わ"],
  ["へ", "え"],
  ["を", "お"],
  ["では", "でわ"],
  ["には", "にわ"],
  ["とは", "とわ"],
  ["へは", "えわ"],
  ["からは", "からわ"],
  ["こんにちは", "こんにちわ"],
  ["こんばんは", "こんばんわ"],
]);

/** What single characters are called behind a number in digits. */
const COUNTERS = new Map([
  ["月", "がつ"],
  ["日", "にち"],
  ["人", "にん"],
  ["年", "ねん"],
  ["時", "じ"],
  ["分", "ふん"],
  ["秒", "びょー"],
  ["円", "えん"],
  ["歳", "さい"],
  ["回", "かい"],
  ["本", "ほん"],
  ["枚", "まい"],
  ["階", "かい"],
  ["度", "ど"],
  ["台", "だい"],
  ["個", "こ"],
  ["番", "ばん"],
  ["名", "めい"],
  ["冊", "さつ"],
  ["匹", "ひき"],
  ["倍", "ばい"],
  ["点", "てん"],
  ["代", "だい"],
  ["千", "せん"],
  ["万", "まん"],
  ["億", "おく"],
]);

/** The counter behind a number: 分 in 15分かかる, 時間 in 3時間. */
function readCounter(letters: string): ReadStretch | undefined {
  const reading = COUNTERS.get(letters[0] ?? "");
  if (reading === undefined) return undefined;
  return letters[1] === "間" ? { start: 0, end: 2, reading: `${reading}かん` } : { start: 0, end: 1, reading };
}

/** Where words end: at the segmenter's ends that do not cut a stretch the dictionary knows as one. */
function wordEnds(letters: string, stretches: readonly ReadStretch[], segmenter: Intl.Segmenter): number[] {
  const inside = new Set<number>();
  for (const { start, end } of stretches) for (let at = start + 1; at < end; at++) inside.add(at);
  const ends: number[] = [];
  for (const { segment, index } of segmenter.segment(letters)) {
    if (!inside.has(index + segment.length)) ends.push(index + segment.length);
  }
  return ends;
}

/**
 * The words of a stretch of Japanese letters with their pronunciation in kana.
 *
 * @param afterDigit whether a number in digits stands right in front of it
 */
export function readJapanese(letters: string, afterDigit: boolean, segmenter: Intl.Segmenter): JapaneseWord[] {
  const counter = afterDigit ? readCounter(letters) : undefined;
  const stretches = counter === undefined ? readKanji(letters) : [counter, ...readKanji(letters, counter.end)];
  const words: JapaneseWord[] = [];
  let next = 0;
  let start = 0;
  for (const end of wordEnds(letters, stretches, segmenter)) {
    let spoken = "";
    for (; next < stretches.length && stretches[next]!.end <= end; next++) {
      const stretch = stretches[next]!;
      spoken += stretch.reading ?? letters.slice(stretch.start, stretch.end);
    }
    const written = letters.slice(start, end);
    words.push({ start, end, spoken: PARTICLES.get(written) ?? spoken });
    start = end;
  }
  return words;
}
