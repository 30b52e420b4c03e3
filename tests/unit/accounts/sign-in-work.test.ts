import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { createPasswords } from "../../../app/domains/accounts/passwords";
import { setPasswordHash } from "../../../app/domains/accounts/user-store";
import { type AccountsFixture, CLIENT, openAccounts, PASSWORD } from "../../support/accounts-fixture";

const scrypt = vi.spyOn(crypto, "scrypt");
// What imports it by name has the one that is watched too; nothing is mocked, as other files of tests have these modules.
syncBuiltinESMExports();

let fixture: AccountsFixture;
let older: { userId: string };
beforeAll(async () => {
  fixture = await openAccounts();
  await fixture.addPerson("ada@example.com");
  older = await fixture.addPerson("older@example.com");
});
afterAll(async () => {
  scrypt.mockRestore();
  syncBuiltinESMExports();
  await fixture.close();
});

it("does the same work for an unknown address as for a wrong password, so that time tells nothing", async () => {
  const costs = async (email: string) => {
    scrypt.mockClear();
    await fixture.accounts.signIn({ email, password: "Wrong horse 7!" }, CLIENT);
    return scrypt.mock.calls.map(([password, , length, options]) => ({ password, length, options }));
  };
  const known = await costs("ada@example.com");
  expect(known).toHaveLength(1);
  const rounds = (calls: typeof known) => calls.reduce((sum, { options }) => sum + Number(options.N), 0);
  // One whose password was hashed when that cost a quarter.
  await setPasswordHash(fixture.database, older.userId, await createPasswords(8).hash(PASSWORD));
  const ofOlder = await costs("older@example.com");
  expect(rounds(ofOlder)).toBe(rounds(known));
  for (const email of ["unknown@example.com", "no address", ""]) expect(await costs(email)).toEqual(known);
});
