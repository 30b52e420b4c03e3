import { scryptSync } from "node:crypto";
import { expect, it } from "vitest";
import { hashPassword, verifyPassword } from "~/domains/accounts/passwords";

it("recognises a password by its hash, and no other", async () => {
  const stored = await hashPassword("Abcdef1!");
  expect(stored).toMatch(/^scrypt\$15\$8\$1\$[\w-]{22}\$[\w-]{43}$/);
  expect(await verifyPassword("Abcdef1!", stored)).toEqual({ ok: true, outdated: false });
  expect(await verifyPassword("Abcdef1? ", stored)).toEqual({ ok: false, outdated: false });
});

it("salts, so that equal passwords have different hashes", async () => {
  expect(await hashPassword("Abcdef1!")).not.toBe(await hashPassword("Abcdef1!"));
});

it("takes composed and decomposed letters for the same", async () => {
  const stored = await hashPassword("Caf\u00e9-2026");
  expect((await verifyPassword("Cafe\u0301-2026", stored)).ok).toBe(true);
});

it("still accepts a hash of lesser cost, and says that it is outdated", async () => {
  const salt = Buffer.from("0123456789abcdef");
  const hash = scryptSync("Abcdef1!", salt, 32, { N: 2 ** 12, r: 8, p: 1 });
  const stored = `scrypt$12$8$1$${salt.toString("base64url")}$${hash.toString("base64url")}`;
  expect(await verifyPassword("Abcdef1!", stored)).toEqual({ ok: true, outdated: true });
  expect(await verifyPassword("Abcdef1?", stored)).toEqual({ ok: false, outdated: false });
});

it("refuses a stored text that is no hash", async () => {
  for (const stored of ["", "x", "scrypt$15$8$1$$", "bcrypt$1$2$3$a$b"]) {
    expect(await verifyPassword("Abcdef1!", stored)).toEqual({ ok: false, outdated: false });
  }
});
