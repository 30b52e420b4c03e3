import type { SpeakRequest } from "../protocol";
import { codePointIndices } from "./code-points";
import { type Draft, draftInSomeLanguage } from "./drafts";
import { SpeechTextError } from "./errors";
import { readJapanese } from "./japanese/words";
import { detectLanguageInContext } from "./language-in-context";
import { baseLanguage, normalizeLanguageCode } from "./languages";
import { plainSample, splitEntry } from "./passages";
import type { SpokenToken, TextUnit } from "./units";

function finish(
  draft: Exclude<Draft, { kind: "pause" }>,
  text: string,
  from: number,
  to: number,
  place: Pick<TextUnit, "entryIndex" | "isLast">,
): TextUnit {
  const source = text.slice(from, to);
  if (draft.kind === "silence") return { kind: "silence", ...place, source, durationMs: draft.durationMs };
  const indices = codePointIndices(source);
  const placeOf = (index: number): number => {
    const inside = Math.min(Math.max(index - from, 0), source.length);
    return indices === undefined ? inside : indices[inside]!;
  };
  return {
    kind: "speech",
    ...place,
    source,
    language: draft.language,
    tokens: draft.tokens.map((token) => {
      const spoken: SpokenToken = {
        sourceStart: placeOf(draft.clean.starts[token.start]!),
        sourceEnd: placeOf(draft.clean.ends[token.end - 1]!),
        words: token.words,
        punctuation: token.punctuation,
      };
      if (token.phonemes !== undefined) spoken.phonemes = token.phonemes;
      return spoken;
    }),
    delivery: { ...draft.delivery },
    ending: draft.ending,
    pauseAfterMs: draft.pauseAfterMs,
  };
}

/**
 * Gives each draft its stretch of the text. One draft is held back, since the next one decides where it ends; the last of
 * the last entry ends the request, and its pause where nothing follows.
 */
function* assemble(
  drafts: Iterable<Draft>,
  text: string,
  entryIndex: number,
  { isLastEntry, endsSound }: { isLastEntry: boolean; endsSound: boolean },
): Generator<TextUnit> {
  let held: Exclude<Draft, { kind: "pause" }> | undefined;
  let from = 0;
  for (const draft of drafts) {
    if (draft.kind === "pause") {
      if (held?.kind === "speech") held.pauseAfterMs = Math.max(held.pauseAfterMs, draft.pauseMs);
      continue;
    }
    if (held !== undefined) {
      // An asked-for silence takes the place of the punctuation's own.
      if (draft.kind === "silence" && held.kind === "speech") held.pauseAfterMs = 0;
      const spoken = held.kind === "speech" ? held.spokenEnd : from;
      const to = Math.max(draft.begin, spoken);
      yield finish(held, text, from, to, { entryIndex });
      from = to;
    }
    held = draft;
  }
  if (held === undefined) {
    if (text !== "") yield { kind: "silence", entryIndex, source: text, durationMs: 0, isLast: isLastEntry };
    return;
  }
  if (endsSound && held.kind === "speech") held.pauseAfterMs = 0;
  yield finish(held, text, from, text.length, { entryIndex, isLast: isLastEntry });
}

function requestedLanguage(code: string | undefined, native: string): string | undefined {
  if (code === undefined || code.trim() === "") return undefined;
  const language = normalizeLanguageCode(code);
  if (language === undefined) {
    throw new SpeechTextError("unsupported_language", `The language "${code.slice(0, 40)}" cannot be spoken.`);
  }
  // The voice's own region, if the caller named none: a Brazilian voice asked for "pt" speaks pt-BR.
  return normalizeLanguageCode(native) !== undefined && language === baseLanguage(native)
    ? normalizeLanguageCode(native)!
    : language;
}

/**
 * Plans how a request is spoken: its texts as units (clauses and sentences) and silences, in order, made one at a time so
 * that the first is there at once. The units' `source`, joined per entry, is the entry's text, unchanged. The first unit
 * is short; later ones are sentences, or parts of at most 300 spoken characters. A text without anything to say gives one
 * silence of no length.
 *
 * @throws SpeechTextError at the first step: `invalid_markup` for a broken `<phoneme>`, `unsupported_language` for a
 *   `languageCode` that no engine knows
 */
export function* planUnits(request: SpeakRequest): Generator<TextUnit> {
  const parts = request.entries.map((entry) => splitEntry(entry.text, request.markup));
  const requested = request.entries.map((entry) => requestedLanguage(request.languageCode, entry.voice.nativeLanguage));
  const hasNextText = (request.nextText ?? "").trim() !== "";
  const continues = hasNextText || request.followedBy === "more";
  const endsSound = !hasNextText && request.followedBy === undefined;
  for (const [index, entry] of request.entries.entries()) {
    const entryParts = parts[index]!;
    const given = requested[index];
    const isLastEntry = index === request.entries.length - 1;
    const neighbours = {
      previousText: index === 0 ? request.previousText : undefined,
      nextText: isLastEntry ? request.nextText : undefined,
    };
    const drafts = draftInSomeLanguage({
      text: entry.text,
      parts: entryParts,
      language:
        given ?? detectLanguageInContext(plainSample(entry.text, entryParts), entry.voice.nativeLanguage, neighbours),
      detectsParagraphs: given === undefined,
      spellsNumbers: request.normalization !== "off",
      isFirst: index === 0,
      readJapanese,
      continues: isLastEntry && continues,
    });
    yield* assemble(drafts, entry.text, index, { isLastEntry, endsSound: isLastEntry && endsSound });
  }
}
