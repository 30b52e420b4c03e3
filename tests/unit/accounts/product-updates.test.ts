import { afterAll, beforeAll, expect, it } from "vitest";
import { type AccountsFixture, CLIENT, openAccounts, PASSWORD } from "../../support/accounts-fixture";

let fixture: AccountsFixture;
beforeAll(async () => {
  fixture = await openAccounts();
});
afterAll(() => fixture.close());

async function newMember(email: string, agreesToProductUpdates = true) {
  await fixture.accounts.signUp({ email, password: PASSWORD, firstName: "Ada", agreesToProductUpdates }, CLIENT);
  await fixture.accounts.verifyEmail(fixture.newestCode("verifyEmail"), CLIENT);
  await fixture.settle();
  const mail = fixture.mails.findLast(({ to, subject }) => to === email && subject === "First steps");
  return { mail, code: /mode=optOutOfUpdates&oobCode=([0-9a-f]+)/.exec(mail?.text ?? "")?.[1] ?? "" };
}

const agrees = async (email: string) => {
  const [person] = await fixture.database.query.users.findMany({ where: (users, { eq }) => eq(users.email, email) });
  return person?.agreesToProductUpdates;
};

it("mails first steps once the address is verified, to those who asked for such mail", async () => {
  const { mail } = await newMember("wants@example.com");
  expect(mail?.unsubscribeUrl).toMatch(/\/v1\/user\/opt-out-of-updates\/one-click\?opt_out_updates_key=[0-9a-f]{64}$/);
  expect((await newMember("wants-not@example.com", false)).mail).toBeUndefined();
});

it("ends such mail by its code, also when that is followed twice", async () => {
  const { code } = await newMember("leaves@example.com");
  await fixture.accounts.productUpdates.optOutByCode(code, CLIENT);
  expect(await agrees("leaves@example.com")).toBe(false);
  await expect(fixture.accounts.productUpdates.optOutByCode(code, CLIENT)).resolves.toBeUndefined();
});

it("lets a used code change nothing for somebody who has asked for news again", async () => {
  const { code } = await newMember("returns@example.com");
  const { productUpdates } = fixture.accounts;
  await productUpdates.optOutByCode(code, CLIENT);
  const person = await fixture.database.query.users.findFirst({
    where: (users, { eq }) => eq(users.email, "returns@example.com"),
  });
  await productUpdates.setAgreement(person!.id, true);
  await expect(productUpdates.optOutByCode(code, CLIENT)).rejects.toMatchObject({ code: "invalid_action_code" });
  expect(await agrees("returns@example.com")).toBe(true);
});

it("refuses a code that never was, of another kind, of somebody else, or too old", async () => {
  const { productUpdates } = fixture.accounts;
  const { code } = await newMember("stays@example.com");
  const refused = {
    code: "invalid_action_code",
    userMessage: "An error occurred while trying to opt you out from receiving product updates, please try again.",
  };
  await expect(productUpdates.optOutByCode("0".repeat(64), CLIENT)).rejects.toMatchObject(refused);
  await expect(productUpdates.optOutByCode(code, CLIENT, "user_of_somebody_else")).rejects.toMatchObject(refused);
  await expect(productUpdates.optOutByCode(fixture.newestCode("verifyEmail"), CLIENT)).rejects.toMatchObject(refused);
  fixture.clock.nowMs += 366 * 86_400_000;
  await expect(productUpdates.optOutByCode(code, CLIENT)).rejects.toMatchObject(refused);
  expect(await agrees("stays@example.com")).toBe(true);
});
