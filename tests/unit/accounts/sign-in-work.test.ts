import * as crypto from "node:crypto";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { type AccountsFixture, CLIENT, openAccounts } from "../../support/accounts-fixture";

vi.mock("node:crypto", async (original) => {
  const actual = await original<typeof crypto>();
  return { ...actual, scrypt: vi.fn(actual.scrypt) };
});

let fixture: AccountsFixture;
beforeAll(async () => {
  fixture = await openAccounts();
  await fixture.addPerson("ada@example.com");
});
afterAll(() => fixture.close());

it("does the same work for an unknown address as for a wrong password, so that time tells nothing", async () => {
  const costs = async (email: string) => {
    vi.mocked(crypto.scrypt).mockClear();
    await fixture.accounts.signIn({ email, password: "Wrong horse 7!" }, CLIENT);
    return vi.mocked(crypto.scrypt).mock.calls.map(([password, , length, options]) => ({ password, length, options }));
  };
  const known = await costs("ada@example.com");
  expect(known).toHaveLength(1);
  for (const email of ["unknown@example.com", "no address", ""]) expect(await costs(email)).toEqual(known);
});
