import { describe, expect, it } from "vitest";
import { apiKeyName, firstNameOf, publicNameOf } from "../../../app/domains/accounts/rules";
import { passkeyName } from "../../../app/domains/accounts/security/passkeys";
import { providerName } from "../../../app/domains/accounts/single-sign-on/rules";
import { reasonOf } from "../../../app/domains/accounts/support-access/rules";
import { showsSomething } from "../../../app/lib/given-name";

const NAMES = [
  { of: "a public name", rule: publicNameOf, longest: 50 },
  { of: "an API key's name", rule: apiKeyName, longest: 100 },
  { of: "a passkey's name", rule: passkeyName, longest: 60 },
  { of: "a provider's name", rule: providerName, longest: 60 },
];

/** What is drawn as nothing, or as nothing that all fonts agree on. The properties of Unicode are asked below for the rest. */
const DRAWN_AS_NOTHING: [string, number][] = [
  ["a space", 0x20],
  ["a space that does not break", 0xa0],
  ["a soft hyphen", 0xad],
  ["a joiner of graphemes", 0x34f],
  ["an Arabic mark of direction", 0x61c],
  ["the first Hangul filler", 0x115f],
  ["the middle Hangul filler", 0x1160],
  ["a space of Ogham", 0x1680],
  ["an inherent vowel of Khmer", 0x17b4],
  ["a Mongolian variant", 0x180b],
  ["a Mongolian separator of vowels", 0x180e],
  ["a space of no width", 0x200b],
  ["a joiner of no width", 0x200d],
  ["an override of direction", 0x202e],
  ["a joiner of words", 0x2060],
  ["an invisible times", 0x2062],
  ["a braille blank", 0x2800],
  ["an ideographic space", 0x3000],
  ["a Hangul filler", 0x3164],
  ["a private character", 0xe000],
  ["a variant", 0xfe0f],
  ["a mark of byte order", 0xfeff],
  ["a Hangul filler of half a width", 0xffa0],
  ["an object that is not there", 0xfffc],
  ["a joiner of Brahmi numbers", 0x1107f],
  ["a joiner of hieroglyphs", 0x13430],
  ["a hieroglyph's full blank", 0x13441],
  ["a hieroglyph's half blank", 0x13442],
  ["a Khitan filler", 0x16fe4],
  ["a control of shorthand", 0x1bca0],
  ["a head of no note", 0x1d159],
  ["a beginning of a beam", 0x1d173],
  ["a tag", 0xe0041],
  ["a variant of an ideograph", 0xe0100],
  ["a private character of a later plane", 0xf0000],
  ["a combining accent", 0x301],
  ["an enclosing circle", 0x20dd],
];

describe.each(DRAWN_AS_NOTHING)("%s alone, repeated and among its like", (_what, codePoint) => {
  const blank = String.fromCodePoint(codePoint);
  const texts = [blank, blank.repeat(12), ` ${blank} ${blank}`, `${blank}\u0301`, `\u2800${blank}`];

  it.each(NAMES)("is not $of", ({ rule }) => {
    for (const text of texts) expect(rule(text)).toBeNull();
  });

  it("is no first name, and a reason that says nothing", () => {
    for (const text of texts) expect(firstNameOf(text)).toBe("");
    expect(reasonOf(blank.repeat(12))).toBeNull();
  });

  it("shows something once a letter or a sign is beside it", () => {
    for (const seen of ["A", "ע", "中", "⠁", "♥", "😀", "7", "!"]) expect(showsSomething(blank + seen)).toBe(true);
  });
});

it("shows nothing by any character that Unicode calls a space, ignorable, a format or a mark", () => {
  const unseen = /[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{C}\p{M}]/u;
  const shown: string[] = [];
  for (let codePoint = 0; codePoint <= 0x10ffff; codePoint++) {
    const character = String.fromCodePoint(codePoint);
    if (unseen.test(character) && showsSomething(character)) shown.push(codePoint.toString(16));
  }
  expect(shown).toEqual([]);
});

describe.each(NAMES)("$of", ({ rule, longest }) => {
  it.each([
    "Laptop",
    "  Ada's <b>Laptop</b> ",
    "עדה",
    "نیم‌فاصله",
    "क्‍ष",
    "👩‍💻",
    "❤️",
    "⠠⠁⠙⠁⠀⠠⠇",
    "🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}",
    "葛\u{e0100}城",
  ])("may be %j", (name) => expect(rule(name)).toBe(name.trim()));

  it.each([
    ["is empty", ""],
    ["is blank", " \t "],
    ["turns text around", "\u202e<b>Laptop</b>"],
    ["embeds a direction", "a\u202ab\u202c"],
    ["isolates a direction", "a\u2067b\u2069"],
    ["marks a direction", "a\u200fb"],
    ["marks an Arabic direction", "a\u061cb"],
    ["has two lines", "two\nlines"],
    ["has a paragraph's end", "two\u2029lines"],
    ["has a null", "nul\u0000l"],
    ["has an escape", "\u001b[31mred"],
    ["has a control of the second set", "a\u0085b"],
    ["hides a space", "a\u200bb"],
    ["hides a hyphen", "a\u00adb"],
    ["hides a letter in a tag", "a\u{e0041}b"],
    ["is nothing but what is filled", "\u3164"],
    ["is nothing but joiners", "\u200d"],
    ["is half a character", "\ud800"],
  ])("may not be one that %s", (_what, name) => expect(rule(name)).toBeNull());

  it("may be so long and no longer, by characters that people see as one", () => {
    expect(rule("😀".repeat(longest))).toBe("😀".repeat(longest));
    expect(rule("x".repeat(longest + 1))).toBeNull();
  });
});

describe("a first name", () => {
  it.each([
    ["of a space of no width", "\u200b"],
    ["of a filler", "\u3164"],
    ["of joiners of words", "\u2060\u2060"],
    ["of soft hyphens", "\u00ad\u00ad"],
    ["of tags", "\u{e0041}\u{e0042}"],
    ["of joiners", "\u200d\u200c"],
    ["of a variant of nothing", "\ufe0f"],
    ["of marks of direction", "\u202e\u2066"],
    ["of blanks", " \t\n"],
  ])("%s is none", (_what, name) => expect(firstNameOf(name)).toBe(""));

  it.each([
    ["x\u00adx", "xx"],
    ["a\u{e0041}\u{e0042}b", "ab"],
    ["\u202eabc", "abc"],
    [" Ada\nLovelace ", "Ada Lovelace"],
    ["نیم‌فاصله", "نیم‌فاصله"],
    ["👩‍💻", "👩‍💻"],
    ["A".repeat(200), "A".repeat(80)],
  ])("of %j is kept as what is seen of it", (name, kept) => expect(firstNameOf(name)).toBe(kept));
});
