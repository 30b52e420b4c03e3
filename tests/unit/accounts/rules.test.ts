import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  apiKeyName,
  apiKeyPreview,
  isApiKeyShaped,
  nameFromEmail,
  normalizeEmail,
  passwordProblem,
} from "~/domains/accounts/rules";

const PREFIX = "Your password doesn't meet our security requirements. ";
const NUMBER = `${PREFIX}Your password must contain a number.`;
const LETTER = `${PREFIX}Your password must contain a letter.`;
const SPECIAL = `${PREFIX}Your password must contain a special character.`;
const SHORT = `${PREFIX}Your password must be more than 8 characters long.`;

describe("the password rule", () => {
  it.each([
    ["Abcdef1!", null],
    ["  Abcdef1!  ", null],
    ["пароль-12", null],
    ["密码密码密码1!", null],
    ["", NUMBER],
    ["Abcdefg!", NUMBER],
    ["12345678!", LETTER],
    ["Abcdefg1", SPECIAL],
    ["Abcdef 12", SPECIAL],
    ["Abcde1!", SHORT],
    ["   Abcde1!   ", SHORT],
    ["a1!", SHORT],
    ["A1!😀😀😀😀", SHORT],
    [`Aa1!${"x".repeat(252)}`, null],
    [`Aa1!${"x".repeat(253)}`, `${PREFIX}Your password must be at most 256 characters long.`],
  ])("answers %j as the specification words it", (password, problem) => {
    expect(passwordProblem(password)).toBe(problem);
  });

  it("never accepts a password that lacks one of the four things", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 40 }), (password) => {
        if (passwordProblem(password) !== null) return;
        const trimmed = password.trim();
        expect([...trimmed].length).toBeGreaterThanOrEqual(8);
        expect(trimmed).toMatch(/\p{Nd}/u);
        expect(trimmed).toMatch(/\p{L}/u);
        expect(trimmed).toMatch(/[^\p{L}\p{Nd}\s]/u);
      }),
    );
  });
});

describe("e-mail addresses", () => {
  it.each([
    [" Ada.Lovelace@Example.COM ", "ada.lovelace@example.com"],
    ["a+tag@sub.example.co.uk", "a+tag@sub.example.co.uk"],
    ["me@localhost", "me@localhost"],
    ["grüße@example.com", null],
    ["me@münchen.example", "me@xn--mnchen-3ya.example"],
    ["me@example", null],
    ["me@@example.com", null],
    ["me@exa mple.com", null],
    ["me@example.com\r\nBcc: you@example.com", null],
    ["<me@example.com>", null],
    [".me@example.com", null],
    ["m..e@example.com", null],
    ["me@-example.com", null],
    ["me@127.0.0.1", null],
    ["me@0x7f.1", null],
    ["me@example.com/path", null],
    ["me@example.com:25", null],
    ["", null],
    [`${"x".repeat(65)}@example.com`, null],
  ])("reads %j as %j", (input, email) => {
    expect(normalizeEmail(input)).toBe(email);
  });

  it("are stable once they are in their normal form, and never hold what could end a header", () => {
    fc.assert(
      fc.property(fc.oneof(fc.emailAddress(), fc.string()), (input) => {
        const email = normalizeEmail(input);
        if (email === null) return;
        expect(normalizeEmail(email)).toBe(email);
        expect(email).toMatch(/^[\x21-\x7e]+$/);
        expect(email).not.toMatch(/[<>,;:"]/);
      }),
    );
  });

  it("name a person until they say otherwise", () => {
    expect(nameFromEmail("ada.lovelace+news@example.com")).toBe("ada.lovelace");
  });
});

describe("API keys", () => {
  it("are told from anything else by their shape", () => {
    expect(isApiKeyShaped(`sk_${"0af9".repeat(12)}`)).toBe(true);
    for (const other of [
      "",
      "sk_",
      `sk_${"0".repeat(47)}`,
      `sk_${"G".repeat(48)}`,
      `sk_${"0".repeat(48)}\n`,
      "a.b.c",
    ]) {
      expect(isApiKeyShaped(other)).toBe(false);
    }
  });

  it("show their last four characters", () => {
    expect(apiKeyPreview(`sk_${"0".repeat(44)}beef`)).toBe("beef");
  });

  it("have names of one line and 1 to 100 characters", () => {
    expect(apiKeyName("  My robot ")).toBe("My robot");
    expect(apiKeyName(" \t ")).toBeNull();
    expect(apiKeyName("x".repeat(101))).toBeNull();
  });
});
