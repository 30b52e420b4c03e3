/**
 * What people typed, as it may stand in a mail of ours. Whoever types a name or a reason may want to speak in our name: to
 * say what to do, and where to go. So none of it leads anywhere, and it is in no mail to somebody who has nothing to do with it.
 */
import { plainLine } from "../../../lib/plain-line";

declare const greeting: unique symbol;
/** A name by which a mail may greet, or the empty text. Made by `greetingName` alone. */
export type GreetingName = string & { readonly [greeting]: true };

const NAME_MAX_CHARACTERS = 40;
const NAME_MAX_WORDS = 4;
const NAME_MAX_DIGITS = 4;
/** Letters of all scripts, what stands in names between them, and pictures. */
const NAME = /^(?:[\p{L}\p{M}\p{Nd}\p{Extended_Pictographic} '’·-]|\u200c|\u200d|\ufe0f|\.(?= |$))+$/u;

/**
 * By what a mail greets: the first name, as long as the address is shown to be theirs and what they typed is a name. It is
 * empty otherwise, and nobody is greeted by what a stranger typed beside their address.
 */
export function greetingName(person: { firstName: string; emailVerifiedAtMs: number | null }): GreetingName {
  const name = person.emailVerifiedAtMs === null ? "" : visibleLine(person.firstName);
  return (isName(name) ? name : "") as GreetingName;
}

function isName(text: string): boolean {
  return (
    NAME.test(text) &&
    Array.from(text).length <= NAME_MAX_CHARACTERS &&
    text.split(" ").length <= NAME_MAX_WORDS &&
    (text.match(/\p{Nd}/gu) ?? []).length <= NAME_MAX_DIGITS
  );
}

/**
 * Words of others (names of things, reasons) in one line, in which no mail program finds an address to make a link of: there
 * is a space after what addresses are made of.
 */
export function wordsOfOthers(text: string): string {
  return visibleLine(text)
    .replace(/([.。．｡])(?=\p{L})/gu, "$1 ")
    .replace(/:(?=\/)/g, ": ")
    .replace(/@(?=\S)/g, "@ ");
}

/** A text in one line, of characters that can be seen; the joiners that some scripts are written with stay. */
export function visibleLine(text: string): string {
  return plainLine(text.replace(/(?!\u200c|\u200d)[\p{Cf}\p{Cs}]/gu, ""));
}

const MOST_LISTED = 20;

/** Names that others gave, as one line. */
export function listOfOthersWords(names: string[]): string {
  if (names.length === 0) return "Nothing";
  const more = names.length - MOST_LISTED;
  return [...names.slice(0, MOST_LISTED).map(wordsOfOthers), ...(more > 0 ? [`${more} more`] : [])].join(", ");
}
