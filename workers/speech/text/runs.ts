import { languageOfScript } from "./detect";
import { scriptsOf } from "./languages";
import { languageOfLatinRun } from "./latin-languages";
import { unitForms } from "./normalize/language-words";
import { greekLetterName } from "./normalize/symbols";
import { type Script, scriptOf } from "./scripts";

/** A stretch of a sentence in one language. UTF-16 indices into the clean text, end exclusive. */
export interface LanguageRun {
  start: number;
  end: number;
  /** BCP 47; undefined for letters that no embedded engine reads. */
  language: string | undefined;
}

const ADDRESS =
  /(?:https?:\/\/|www\.|(?<![\w.-])(?:[a-z\d-]{1,40}\.){1,6}[a-z]{2,24}[/?#])[^\s\u3000-\u9fff]{1,500}|[\w.+-]{1,64}@[\w-]{1,40}\.[\w.-]{1,60}/gi;
const MEASURE = /\d\s?(?:km|cm|mm|kg|m|g)(?![\p{L}\p{N}])|°\s?[CF](?![\p{L}\p{N}])/gu;
const ATTACHED = /[\p{N}]/u;

/** Scripts that are written mixed count as one. */
function groupOf(script: Script): Script {
  return script === "Kana" ? "Han" : script;
}

/** Ranges that belong together whatever letters they hold: addresses, and units after a number. */
function fixedRanges(text: string, language: string): { start: number; end: number; own: boolean }[] {
  const ranges: { start: number; end: number; own: boolean }[] = [];
  for (const match of text.matchAll(ADDRESS)) {
    ranges.push({ start: match.index, end: match.index + match[0].length, own: false });
  }
  if (unitForms("km", language) !== undefined) {
    for (const match of text.matchAll(MEASURE)) {
      ranges.push({ start: match.index, end: match.index + match[0].length, own: true });
    }
  }
  return ranges.sort((a, b) => a.start - b.start);
}

interface Stretch {
  start: number;
  end: number;
  /** Undefined: the text's own language. */
  foreign: Script | undefined;
}

/** Letters of the same kind, first to last, in order. */
function letterStretches(text: string, language: string): Stretch[] {
  const own = new Set(scriptsOf(language).map(groupOf));
  for (const script of scriptsOf(language)) own.add(script);
  const fixed = fixedRanges(text, language);
  const stretches: Stretch[] = [];
  let nextFixed = 0;
  let last: Stretch | undefined;
  const add = (start: number, end: number, foreign: Script | undefined): void => {
    if (last !== undefined && last.foreign === foreign) last.end = end;
    else {
      last = { start, end, foreign };
      stretches.push(last);
    }
  };
  for (let at = 0; at < text.length; ) {
    const range = fixed[nextFixed];
    if (range !== undefined && range.start <= at) {
      nextFixed++;
      if (range.start < at) continue;
      add(range.start, range.end, range.own || own.has("Latin") ? undefined : "Latin");
      at = range.end;
      continue;
    }
    const codePoint = text.codePointAt(at)!;
    const length = codePoint > 0xffff ? 2 : 1;
    const script = scriptOf(codePoint);
    if (script !== undefined) {
      const group = groupOf(script);
      add(at, at + length, own.has(script) || own.has(group) ? undefined : group);
    }
    at += length;
  }
  return stretches;
}

/** A lone Greek letter is a sign of science, not a word of Greek. */
function isSign(stretch: Stretch, letter: string): boolean {
  return stretch.foreign === "Greek" && stretch.end - stretch.start === 1 && greekLetterName(letter) !== undefined;
}

/**
 * Splits a sentence where its writing system changes, so that each run is read in its own language. Digits, signs and
 * spaces between two runs go to the text's own language; digits stuck to letters stay with them.
 *
 * @param text the sentence, clean
 * @param language the text's own language, BCP 47
 */
export function splitRuns(text: string, language: string): LanguageRun[] {
  const stretches = letterStretches(text, language).filter((stretch) => !isSign(stretch, text[stretch.start]!));
  if (stretches.every((stretch) => stretch.foreign === undefined)) return [{ start: 0, end: text.length, language }];
  const runs: LanguageRun[] = [];
  const add = (start: number, end: number, runLanguage: string | undefined): void => {
    const last = runs.at(-1);
    if (start >= end) return;
    if (last !== undefined && last.language === runLanguage) last.end = end;
    else runs.push({ start, end, language: runLanguage });
  };
  let at = 0;
  for (const { start, end, foreign } of stretches) {
    if (foreign === undefined) continue;
    let from = start;
    while (from > at && ATTACHED.test(text[from - 1]!)) from--;
    // Digits that hang on letters in front of them stay there.
    if (from > 0 && from < start && scriptOf(text.charCodeAt(from - 1)) !== undefined) from = start;
    let to = end;
    while (to < text.length && ATTACHED.test(text[to]!)) to++;
    if (from > at) add(at, from, language);
    add(Math.max(from, at), to, languageOfRun(text.slice(from, to), foreign, language));
    at = to;
  }
  add(at, text.length, language);
  return joinSilent(runs, text, language);
}

function languageOfRun(run: string, script: Script, language: string): string | undefined {
  if (script === "Latin") return languageOfLatinRun(run);
  if (script === "Han" && /[\u3041-\u30ff]/.test(run)) return "ja";
  return languageOfScript(script, run, language);
}

const SPEAKABLE = /[\p{L}\p{N}%&=@#$€£¥+°]|\p{Extended_Pictographic}/u;

/** Runs of the text's own language that hold nothing to say (a space between two foreign words) join the run before. */
function joinSilent(runs: LanguageRun[], text: string, language: string): LanguageRun[] {
  const joined: LanguageRun[] = [];
  for (const run of runs) {
    const last = joined.at(-1);
    const silent = run.language === language && !SPEAKABLE.test(text.slice(run.start, run.end));
    if (last !== undefined && (silent || last.language === run.language)) last.end = run.end;
    else joined.push({ ...run });
  }
  return joined;
}
