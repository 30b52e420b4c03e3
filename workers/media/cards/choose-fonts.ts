/** Decides for each stretch of a text by which font it is shown. What no font has is not shown, rather than as a box. */
import type { Coverage, FontStore, SliceName } from "../fonts/font-store";
import {
  EMOJI,
  eastAsianFamilies,
  familiesFor,
  SIMPLIFIED_CHINESE,
  scriptOf,
  type TypeRole,
} from "../fonts/script-fonts";

/** A stretch of text in one font, one script and one direction. */
export interface Run extends SliceName {
  /** In UTF-16 units of the text. */
  from: number;
  to: number;
  /** ISO 15924. */
  script: string;
  /** Of the bidirectional algorithm: odd is right to left. */
  level: number;
}

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });
const PICTOGRAPH = /\p{Extended_Pictographic}|\p{Regional_Indicator}/u;
/** Pictures by default, as against characters like © that are letters first. */
const EMOJI_PRESENTATION = /\p{Emoji_Presentation}|\p{Regional_Indicator}/u;
/** Not shown themselves; a font need not have them. */
const NEEDS_NO_GLYPH = /[\p{Cf}\n]/u;
const SKIN_TONE = /[\u{1f3fb}-\u{1f3ff}]/gu;

/**
 * @param levels the bidirectional level of each UTF-16 unit of `text`
 * @returns runs in logical order, which leave out what cannot be shown
 */
export async function chooseFonts(
  text: string,
  levels: ArrayLike<number>,
  role: TypeRole,
  fonts: FontStore,
): Promise<Run[]> {
  const units = readUnits(text, role);
  const coverages = new Map<string, Coverage>();
  const load = async (families: Iterable<string>) => {
    const missing = [...new Set(families)].filter((family) => !coverages.has(family));
    const loaded = await Promise.all(missing.map((family) => fonts.coverageOf(family)));
    for (const [i, coverage] of loaded.entries()) coverages.set(missing[i]!, coverage);
  };
  const lookUp: LookUp = (family, character) => coverages.get(family)?.slicesWith(character) ?? [];

  await load(units.flatMap((unit) => unit.families.slice(0, unit.script === null ? 2 : 1)));
  chooseSlices(units, lookUp);
  if (units.some((unit) => !unit.chosen)) {
    // Signs that the usual families lack, and characters of another country.
    await load(units.flatMap((unit) => (unit.chosen ? [] : unit.families)));
    chooseSlices(units, lookUp);
  }
  return joinUnits(units, levels);
}

/** What is shown by one font in any case: a letter with its marks, an emoji. */
interface Unit {
  from: number;
  to: number;
  characters: number[];
  script: string | null;
  /** The best first. */
  families: readonly string[];
  chosen: SliceName | null;
}

function readUnits(text: string, role: TypeRole): Unit[] {
  const eastAsian = eastAsianFamilies(text);
  const units: Unit[] = [];
  for (const { segment, index } of graphemes.segment(text)) {
    const shown = PICTOGRAPH.test(segment) ? segment.replace(SKIN_TONE, "") : segment;
    const characters = Array.from(shown, (character) => character.codePointAt(0)!).filter(
      (character) => !NEEDS_NO_GLYPH.test(String.fromCodePoint(character)),
    );
    if (characters.length === 0) continue;
    const script = characters.map(scriptOf).find((found) => found !== null) ?? null;
    const families = EMOJI_PRESENTATION.test(segment) ? [EMOJI] : familiesFor(script, role, eastAsian);
    units.push({ from: index, to: index + segment.length, characters, script, families, chosen: null });
  }
  // What all scripts share is looked for in the fonts of those that are there, then wherever there are many signs.
  const present = new Set(units.flatMap((unit) => (unit.script === null ? [] : unit.families.slice(0, 1))));
  // Quotation marks and dashes of Chinese and Japanese are as wide as their characters.
  const wide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text) ? eastAsian.slice(0, 1) : [];
  for (const unit of units)
    if (unit.script === null && unit.families[0] !== EMOJI)
      unit.families = [...wide, ...unit.families, ...present, SIMPLIFIED_CHINESE, ...eastAsian, EMOJI];
  return units;
}

type LookUp = (family: string, character: number) => readonly number[];

/** Stays with the font of what comes before where that has the characters, so that punctuation suits its words. */
function chooseSlices(units: Unit[], lookUp: LookUp): void {
  let before: SliceName | null = null as SliceName | null;
  for (const unit of units) {
    unit.chosen ??= chooseSlice(unit, before, lookUp);
    if (unit.chosen && unit.characters[0] !== 0x20) before = unit.chosen;
  }
}

/** All of its characters from one font, or the letter without its marks. */
function chooseSlice(unit: Unit, before: SliceName | null, lookUp: LookUp): SliceName | null {
  const stays = before && before.family !== EMOJI && unit.script === null && unit.families[0] !== EMOJI;
  const families = stays ? [before.family, ...unit.families] : unit.families;
  return (
    findSlice(unit.characters, families, before, lookUp) ??
    findSlice(unit.characters.slice(0, 1), families, before, lookUp)
  );
}

function findSlice(
  characters: readonly number[],
  families: readonly string[],
  before: SliceName | null,
  lookUp: LookUp,
): SliceName | null {
  for (const family of families) {
    let common = lookUp(family, characters[0]!);
    for (const character of characters.slice(1)) {
      const having = lookUp(family, character);
      common = common.filter((slice) => having.includes(slice));
    }
    if (common.length === 0) continue;
    const slice = before?.family === family && common.includes(before.slice) ? before.slice : common[0]!;
    return { family, slice };
  }
  return null;
}

function joinUnits(units: readonly Unit[], levels: ArrayLike<number>): Run[] {
  const runs: Run[] = [];
  let script = "Latn";
  for (const unit of units) {
    if (!unit.chosen) continue;
    script = unit.script ?? script;
    const level = levels[unit.from] ?? 0;
    const last = runs.at(-1);
    const joins =
      last &&
      last.to === unit.from &&
      last.family === unit.chosen.family &&
      last.slice === unit.chosen.slice &&
      last.level === level &&
      last.script === script;
    if (joins) last.to = unit.to;
    else runs.push({ ...unit.chosen, from: unit.from, to: unit.to, script, level });
  }
  return runs;
}
