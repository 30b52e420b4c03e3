// SPDX-License-Identifier: GPL-3.0-or-later
/** When each word is heard, from eSpeak's events. */
import type { Span } from "../prosody/word-times";
import type { EspeakEvent } from "./module";

/** A word and the characters of the spoken text it stands at, from 0, end exclusive. */
export interface PlacedWord {
  from: number;
  to: number;
}

/**
 * eSpeak reports a word by the place of its first character, and now and then runs two words together or cuts one in
 * several. A word it does not report shares the time of the one before it, by length.
 */
export function spansOfWords(words: readonly PlacedWord[], events: readonly EspeakEvent[], endSeconds: number): Span[] {
  const wordEvents = events.filter(({ type }) => type === "word");
  const phonemes = events.filter(({ type }) => type === "phoneme");
  const starts: (number | null)[] = words.map(() => null);
  let word = 0;
  for (const event of wordEvents) {
    const place = event.text_position - 1;
    while (word + 1 < words.length && words[word + 1]!.from <= place) word++;
    const current = words[word];
    if (current && place >= current.from && place < current.to && starts[word] === null) {
      starts[word] = event.audio_position / 1000;
    }
  }
  const spans: Span[] = [];
  for (let first = 0; first < words.length; ) {
    let after = first + 1;
    while (after < words.length && starts[after] === null) after++;
    const group = words.slice(first, after);
    const start = starts[first] ?? 0;
    const limit = starts[after] ?? endSeconds;
    spans.push(...share(group, soundedPart(phonemes, start, Math.max(start, limit))));
    first = after;
  }
  return spans;
}

/** Without the closure before the first sound and the pause after the last. */
function soundedPart(phonemes: readonly EspeakEvent[], startSeconds: number, limitSeconds: number): Span {
  const within = phonemes.filter(({ audio_position }) => {
    const at = audio_position / 1000;
    return at >= startSeconds && at < limitSeconds;
  });
  const first = within.find(({ id }) => Boolean(id));
  const lastSounded = within.findLastIndex(({ id }) => Boolean(id));
  const pause = within[lastSounded + 1];
  return {
    startSeconds: first ? first.audio_position / 1000 : startSeconds,
    endSeconds: lastSounded >= 0 && pause ? pause.audio_position / 1000 : limitSeconds,
  };
}

function share(group: readonly PlacedWord[], span: Span): Span[] {
  const total = group.reduce((sum, { from, to }) => sum + Math.max(1, to - from), 0);
  const duration = Math.max(0, span.endSeconds - span.startSeconds);
  let at = span.startSeconds;
  return group.map(({ from, to }) => {
    const startSeconds = at;
    at += (duration * Math.max(1, to - from)) / total;
    return { startSeconds, endSeconds: at };
  });
}
