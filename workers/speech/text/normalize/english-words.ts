import { findAbbreviation } from "../abbreviations";
import { capitalsWords, spelledOut } from "./acronyms";
import { toAscii } from "./latin-letters";
import { cardinalWords, digitWords, ordinalWords, romanValue } from "./numbers";
import { matchAt, type Reader, type ReadingContext } from "./reading";
import { greekLetterName } from "./symbols";

const CHUNK = /[\p{L}\p{M}\p{Nd}]{1,40}(?:'\p{L}{1,12})*/uy;
const DOTTED = /\p{L}(?:\.\p{L}){1,7}(?![\p{L}\p{N}])\.?/uy;
const ELISION = /'(?:em|til|tis|twas|cause|bout|round|n)(?!\p{L})'?/iuy;
const LETTERS_AND = /([A-Z]{1,3})&([A-Z]{1,3})(?![\p{L}\d])/uy;
const SPECIAL =
  /(?:C\+\+|[CF]#(?!\w)|\.NET\b|Wi-?Fi\b|w\/o(?!\w)|w\/(?=\s?\w)|b\/c(?!\w)|24\/7(?!\d)|9\/11(?![\d/]))/iy;
const SPECIAL_WORDS: Readonly<Record<string, string>> = {
  "c++": "C plus plus",
  "c#": "C sharp",
  "f#": "F sharp",
  ".net": "dot net",
  "wi-fi": "wifi",
  wifi: "wifi",
  "w/o": "without",
  "w/": "with",
  "b/c": "because",
  "24/7": "twenty four seven",
  "9/11": "nine eleven",
};
/** Words that case would split wrongly, and abbreviations written without a stop. */
const KNOWN: ReadonlyMap<string, string> = new Map(
  Object.entries({
    PhD: "P H D",
    PhDs: "P H D's",
    OK: "okay",
    Mr: "Mister",
    Mrs: "missus",
    Ms: "Miz",
    vs: "versus",
    etc: "et cetera",
    aka: "also known as",
    LaTeX: "lay tech",
    LinkedIn: "Linked In",
    macOS: "mac O S",
    iOS: "i O S",
    JPEG: "jay peg",
    JPEGs: "jay pegs",
    JPG: "jay peg",
    PNG: "P N G",
    MPEG: "em peg",
    SaaS: "sass",
    eBay: "e bay",
    SQL: "S Q L",
    GIF: "gif",
    nginx: "engine X",
    km: "kilometers",
    cm: "centimeters",
    mm: "millimeters",
    kg: "kilograms",
    mph: "miles per hour",
  }),
);
const BEFORE_NAME: ReadonlyMap<string, string> = new Map(
  Object.entries({
    Dr: "Doctor",
    Prof: "Professor",
    St: "Saint",
    Mt: "Mount",
    Ft: "Fort",
    Gen: "General",
    Sgt: "Sergeant",
    Capt: "Captain",
    Lt: "Lieutenant",
    Rev: "Reverend",
  }),
);
const AFTER_NAME: ReadonlyMap<string, string> = new Map(Object.entries({ Dr: "Drive", St: "Street" }));
/** Abbreviations that are words of their own when nothing follows the stop. */
const WORDS_AT_THE_END =
  /^(?:no|nos|mar|sun|mon|wed|sat|min|max|ed|art|sec|fig|ch|p|v|col|gen|rep|hon|ext|temp|est|eq|mt|ft|maj|adm|pres|gov|sen|univ|vol|tel|sept|may|jun|jul|dec)$/i;

const MONARCHS =
  /^(?:Henry|Louis|Elizabeth|Charles|George|William|Edward|Richard|James|Mary|John|Paul|Pius|Benedict|Napoleon|Philip|Catherine|Nicholas|Alexander|Peter|Frederick|Leo|Gregory|Innocent|Clement|Urban|Victor|Otto|Ferdinand|Francis|Ramses|Cleopatra|Ptolemy|Darius|Xerxes|Ivan|Haakon|Olaf|Carl|Gustav|Christian|Margrethe|Harald|Felipe|Alfonso|Robert|Stephen|Isabella|Joseph|Leopold|Wilhelm|Friedrich|Ludwig|Emmanuel|Umberto|Albert|Constantine|Justinian|Theodosius|Julius|Sixtus|Boniface|Celestine)$/;
const LABELS =
  /^(?:Chapter|Part|Volume|Book|Section|Act|Scene|War|Phase|Type|Level|Class|Article|Title|Appendix|Stage|Grade|Figure|Table|Episode|Season|Round|Division|Tier|Mark|Bowl|Vatican|Apollo|Gemini|Saturn|Sonata|Symphony|Amendment|Canto|Question|Item|Step|Unit|Group|Schedule|Annex)$/i;

function nextWordStart(context: ReadingContext, end: number): string {
  return /^[\s"'(]{1,4}(.)/su.exec(context.text.slice(end, Math.min(end + 8, context.end)))?.[1] ?? "";
}

function isCapital(character: string): boolean {
  return character !== "" && character !== character.toLowerCase();
}

/** Abbreviations with a stop: Dr. Smith, St. James, 5 Elm St., e.g., U.S. */
const readAbbreviation: Reader = (context, at) => {
  const dotted = matchAt(DOTTED, context, at);
  if (dotted !== undefined) {
    const key = dotted[0].replace(/\.$/, "");
    const known = findAbbreviation(key, "en")?.words;
    return { end: at + dotted[0].length, words: known?.split(" ") ?? spelledOut(toAscii(key.replaceAll(".", ""))) };
  }
  const word = matchAt(CHUNK, context, at)?.[0];
  if (word === undefined) return undefined;
  const end = at + word.length;
  if (context.text[end] !== "." || end >= context.end) return undefined;
  if (word === "Ph" && context.text.startsWith(".D.", end)) return { end: end + 3, words: ["P", "H", "D"] };
  const abbreviation = findAbbreviation(word, "en");
  if (abbreviation === undefined) return undefined;
  const next = nextWordStart(context, end + 1);
  if (WORDS_AT_THE_END.test(word) && next === "") return undefined;
  if (
    /^(?:no|nos|p|pp|v|ch|art|fig|sec|ed|vol|vols)$/i.test(word) &&
    !/[\dIVX]/.test(next) &&
    !(/^v$/i.test(word) && isCapital(next))
  ) {
    return undefined;
  }
  const street = AFTER_NAME.get(word);
  const words = street !== undefined && !isCapital(next) ? street : abbreviation.words;
  return { end: end + 1, words: words?.split(" ") ?? [word] };
};

/** Roman numerals after a name or a label: Henry VIII → the eighth, Chapter IV → four, World War II → two. */
function romanWords(context: ReadingContext, chunk: string, end: number): string[] | undefined {
  if (!/^[IVXLC]{1,7}$/.test(chunk) || context.previousWord === "") return undefined;
  const value = romanValue(chunk);
  if (value === undefined) return undefined;
  const previous = context.previousWord;
  if (MONARCHS.test(previous)) {
    const next = context.text.slice(end, Math.min(end + 4, context.end));
    if (chunk === "I" && !/^(?:[.,;:!?)"']|\sof|$)/.test(next)) return undefined;
    return ["the", ...ordinalWords(String(value))];
  }
  if (LABELS.test(previous))
    return chunk === "I" && !isCapital(previous[0]!) ? undefined : cardinalWords(String(value));
  return chunk.length > 1 && /^[IVX]+$/.test(chunk) && isCapital(previous[0]!)
    ? cardinalWords(String(value))
    : undefined;
}

/** Splits a chunk where letters meet digits and where case changes, as in camelCase. */
const PARTS =
  /\p{Lu}{2,}(?=\p{Lu}\p{Ll}{2})|\p{Lu}{2,}(?:'?s)?(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{Lo}\p{M}]+(?:'\p{L}+)*|\p{Lu}(?:'\p{L}+)*|\p{Nd}+|'\p{L}+/gu;
const NOT_CAMEL = /^(?:Ma?c|O'|D'|L'|De|Di|Fitz|Van|La|Le)\p{Lu}\p{Ll}/u;

function partWords(part: string, shouting: boolean, afterDot: boolean): string[] {
  if (/^\d+$/.test(part)) return part.length <= 4 ? cardinalWords(part) : digitWords(part);
  const capitals = /^(\p{Lu}{2,})('?s)?$/u.exec(part);
  if (capitals !== null) {
    const plain = toAscii(capitals[1]!).toUpperCase();
    return /^[A-Z]+$/.test(plain) ? capitalsWords(plain, capitals[2] ?? "", shouting) : [];
  }
  // The ending of a file name: "Node.js".
  if (afterDot && /^[bcdfghjklmnpqrstvwxz]{2,4}$/.test(part)) return spelledOut(part);
  // A mark that no letter takes in ("α̇", or one that stands before it) does not hide the letter.
  const greek = greekLetterName(part.replace(/\p{M}/gu, ""));
  if (greek !== undefined) return [greek];
  const plain = toAscii(part);
  return /[A-Za-z]/.test(plain) ? [plain] : [];
}

function chunkWords(context: ReadingContext, chunk: string): string[] {
  const known = KNOWN.get(chunk);
  if (known !== undefined) return known.split(" ");
  const afterDot = context.previousWord === "dot";
  if (/^\p{Lu}?[\p{Ll}\p{M}]+(?:'\p{L}+)?$/u.test(chunk)) return partWords(chunk, context.shouting, afterDot);
  if (NOT_CAMEL.test(chunk)) return partWords(chunk, context.shouting, afterDot);
  return (chunk.match(PARTS) ?? []).flatMap((part) => partWords(part, context.shouting, afterDot));
}

/** Things that no rule reads right: C++, w/o, 24/7, R&D. */
export const readSpecialWord: Reader = (context, at) => {
  const special = matchAt(SPECIAL, context, at);
  if (special !== undefined) {
    return { end: at + special[0].length, words: SPECIAL_WORDS[special[0].toLowerCase()]!.split(" ") };
  }
  const pair = matchAt(LETTERS_AND, context, at);
  if (pair === undefined) return undefined;
  return { end: at + pair[0].length, words: [...spelledOut(pair[1]!), "and", ...spelledOut(pair[2]!)] };
};

/** Reads an English word, abbreviation, acronym or mixture of letters and digits. */
export const readEnglishWord: Reader = (context, at) => {
  const elision = matchAt(ELISION, context, at);
  if (elision !== undefined) return { end: at + elision[0].length, words: [elision[0].replace(/'$/, "")] };
  const abbreviation = readAbbreviation(context, at);
  if (abbreviation !== undefined) return abbreviation;
  const match = matchAt(CHUNK, context, at);
  if (match === undefined) return undefined;
  const chunk = match[0];
  const end = at + chunk.length;
  const roman = romanWords(context, chunk, end);
  if (roman !== undefined) return { end, words: roman };
  const title = BEFORE_NAME.get(chunk);
  if (title !== undefined && isCapital(nextWordStart(context, end))) return { end, words: [title] };
  return { end, words: chunkWords(context, chunk) };
};
