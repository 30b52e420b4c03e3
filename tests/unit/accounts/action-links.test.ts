import { afterAll, beforeAll, expect, it } from "vitest";
import { type AccountsFixture, CLIENT, openAccounts, PASSWORD } from "../../support/accounts-fixture";

const HOUR_MS = 3_600_000;
const NEW_PASSWORD = "Another horse 8!";
let fixture: AccountsFixture;
beforeAll(async () => {
  fixture = await openAccounts();
});
afterAll(() => fixture.close());

async function signUp(email: string): Promise<string> {
  await fixture.accounts.signUp({ email, password: PASSWORD, firstName: "", agreesToProductUpdates: false }, CLIENT);
  return fixture.newestCode("verifyEmail");
}

async function requestReset(email: string): Promise<string> {
  await fixture.accounts.requestPasswordReset(email, CLIENT);
  await fixture.settle();
  return fixture.newestCode("resetPassword");
}

const reset = (code: string, password = NEW_PASSWORD, repeated = password) =>
  fixture.accounts.resetPassword({ code, password, repeated }, CLIENT);
const signIn = (email: string, password: string) => fixture.accounts.signIn({ email, password }, CLIENT);

it("verifies an address, after which its person can sign in", async () => {
  const code = await signUp("verify@example.com");
  expect((await signIn("verify@example.com", PASSWORD)).kind).toBe("refused");
  await fixture.accounts.verifyEmail(code, CLIENT);
  expect((await signIn("verify@example.com", PASSWORD)).kind).toBe("signed_in");
});

it("answers a link that is followed twice as it did before", async () => {
  const code = await signUp("double@example.com");
  await fixture.accounts.verifyEmail(code, CLIENT);
  await expect(fixture.accounts.verifyEmail(code, CLIENT)).resolves.toBeUndefined();
});

it("refuses a verification code that has expired, never was, or is for something else", async () => {
  const { accounts, clock } = fixture;
  const code = await signUp("expired@example.com");
  clock.nowMs += 48 * HOUR_MS;
  const invalid = { code: "invalid_action_code", status: 400 };
  await expect(accounts.verifyEmail(code, CLIENT)).rejects.toMatchObject(invalid);
  await expect(accounts.verifyEmail("0".repeat(64), CLIENT)).rejects.toMatchObject(invalid);
  await expect(accounts.verifyEmail("", CLIENT)).rejects.toMatchObject(invalid);
  await fixture.addPerson("other-mode@example.com");
  await expect(accounts.verifyEmail(await requestReset("other-mode@example.com"), CLIENT)).rejects.toMatchObject(
    invalid,
  );
});

it("sets a new password by a mailed link, signs out everywhere, and tells the owner", async () => {
  const { accounts, mails, settle, events } = fixture;
  await fixture.addPerson("reset@example.com");
  const session = await signIn("reset@example.com", PASSWORD);
  if (session.kind !== "signed_in") throw new Error("refused");
  const { sessionId } = (await accounts.findSignedIn(session.sessionSecret))!;
  const code = await requestReset("reset@example.com");
  expect(await accounts.isResetCodeOpen(code, CLIENT)).toBe(true);
  expect(await reset(code)).toEqual({ kind: "changed" });
  await settle();
  expect((await signIn("reset@example.com", PASSWORD)).kind).toBe("refused");
  expect((await signIn("reset@example.com", NEW_PASSWORD)).kind).toBe("signed_in");
  expect(await accounts.findSignedIn(session.sessionSecret)).toBeNull();
  expect(events).toContainEqual({ type: "session_ended", sessionId });
  expect(mails.at(-1)).toMatchObject({ to: "reset@example.com", subject: "Your password was changed" });
});

it("lets a reset link be used once, also by two at the same moment", async () => {
  await fixture.addPerson("once@example.com");
  const code = await requestReset("once@example.com");
  const outcomes = await Promise.all([reset(code, "First come 1!"), reset(code, "First served 2!")]);
  expect(outcomes.map(({ kind }) => kind).sort()).toEqual(["changed", "invalid_action_code"]);
  expect(await reset(code)).toEqual({ kind: "invalid_action_code" });
  expect(await fixture.accounts.isResetCodeOpen(code, CLIENT)).toBe(false);
});

