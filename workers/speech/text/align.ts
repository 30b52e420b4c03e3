import type { Alignment } from "../protocol";
import { baseLanguage, isWrittenWithoutSpaces } from "./languages";
import type { SpeechUnit, WordTime } from "./units";

/** The text of a unit as it is spoken: its tokens' words with punctuation, in the form the engines are given. */
export function spokenText(unit: SpeechUnit): string {
  return spokenPieces(unit)
    .map((piece) => piece.text)
    .join("");
}

interface SpokenPiece {
  text: string;
  /** The word this is, or undefined for what stands between words. */
  tokenIndex?: number;
  wordIndex?: number;
}

function spokenPieces(unit: SpeechUnit): SpokenPiece[] {
  const pieces: SpokenPiece[] = [];
  const spaced = !isWrittenWithoutSpaces(unit.language) || baseLanguage(unit.language) === "my";
  for (const [tokenIndex, token] of unit.tokens.entries()) {
    const previous = unit.tokens[tokenIndex - 1];
    if (previous !== undefined) {
      const joined = !spaced && previous.sourceEnd === token.sourceStart;
      const gap = previous.punctuation + (joined ? "" : " ");
      if (gap !== "") pieces.push({ text: gap });
    }
    for (const [wordIndex, word] of token.words.entries()) {
      if (wordIndex > 0) pieces.push({ text: " " });
      pieces.push({ text: word, tokenIndex, wordIndex });
    }
  }
  pieces.push({ text: `${unit.tokens.at(-1)?.punctuation ?? ""} ` });
  return pieces;
}

interface Span {
  start: number;
  end: number;
}

/**
 * The times of each token's words as an unbroken ascending sequence inside the unit. Words without a time (an engine
 * may join two) share the gap between their neighbours by their length.
 */
function wordSpans(unit: SpeechUnit, wordTimes: readonly WordTime[], durationSeconds: number): Span[][] {
  const spans: (Span | undefined)[][] = unit.tokens.map((token) => token.words.map(() => undefined));
  for (const { tokenIndex, wordIndex, startSeconds, endSeconds } of wordTimes) {
    const row = spans[tokenIndex];
    if (row === undefined || wordIndex < 0 || wordIndex >= row.length) continue;
    if (Number.isFinite(startSeconds) && Number.isFinite(endSeconds)) {
      row[wordIndex] = { start: startSeconds, end: endSeconds };
    }
  }
  const flat = spans.flat();
  const lengths = unit.tokens.flatMap((token) => token.words.map((word) => Math.max(1, word.length)));
  let reached = 0;
  for (let index = 0; index < flat.length; index++) {
    const span = flat[index];
    if (span !== undefined) {
      span.start = Math.min(Math.max(span.start, reached), durationSeconds);
      span.end = Math.min(Math.max(span.end, span.start), durationSeconds);
      reached = span.end;
      continue;
    }
    let next = index;
    while (next < flat.length && flat[next] === undefined) next++;
    const limit = Math.max(reached, Math.min(flat[next]?.start ?? durationSeconds, durationSeconds));
    const total = lengths.slice(index, next).reduce((sum, length) => sum + length, 0);
    const from = reached;
    let passed = 0;
    for (let missing = index; missing < next; missing++) {
      const start = from + ((limit - from) * passed) / total;
      passed += lengths[missing]!;
      reached = from + ((limit - from) * passed) / total;
      flat[missing] = { start, end: reached };
    }
    index = next - 1;
  }
  let at = 0;
  return unit.tokens.map((token) => {
    const row = flat.slice(at, at + token.words.length) as Span[];
    at += token.words.length;
    return row;
  });
}

/** Builds the arrays; each stretch of characters is spread evenly over its time. */
class AlignmentBuilder {
  private readonly characters: string[] = [];
  private readonly starts: number[] = [];
  private readonly ends: number[] = [];

  constructor(private readonly offsetSeconds: number) {}

  add(characters: readonly string[], start: number, end: number): void {
    const step = (end - start) / Math.max(1, characters.length);
    for (const [index, character] of characters.entries()) {
      this.characters.push(character);
      this.starts.push(this.round(start + step * index));
      this.ends.push(this.round(index === characters.length - 1 ? end : start + step * (index + 1)));
    }
  }

