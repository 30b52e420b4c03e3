import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { passwordRefusal } from "~/domains/accounts/password-choice/password-choice";

const PERSON = { email: "grace.hopper42@navy.example", firstName: "Grace" };
const refusal = (password: string) => passwordRefusal(password, PERSON);

describe("a password that somebody chooses", () => {
  it.each([
    "Password1!",
    "P@ssw0rd",
    "P@$$w0rd123",
    "p4ssw0rd2024!",
    "Qwerty123!",
    "Welcome2024!",
    "W3lcome!2024",
    "!!Summer2026",
    "Winter#2025",
    "Letmein1!",
    "1q2w3e4r!",
    "1qaz@WSX",
    "Asdfgh12#",
    "Abcdefg1!",
    "Abcabc12!",
    "aaaaaaa1!",
    "Monkey_123",
    "Dragon.1987",
    "Iloveyou1!",
    "Football#12345678",
    "Michael!19851231",
    "passwordpassword1!",
    "Changeme!1",
    "Pass_word.1",
  ])("is refused as %s, which is guessed first", async (password) => {
    expect(await refusal(password)).toContain("guessed first");
  });

  it.each([
    "Grace.hopper42!",
    "gracehopper42#",
    "Hopper2026!",
    "H0pper#1",
    "Grace123!",
    "gracegrace1!",
    "My-Parlando1",
    "Parlando!2026",
    "Navy#123456",
  ])("is refused as %s, which is made of a name", async (password) => {
    expect(await refusal(password)).toContain("your name or address");
  });

  it.each([
    "Correct horse 7!",
    "Another horse 8!",
    "tR8#vlkQ",
    "Password8#kQ2vX!z",
    "Monkey!83749182745",
    "wet-Kettle-hums-4-me",
    "Dreizehn Möwen & 1 Boot",
    "Зимний сад № 5",
    "cwb#phg6h2c25nw2xz67nb5#3&dct*pq7#v",
  ])("is taken as %s", async (password) => {
    expect(await refusal(password)).toBeNull();
  });

  it("is first held to the specification's rule", async () => {
    expect(await refusal("password")).toBe(
      "Your password doesn't meet our security requirements. Your password must contain a number.",
    );
  });

  it("is taken when it is random, and refused by nothing but its own text", async () => {
    const random = fc.string({
      minLength: 14,
      maxLength: 40,
      unit: fc.constantFrom(..."bcdfghjkmnpqrtvwxyz23456789#%&*".split("")),
    });
    await fc.assert(
      fc.asyncProperty(random, async (text) => {
        expect(await refusal(`${text}q7#v`)).toBeNull();
      }),
      { numRuns: 300 },
    );
  });
});