it("ends a reset link after an hour, and when a newer one is mailed", async () => {
  await fixture.addPerson("old-link@example.com");
  const first = await requestReset("old-link@example.com");
  const second = await requestReset("old-link@example.com");
  expect(await fixture.accounts.isResetCodeOpen(first, CLIENT)).toBe(false);
  expect(await fixture.accounts.isResetCodeOpen(second, CLIENT)).toBe(true);
  fixture.clock.nowMs += HOUR_MS;
  expect(await reset(second)).toEqual({ kind: "invalid_action_code" });
});

it("says what is wrong with a new password, and leaves the link good", async () => {
  await fixture.addPerson("weak@example.com");
  const code = await requestReset("weak@example.com");
  expect(await reset(code, NEW_PASSWORD, "Different 9!")).toEqual({
    kind: "refused",
    problem: "Your passwords do not match.",
  });
  expect(await reset(code, "nonumber!")).toEqual({
    kind: "refused",
    problem: "Your password doesn't meet our security requirements. Your password must contain a number.",
  });
  expect(await reset(code)).toEqual({ kind: "changed" });
});

it("verifies the address of somebody who resets the password, since the link came by mail", async () => {
  const code = await signUp("forgot-at-once@example.com");
  expect(await reset(await requestReset("forgot-at-once@example.com"))).toEqual({ kind: "changed" });
  expect((await signIn("forgot-at-once@example.com", NEW_PASSWORD)).kind).toBe("signed_in");
  await expect(fixture.accounts.verifyEmail(code, CLIENT)).resolves.toBeUndefined();
});

it("mails nothing to an address without an account, and answers the same", async () => {
  const { accounts, mails, settle } = fixture;
  expect(await accounts.requestPasswordReset("stranger@example.com", CLIENT)).toBeUndefined();
  await settle();
  expect(mails.some(({ to }) => to === "stranger@example.com")).toBe(false);
});

it("takes a code only for the person whom the link names", async () => {
  const { accounts } = fixture;
  const { userId } = await fixture.addPerson("named@example.com");
  const code = await requestReset("named@example.com");
  const form = { code, password: NEW_PASSWORD, repeated: NEW_PASSWORD };
  const other = { userId: "user_of_somebody_else" };
  expect(await accounts.isResetCodeOpen(code, CLIENT, other)).toBe(false);
  expect(await accounts.resetPassword(form, CLIENT, other)).toEqual({ kind: "invalid_action_code" });
  await expect(accounts.verifyEmail(await signUp("named-too@example.com"), CLIENT, other)).rejects.toMatchObject({
    code: "invalid_action_code",
  });
  expect(await accounts.resetPassword(form, CLIENT, { userId })).toEqual({ kind: "changed" });
});

it("leads to where somebody wanted to go, if that is a page of ours", async () => {
  const { accounts, mails, settle } = fixture;
  await fixture.addPerson("goes-on@example.com");
  for (const [continueUrl, reached] of [
    ["/app/usage?a=b", "/app/usage?a=b"],
    ["https://evil.example/app/usage", "/app/sign-in"],
  ] as const) {
    await accounts.requestPasswordReset("goes-on@example.com", CLIENT, { continueUrl });
    await settle();
    const link = new URL(/https:\S+mode=resetPassword\S+/.exec(mails.at(-1)!.text)![0]);
    expect(Object.fromEntries(link.searchParams)).toMatchObject({ continueUrl: reached, lang: "en" });
  }
});

it("takes the language of the link for the person's, once the address is verified", async () => {
  const { accounts, database } = fixture;
  const localeOf = async (email: string) =>
    (await database.query.users.findFirst({ where: (users, { eq }) => eq(users.email, email) }))?.locale;
  await accounts.verifyEmail(await signUp("german@example.com"), CLIENT, { lang: "de" });
  expect(await localeOf("german@example.com")).toBe("de");
  await accounts.verifyEmail(await signUp("klingon@example.com"), CLIENT, { lang: "tlh" });
  expect(await localeOf("klingon@example.com")).toBe("en");
});
