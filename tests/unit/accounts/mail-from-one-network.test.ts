/** What an owner is sent in a browser of theirs while a stranger in the same network has used up what there is for it. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type AccountsFixture, CLIENT, openAccounts } from "../../support/accounts-fixture";
import { newestTextCode, openSessionOf, signInByPassword } from "../../support/factor-helpers";

const OWN_BROWSER = { ...CLIENT, deviceId: "the owner's" };
const LIMITED = { code: "rate_limited", status: 429 };
let fixture: AccountsFixture;
beforeAll(async () => {
  fixture = await openAccounts();
});
afterEach(() => fixture.usedUp.clear());
afterAll(() => fixture.close());

async function ownerOf(email: string) {
  const { userId } = await fixture.addPerson(email);
  const { person } = await openSessionOf(fixture, email, OWN_BROWSER);
  await fixture.settle();
  return { userId, person };
}
const mailsTo = (email: string) => fixture.mails.filter(({ to }) => to === email).length;

describe("mail, of which strangers in the same network have used up theirs", () => {
  it("that resets a password or verifies an address goes out at the wish of a known browser, and of no other", async () => {
    const { accounts, usedUp, taken, settle } = fixture;
    const email = "shares-a-network@example.com";
    await ownerOf(email);
    usedUp.add("account_mail_client");
    const before = mailsTo(email);
    for (const stranger of [CLIENT, { ...CLIENT, deviceId: "a stranger's" }]) {
      await expect(accounts.requestPasswordReset(email, stranger)).rejects.toMatchObject(LIMITED);
      await expect(accounts.resendVerification(email, stranger)).rejects.toMatchObject(LIMITED);
    }
    await expect(accounts.requestPasswordReset("somebody-else@example.com", OWN_BROWSER)).rejects.toMatchObject(
      LIMITED,
    );
    await accounts.requestPasswordReset(email, OWN_BROWSER);
    await accounts.resendVerification(email, OWN_BROWSER);
    await settle();
    expect(mailsTo(email)).toBe(before + 1);
    // By itself, but not without end.
    const own = [...taken].filter(([key]) => key.startsWith("account_mail_device") && key.endsWith(email));
    expect(own.map(([, uses]) => uses)).toEqual([2]);
    usedUp.add("account_mail_device");
    await expect(accounts.requestPasswordReset(email, OWN_BROWSER)).rejects.toMatchObject(LIMITED);
  });

  it("that confirms who somebody is goes out to them", async () => {
    const { accounts, usedUp } = fixture;
    const email = "confirms@example.com";
    const { person } = await ownerOf(email);
    usedUp.add("account_mail_client").add("account_mail_address").add("account_mail_pair");
    const before = mailsTo(email);
    await accounts.stepUp.mailConfirmation(person, "", OWN_BROWSER);
    expect(mailsTo(email)).toBe(before + 1);
    await expect(accounts.stepUp.mailConfirmation(person, "", CLIENT)).rejects.toMatchObject(LIMITED);
  });

  it("to a new address goes out, counted by the person in all their browsers", async () => {
    const { accounts, usedUp, taken, settle } = fixture;
    const { person, userId } = await ownerOf("moves@example.com");
    usedUp.add("account_mail_client");
    await accounts.emailChange.request(person, "moved@example.com", OWN_BROWSER);
    await settle();
    expect(mailsTo("moved@example.com")).toBe(1);
    expect(taken.get(`email_change_user ${userId}`)).toBe(1);
    expect(taken.get("account_mail_address moved@example.com")).toBe(1);
    await expect(accounts.emailChange.request(person, "moved@example.com", CLIENT)).rejects.toMatchObject(LIMITED);
    usedUp.clear();
    usedUp.add("email_change_user");
    const another = accounts.emailChange.request(person, "another@example.com", { ...CLIENT, deviceId: "the second" });
    await expect(another).rejects.toMatchObject(LIMITED);
    expect(mailsTo("another@example.com")).toBe(0);
  });

  it("of support goes out where the one who asks is known there, and asks seldom enough", async () => {
    const { accounts, usedUp } = fixture;
    const { person } = await ownerOf("kim@staff.example");
    usedUp.add("account_mail_client");
    const form = { email: "asks-for-help@example.com", reason: "A voice that does not play." };
    await accounts.supportAccess.ask(person, form, OWN_BROWSER);
    await expect(accounts.supportAccess.ask(person, form, CLIENT)).rejects.toMatchObject(LIMITED);
    usedUp.add("support_request_staff");
    await expect(accounts.supportAccess.ask(person, form, OWN_BROWSER)).rejects.toMatchObject(LIMITED);
  });
});

it("a code is texted to the owner's telephone in a browser of theirs, whatever strangers have had texted from that network or to that number", async () => {
  const { accounts, usedUp, texts, taken } = fixture;
  const email = "has-a-telephone@example.com";
  const { userId, person } = await ownerOf(email);
  await accounts.secondFactors.startSms(person, "+1 555 010 0177", OWN_BROWSER);
  // Whose number it is, is not shown yet.
  expect(taken.get("sms_phone +15550100177")).toBe(1);
  await accounts.secondFactors.confirmSms(person, newestTextCode(texts), OWN_BROWSER);
  const pending = await signInByPassword(fixture, email, OWN_BROWSER);
  if (pending.kind !== "second_factor") throw new Error(pending.kind);
  const { sendCode } = accounts.secondFactorSignIn;
  texts.length = 0;
  for (const limit of ["sms_client", "sms_phone", "sms_user"]) {
    usedUp.clear();
    usedUp.add(limit);
    await expect(sendCode(pending.pendingSecret, CLIENT)).rejects.toMatchObject(LIMITED);
    await sendCode(pending.pendingSecret, OWN_BROWSER);
    await accounts.stepUp.sendCode(person, OWN_BROWSER);
  }
  expect(texts).toHaveLength(6);
  expect(taken.get(`sms_own_browser_user ${userId}`)).toBe(6);
  usedUp.add("sms_own_browser_user");
  await expect(sendCode(pending.pendingSecret, OWN_BROWSER)).rejects.toMatchObject(LIMITED);
});
