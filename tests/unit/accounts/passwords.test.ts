import { scryptSync } from "node:crypto";
import { expect, it } from "vitest";
import { createPasswords } from "~/domains/accounts/passwords";

const passwords = createPasswords(15);

it("recognises a password by its hash, and no other", async () => {
  const stored = await passwords.hash("Abcdef1!");
  expect(stored).toMatch(/^scrypt\$15\$8\$1\$[\w-]{22}\$[\w-]{43}$/);
  expect(await passwords.verify("Abcdef1!", stored)).toEqual({ ok: true, outdated: false });
  expect(await passwords.verify("Abcdef1? ", stored)).toEqual({ ok: false, outdated: false });
});

it("salts, so that equal passwords have different hashes", async () => {
  expect(await passwords.hash("Abcdef1!")).not.toBe(await passwords.hash("Abcdef1!"));
});

it("takes composed and decomposed letters for the same", async () => {
  const stored = await passwords.hash("Caf\u00e9-2026");
  expect((await passwords.verify("Cafe\u0301-2026", stored)).ok).toBe(true);
});

it("still accepts a hash of lesser cost, and says that it is outdated", async () => {
  const salt = Buffer.from("0123456789abcdef");
  const hash = scryptSync("Abcdef1!", salt, 32, { N: 2 ** 12, r: 8, p: 1 });
  const stored = `scrypt$12$8$1$${salt.toString("base64url")}$${hash.toString("base64url")}`;
  expect(await passwords.verify("Abcdef1!", stored)).toEqual({ ok: true, outdated: true });
  expect(await passwords.verify("Abcdef1?", stored)).toEqual({ ok: false, outdated: false });
});

it("hashes at the cost it was made for", async () => {
  const dearer = createPasswords(16);
  const stored = await passwords.hash("Abcdef1!");
  expect(await dearer.verify("Abcdef1!", stored)).toEqual({ ok: true, outdated: true });
  expect(await dearer.hash("Abcdef1!")).toMatch(/^scrypt\$16\$8\$1\$/);
});

it("refuses a stored text that is no hash", async () => {
  for (const stored of ["", "x", "scrypt$15$8$1$$", "bcrypt$1$2$3$a$b"]) {
    expect(await passwords.verify("Abcdef1!", stored)).toEqual({ ok: false, outdated: false });
  }
});
