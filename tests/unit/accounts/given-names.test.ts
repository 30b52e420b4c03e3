import { describe, expect, it } from "vitest";
import { apiKeyName, firstNameOf, publicNameOf } from "../../../app/domains/accounts/rules";
import { passkeyName } from "../../../app/domains/accounts/security/passkeys";
import { providerName } from "../../../app/domains/accounts/single-sign-on/rules";

const NAMES = [
  { of: "a public name", rule: publicNameOf, longest: 50 },
  { of: "an API key's name", rule: apiKeyName, longest: 100 },
  { of: "a passkey's name", rule: passkeyName, longest: 60 },
  { of: "a provider's name", rule: providerName, longest: 60 },
];

describe.each(NAMES)("$of", ({ rule, longest }) => {
  it.each([
    "Laptop",
    "  Ada's <b>Laptop</b> ",
    "עדה",
    "نیم‌فاصله",
    "क्‍ष",
    "👩‍💻",
    "❤️",
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
