import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { type AccountsFixture, CLIENT, openAccounts } from "../../support/accounts-fixture";

const scrypt = vi.spyOn(crypto, "scrypt");
// What imports it by name has the one that is watched too; nothing is mocked, as other files of tests have these modules.
syncBuiltinESMExports();

let fixture: AccountsFixture;
beforeAll(async () => {
  fixture = await openAccounts();
  await fixture.addPerson("ada@example.com");
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
  for (const email of ["unknown@example.com", "no address", ""]) expect(await costs(email)).toEqual(known);
});