  /** Lets the last character sound until `end`. */
  extend(end: number): void {
    if (this.ends.length > 0) this.ends[this.ends.length - 1] = this.round(end);
  }

  build(): Alignment {
    return {
      characters: this.characters,
      characterStartTimesSeconds: this.starts,
      characterEndTimesSeconds: this.ends,
    };
  }

  /** Milliseconds are finer than anyone hears and keep the JSON small. */
  private round(seconds: number): number {
    return Math.round((this.offsetSeconds + seconds) * 1000) / 1000;
  }
}

/**
 * When each character of a unit is heard.
 *
 * - `alignment`: over `Array.from(unit.source)`. The characters of a token share the time of its words evenly, so that one
 *   which expands ("$25.50") spreads over its source. What is not spoken (spaces, punctuation, markup) lies between the
 *   words; behind the last word it takes the rest of the unit, the pause included. Where nothing lies between two words
 *   the earlier one's last character lasts until the next.
 * - `normalizedAlignment`: over `spokenText(unit)`, word by word.
 *
 * Times ascend without overlaps, in seconds from the start of the request's audio, rounded to milliseconds; the last
 * one is `offsetSeconds + durationSeconds`.
 *
 * @param wordTimes from the start of the unit's audio; missing or odd ones are mended
 * @param offsetSeconds where the unit's audio begins in the request's audio
 * @param durationSeconds of the unit's audio, with the pause that follows it
 */
export function alignUnit(
  unit: SpeechUnit,
  wordTimes: readonly WordTime[],
  offsetSeconds: number,
  durationSeconds: number,
): { alignment: Alignment; normalizedAlignment: Alignment } {
  const spans = wordSpans(unit, wordTimes, durationSeconds);
  return {
    alignment: alignSource(unit, spans, offsetSeconds, durationSeconds),
    normalizedAlignment: alignSpoken(unit, spans, offsetSeconds, durationSeconds),
  };
}

function alignSource(unit: SpeechUnit, spans: Span[][], offset: number, duration: number): Alignment {
  const characters = Array.from(unit.source);
  const builder = new AlignmentBuilder(offset);
  let at = 0;
  let time = 0;
  for (const [index, token] of unit.tokens.entries()) {
    const words = spans[index]!;
    const start = words[0]!.start;
    if (token.sourceStart > at) builder.add(characters.slice(at, token.sourceStart), time, start);
    else if (at > 0) builder.extend(start);
    const end = words.at(-1)!.end;
    builder.add(characters.slice(Math.max(at, token.sourceStart), token.sourceEnd), start, end);
    at = Math.max(at, token.sourceEnd);
    time = end;
  }
  if (at < characters.length) builder.add(characters.slice(at), time, duration);
  else builder.extend(duration);
  return builder.build();
}

function alignSpoken(unit: SpeechUnit, spans: Span[][], offset: number, duration: number): Alignment {
  const builder = new AlignmentBuilder(offset);
  const pieces = spokenPieces(unit);
  const spanOf = (piece: SpokenPiece | undefined): Span | undefined =>
    piece?.tokenIndex === undefined ? undefined : spans[piece.tokenIndex]![piece.wordIndex!];
  let time = 0;
  for (const [index, piece] of pieces.entries()) {
    const span = spanOf(piece);
    const end = span?.end ?? spanOf(pieces[index + 1])?.start ?? duration;
    const start = span?.start ?? time;
    if (span !== undefined && index > 0 && start > time) builder.extend(start);
    builder.add(Array.from(piece.text), start, end);
    time = end;
  }
  builder.extend(duration);
  return builder.build();
}

/** The alignment of a stretch of text in which nothing is spoken: its characters share the silence evenly. */
export function alignSilence(
  source: string,
  offsetSeconds: number,
  durationSeconds: number,
): { alignment: Alignment; normalizedAlignment: Alignment } {
  const builder = new AlignmentBuilder(offsetSeconds);
  builder.add(Array.from(source), 0, durationSeconds);
  return { alignment: builder.build(), normalizedAlignment: new AlignmentBuilder(offsetSeconds).build() };
}
