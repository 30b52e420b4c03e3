import { afterAll, beforeAll, expect, it } from "vitest";
import { type AccountsFixture, CLIENT, openAccounts, PASSWORD } from "../../support/accounts-fixture";

const LURE = "Your account is locked";
let fixture: AccountsFixture;
beforeAll(async () => {
  fixture = await openAccounts();
});
afterAll(() => fixture.close());

const signUp = (email: string, firstName: string) =>
  fixture.accounts.signUp({ email, password: PASSWORD, firstName, agreesToProductUpdates: false }, CLIENT);
const mailsTo = (email: string) => fixture.mails.filter(({ to }) => to === email);

it("no mail to an address that nobody has verified says what was typed at the sign-up", async () => {
  const { accounts, settle } = fixture;
  const email = "victim@example.com";
  await signUp(email, LURE);
  await signUp(email, `${LURE} again`);
  await accounts.resendVerification(email, CLIENT);
  await accounts.signIn({ email, password: PASSWORD }, CLIENT);
  await accounts.requestPasswordReset(email, CLIENT);
  await settle();
  const form = { code: fixture.newestCode("resetPassword"), password: "Fresh zebra 9!", repeated: "Fresh zebra 9!" };
  expect(await accounts.resetPassword(form, CLIENT)).toEqual({ kind: "changed" });
  await settle();
  const mails = mailsTo(email);
  expect(mails.length).toBeGreaterThan(5);
  for (const { text, html, subject } of mails) {
    expect(text).toMatch(/^Hello,\n/);
    expect(text + html + subject).not.toContain(LURE);
  }
});

it("a mail to an address that somebody would like to have says nothing of who asked", async () => {
  await fixture.addPerson("go.to.evil.example@example.org");
  await fixture.accounts.signIn({ email: "go.to.evil.example@example.org", password: PASSWORD }, CLIENT);
  const outcome = await fixture.accounts.signIn(
    { email: "go.to.evil.example@example.org", password: PASSWORD },
    CLIENT,
  );
  if (outcome.kind !== "signed_in") throw new Error(outcome.kind);
  const person = (await fixture.accounts.findSignedIn(outcome.sessionSecret))!;
  await fixture.accounts.changeProfile(person.userId, { firstName: LURE });
  await fixture.accounts.emailChange.request(person, "stranger@example.com", CLIENT);
  await fixture.settle();
  const [mail] = mailsTo("stranger@example.com");
  expect(mail?.subject).toBe("Confirm your new e-mail address");
  expect(`${mail?.text}${mail?.html}`).not.toMatch(/locked|evil/);
});

it("a first name is kept in one line that nothing turns around", async () => {
  await signUp("plain@example.com", "Ada\u202e\r\n Bcc:\u2066 x\u2069");
  const rows = await fixture.database.query.users.findFirst({ where: (u, { eq }) => eq(u.email, "plain@example.com") });
  expect(rows?.firstName).toBe("Ada Bcc: x");
});
