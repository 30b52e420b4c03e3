import { toAscii } from "./latin-letters";
import { cardinalWords, digitWords } from "./numbers";
import { matchAt, type Reader } from "./reading";

/** Endings that make "name.ending" an address even without a scheme. */
const TOP_LEVEL =
  "com|org|net|edu|gov|mil|int|info|biz|io|ai|app|dev|co|me|tv|fm|gg|xyz|tech|cloud|online|store|shop|blog|news|uk|us|ca|de|fr|es|it|nl|be|ch|at|pl|se|no|dk|fi|pt|ru|ua|cz|sk|hu|ro|bg|gr|tr|il|jp|cn|kr|in|au|nz|br|mx|ar|za|eu|ie";
const URL_WITH_SCHEME = /(?:https?|ftp|wss?):\/\/[^\s<>"'()[\]{}\u3000-\u9fff]{1,2000}/iy;
const HOST = new RegExp(
  String.raw`(?:[\p{Script=Latin}\d](?:[\p{Script=Latin}\d-]{0,40}[\p{Script=Latin}\d])?\.){1,6}(?:${TOP_LEVEL})(?![\p{L}\d-])(?:\.(?![\p{L}\d]))?(?::\d{2,5}(?!\d))?(?:[/?#][^\s<>"'()[\]{}\u3000-\u9fff]{0,2000})?`,
  "iuy",
);
const EMAIL = /[\p{L}\d][\p{L}\d._%+-]{0,63}@(?:[\p{L}\d-]{1,40}\.){1,6}\p{L}{2,24}(?![\p{L}\d])/uy;

/** What the marks inside an address are called; English unless a language has its own. */
export interface AddressWords {
  dot: string;
  at: string;
  slash: string;
  dash: string;
  underscore: string;
  plus: string;
  colon: string;
  /** Before a query, `?`. */
  question: string;
  equals: string;
  /** Between the parts of a query, `&`. */
  and: string;
  /** Before a fragment, `#`. */
  numberSign: string;
}

const ENGLISH: AddressWords = {
  dot: "dot",
  at: "at",
  slash: "slash",
  dash: "dash",
  underscore: "underscore",
  plus: "plus",
  colon: "colon",
  question: "question mark",
  equals: "equals",
  and: "and",
  numberSign: "hash",
};

/** A path longer than this is not read to its end: nobody can follow it. */
const MAX_PATH_PARTS = 6;
const MAX_PART_WORDS = 8;
/**
 * Of a query and a fragment together. Some fifteen seconds, enough for any search that a person wrote; beyond it there
 * are the codes of campaigns and sessions, of which a listener can keep nothing, and each word is paid in time.
 */
const MAX_QUERY_WORDS = 40;
const TRAILING = /[.,!?;:'"…]+$/;

function numberOrDigits(digits: string): string[] {
  return digits.length <= 2 && !digits.startsWith("0") ? cardinalWords(digits) : digitWords(digits);
}

/** A word of an address, split where its case or kind of character changes. */
function labelWords(label: string, english: boolean): string[] {
  const parts = label.match(/\p{Lu}?[\p{Ll}\p{Lo}\p{M}]+|\p{Lu}+(?!\p{Ll})|\d+/gu) ?? [];
  return parts.flatMap((part) => {
    if (english && /^\d+$/.test(part)) return numberOrDigits(part);
    // Without a vowel it is spelled: "html", "ftp".
    const plain = english ? toAscii(part) : part;
    if (plain === "") return [];
    const spelled = english && part.length <= 5 && /^[^aeiouy]+$/i.test(part) && /^[a-z]+$/i.test(part);
    return spelled ? [...part.toUpperCase()] : [plain];
  });
}

function pieceWords(piece: string, words: AddressWords): string[] {
  const english = words === ENGLISH;
  const read: string[] = [];
  for (const token of piece.match(/[\p{L}\p{M}]+|\d+|[._@+:/?=&#-]/gu) ?? []) {
    const mark = MARKS.get(token);
    read.push(...(mark === undefined ? labelWords(token, english) : words[mark].split(" ")));
  }
  return read;
}

const MARKS: ReadonlyMap<string, keyof AddressWords> = new Map([
  [".", "dot"],
  ["@", "at"],
  ["/", "slash"],
  ["-", "dash"],
  ["_", "underscore"],
  ["+", "plus"],
  [":", "colon"],
  ["?", "question"],
  ["=", "equals"],
  ["&", "and"],
  ["#", "numberSign"],
]);

/** The words of a URL without its scheme, which nobody says. */
function urlWords(url: string, words: AddressWords): string[] {
  const withoutScheme = url.replace(/^[a-z]+:\/\//i, "").replace(/^www\./i, "");
  const [, path = "", query = "", fragment = ""] = /^([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s.exec(withoutScheme) ?? [];
  const [authority = "", ...parts] = path.split("/");
  const read = pieceWords(authority, words);
  for (const part of parts.slice(0, MAX_PATH_PARTS)) {
    const partWords = pieceWords(decodePart(part), words).slice(0, MAX_PART_WORDS);
    if (partWords.length > 0) read.push(...words.slash.split(" "), ...partWords);
  }
  const rest = [
    ...after(words.question, queryWords(query, words)),
    ...after(words.numberSign, pieceWords(decodePart(fragment), words)),
  ];
  return [...read, ...rest.slice(0, MAX_QUERY_WORDS)];
}

/** `q=red+shoes&page=2` → q equals red shoes and page equals two. */
function queryWords(query: string, words: AddressWords): string[] {
  const read: string[] = [];
  for (const part of query.split("&")) {
    // A form writes its spaces as pluses.
    const partWords = pieceWords(decodePart(part.replaceAll("+", " ")), words);
    if (partWords.length > 0 && read.length > 0) read.push(...words.and.split(" "));
    read.push(...partWords);
  }
  return read;
}

/** What a mark introduces, with the mark's name; nothing after a mark that introduces nothing. */
const after = (mark: string, read: string[]): string[] => (read.length === 0 ? [] : [...mark.split(" "), ...read]);

/** `caf%C3%A9` is what browsers copy for "café". */
function decodePart(part: string): string {
  return part.replace(/(?:%[\da-f]{2})+/gi, (escapes) => {
    try {
      return decodeURIComponent(escapes);
    } catch {
      return " ";
    }
  });
}

/** URLs and bare host names: https://example.com/docs → example dot com slash docs. */
export function urlReader(words: AddressWords = ENGLISH): Reader {
  return (context, at) => {
    const match = matchAt(URL_WITH_SCHEME, context, at) ?? matchAt(HOST, context, at);
    if (match === undefined) return undefined;
    const url = match[0].replace(TRAILING, "");
    const read = urlWords(url, words);
    return read.length === 0 ? undefined : { end: at + url.length, words: read };
  };
}

/** E-mail addresses: jane.doe@example.com → jane dot doe at example dot com. */
export function emailReader(words: AddressWords = ENGLISH): Reader {
  return (context, at) => {
    const match = matchAt(EMAIL, context, at);
    if (match === undefined) return undefined;
    return { end: at + match[0].length, words: pieceWords(match[0], words) };
  };
}

export const readUrl = urlReader();
export const readEmail = emailReader();

const HANDLE = /@([\p{L}\d_][\p{L}\p{M}\d_]{0,39})(?![\p{L}\d@])/uy;
const HASHTAG = /#(\p{L}[\p{L}\p{M}\d_]{0,79})/uy;

/** @handle → at handle, #ThrowbackThursday → hashtag throwback thursday. */
export function handleReader(words: AddressWords, hashtag: string): Reader {
  return (context, at) => {
    const handle = matchAt(HANDLE, context, at);
    if (handle !== undefined)
      return { end: at + handle[0].length, words: [...words.at.split(" "), ...tagWords(handle[1]!, words)] };
    const tag = matchAt(HASHTAG, context, at);
    if (tag === undefined) return undefined;
    return { end: at + tag[0].length, words: [...hashtag.split(" "), ...tagWords(tag[1]!, words)] };
  };
}

function tagWords(tag: string, words: AddressWords): string[] {
  return tag.split("_").flatMap((part) => labelWords(part, words === ENGLISH));
}

export const readHandle = handleReader(ENGLISH, "hashtag");
