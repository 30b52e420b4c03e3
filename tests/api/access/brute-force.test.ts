import { describe, expect, it } from "vitest";
import { totpCode } from "../../support/authenticator";
import { newNetwork } from "../../support/new-network";
import { sharedProduct } from "../../support/product";
import { newestLinkFor, textOf, Visitor } from "../../support/visitor";

const { url } = sharedProduct();
const PASSWORD = "Correct horse 7!";
const SECURITY = "/app/settings/security";
const SECOND_FACTOR = "/app/sign-in/second-factor";
/** What `second_factor_failure_user` and `confirmation_failure_user` let through before anybody has to wait. */
const FREE_GUESSES = 5;
const STOPPED = "Too many attempts, please try again in a few minutes.";
let people = 0;

async function newMember(): Promise<{ owner: Visitor; email: string }> {
  const email = `guessed-${process.pid}-${Date.now()}-${++people}@example.com`;
  const owner = new Visitor(url);
  await owner.submit("/app/sign-up", { email, password: PASSWORD });
  await owner.submit((await newestLinkFor(owner, email, "verifyEmail"))!, {});
  expect((await owner.submit("/app/sign-in", { email, password: PASSWORD })).status).toBe(302);
  return { owner, email };
}

/** Somebody's browser after they signed out. */
function sameBrowser(owner: Visitor): Visitor {
  const browser = new Visitor(url);
  browser.setCookie("xi_website_browser", owner.cookies.get("xi_website_browser")!);
  return browser;
}

/** Adds an authenticator app by the screen's forms; answers its seed. */
async function addApp(owner: Visitor): Promise<string> {
  const { html } = await owner.submit(SECURITY, { intent: "totp_start" });
  const seed = /\b[A-Z2-7]{32}\b/.exec(html)?.[0] ?? "";
  const code = totpCode(seed, Date.now());
  expect((await owner.submit(SECURITY, { intent: "totp_confirm", code })).status).toBe(200);
  return seed;
}

/** A telephone of one's own, and the newest code that came to it. */
const newPhone = () => `+1555${String(Date.now()).slice(-6)}${String(++people).padStart(2, "0")}`;
async function textedCode(visitor: Visitor, phone: string): Promise<string> {
  const { html } = await visitor.get(`/dev/sms?${new URLSearchParams({ to: phone })}`);
  return /\b(\d{6})\b is your Parlando code/.exec(textOf(html))?.[1] ?? "";
}

/** A browser in which the password of somebody with a second factor was right. */
async function afterPassword(email: string): Promise<Visitor> {
  const visitor = new Visitor(url);
  const answer = await visitor.submit("/app/sign-in", { email, password: PASSWORD });
  expect(answer.location).toContain(SECOND_FACTOR);
  return visitor;
}

/** Sends the same form this many times at once, as each of these browsers that opened its page before. */
async function atOnce(visitors: Visitor[], path: string, fields: (index: number) => Record<string, string>) {
  const forms = [];
  for (const visitor of visitors) {
    const csrf = /name="csrf" value="([0-9a-f]+)"/.exec((await visitor.get(path)).html)?.[1] ?? "";
    forms.push({ visitor, csrf });
  }
  return Promise.all(forms.map(({ visitor, csrf }, index) => visitor.post(path, { csrf, ...fields(index) })));
}

const activityOf = async (owner: Visitor) => textOf((await owner.get(SECURITY)).html);
const wrong = (index: number, right = "") => {
  const code = String(100_000 + index);
  return code === right ? "999999" : code;
};

describe("guesses of strangers stop strangers", () => {
  it("at a password from everywhere, while its owner signs in from their own browser", async () => {
    const { owner, email } = await newMember();
    const known = sameBrowser(owner);
    const guesses = await atOnce(
      Array.from({ length: 24 }, () => new Visitor(url)),
      "/app/sign-in",
      (index) => ({ email, password: `Guess number ${index}!` }),
    );
    expect(guesses.some(({ status }) => status === 429)).toBe(true);
    expect((await known.submit("/app/sign-in", { email, password: PASSWORD })).status).toBe(302);
    // Whoever guesses in that browser is stopped all the same, and stops nobody else there is.
    const inIt = await atOnce(Array<Visitor>(8).fill(sameBrowser(owner)), "/app/sign-in", (index) => ({
      email,
      password: `Guess number ${index}!`,
    }));
    expect(inIt.filter(({ status }) => status === 401)).toHaveLength(5);
    expect(inIt.filter(({ status }) => status === 429)).toHaveLength(3);
  });
});

describe("guesses that come all at once are no more than those that come one by one", () => {
  it("at a password, and its owner sees that they were stopped", async () => {
    const { owner, email } = await newMember();
    const guesser = new Visitor(url);
    const guesses = await atOnce(Array<Visitor>(16).fill(guesser), "/app/sign-in", (index) => ({
      email,
      password: `Guess number ${index}!`,
    }));
    const made = guesses.filter(({ status }) => status === 401);
    expect(made).toHaveLength(5);
    for (const { status, html, headers } of guesses.filter((answer) => !made.includes(answer))) {
      expect([status, textOf(html)]).toEqual([429, expect.stringContaining(STOPPED)]);
      expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    }
    await expect.poll(() => activityOf(owner)).toContain("Too many wrong passwords, so sign-in was slowed down");
    // The owner is not locked out by it.
    expect((await new Visitor(url).submit("/app/sign-in", { email, password: PASSWORD })).status).toBe(302);
  });

  it("at the code of an authenticator app, over many sign-ins that wait for one", async () => {
    const { owner, email } = await newMember();
    const seed = await addApp(owner);
    const waiting = [];
    for (let i = 0; i < 12; i++) waiting.push(await afterPassword(email));
    const right = totpCode(seed, Date.now());
    const guesses = await atOnce(waiting, SECOND_FACTOR, (index) => ({
      intent: "code",
      method: "totp",
      code: wrong(index, right),
    }));
    expect(guesses.filter(({ status }) => status === 400)).toHaveLength(FREE_GUESSES);
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(12 - FREE_GUESSES);
    // Not even the right one passes now.
    const code = totpCode(seed, Date.now() + 30_000);
    const late = await waiting[11]!.submit(SECOND_FACTOR, { intent: "code", method: "totp", code });
    expect([late.status, textOf(late.html)]).toEqual([429, expect.stringContaining(STOPPED)]);
    await expect.poll(() => activityOf(owner)).toContain("Too many wrong codes, so they were slowed down");
  });
});

describe("guesses that are stopped, for everybody, which the owner sees", () => {
  it("at a code that was texted", async () => {
    const { owner, email } = await newMember();
    const phone = newPhone();
    await owner.submit(SECURITY, { intent: "sms_start", phone });
    const first = await textedCode(owner, phone);
    expect((await owner.submit(SECURITY, { intent: "sms_confirm", code: first })).status).toBe(200);
    const [guesser, other] = [await afterPassword(email), await afterPassword(email)];
    await guesser.submit(SECOND_FACTOR, { intent: "send" });
    const right = await textedCode(guesser, phone);
    for (let i = 0; i < FREE_GUESSES; i++) {
      const answer = await guesser.submit(SECOND_FACTOR, { intent: "code", method: "sms", code: wrong(i, right) });
      // The fifth ends this sign-in; what was texted for it is good for nothing.
      expect([i, answer.status]).toEqual([i, i < FREE_GUESSES - 1 ? 400 : 302]);
    }
    const elsewhere = await other.submit(SECOND_FACTOR, { intent: "code", method: "sms", code: right });
    expect([elsewhere.status, textOf(elsewhere.html)]).toEqual([429, expect.stringContaining(STOPPED)]);
    await expect.poll(() => activityOf(owner)).toContain("Too many wrong codes, so they were slowed down");
  });

  it("at the backup code, at the sign-in and in a session alike", async () => {
    const { owner, email } = await newMember();
    await addApp(owner);
    const made = await call("/v1/user/backup-code", await tokenOf(owner));
    const right = String((made.body as { backup_code: string }).backup_code);
    expect(right).toMatch(/^(\w{5}-){4}\w{5}$/);
    const guesser = await afterPassword(email);
    for (let i = 0; i < FREE_GUESSES; i++)
      await guesser.submit(SECOND_FACTOR, { intent: "backup", code: `AAAAA-AAAAA-AAAAA-AAAAA-AAAA${i}` });
    const other = await afterPassword(email);
    expect((await other.submit(SECOND_FACTOR, { intent: "backup", code: right })).status).toBe(429);
    const removal = await call(`/v1/user/backup-code/${right}/remove-mfa`, await tokenOf(owner));
    expect(removal.status).toBe(429);
    const activity = await activityOf(owner);
    expect(activity).toContain("Too many wrong codes, so they were slowed down");
    expect(activity).not.toContain("Backup code used");
  });

  it("at the password of somebody who is signed in", async () => {
    const { owner } = await newMember();
    const form = { intent: "change_password", password: "Another horse 8!", repeated: "Another horse 8!" };
    const statuses = [];
    for (let i = 0; i < FREE_GUESSES; i++)
      statuses.push((await owner.submit(SECURITY, { ...form, old_password: `Guess number ${i}!` })).status);
    expect(statuses).toEqual([400, 400, 400, 400, 400]);
    expect((await owner.submit(SECURITY, { ...form, old_password: PASSWORD })).status).toBe(429);
    await expect.poll(() => activityOf(owner)).toContain("Too many wrong confirmations, so they were slowed down");
  });

  it("at the code of a mailed link", async () => {
    const { owner } = await newMember();
    const token = await tokenOf(owner);
    const address = newNetwork();
    const tries = [];
    for (let i = 0; i < 70; i++) {
      const code = String(i).padStart(64, "0");
      tries.push(
        call("/v1/user/verify-sensitive-action-code", token, address, {
          sensitive_action_verification_code: code,
        }),
      );
    }
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    // A minute gives one back.
    expect(statuses.filter((status) => status === 400).length).toBeLessThanOrEqual(62);
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(8);
    await expect.poll(() => activityOf(owner)).toContain("Too many wrong codes of mailed links");
  });
});

it("at an API key, by the client", async () => {
  const address = newNetwork();
  const tries = Array.from({ length: 80 }, async (_, index) => {
    const headers = { "xi-api-key": `sk_${String(index).padStart(48, "0")}`, "cf-connecting-ip": address };
    return (await fetch(`${url}/v1/user`, { headers })).status;
  });
  const statuses = await Promise.all(tries);
  expect(new Set(statuses)).toEqual(new Set([401, 429]));
  // A second gives one back.
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(5);
});

async function tokenOf(visitor: Visitor): Promise<string> {
  const { html } = await visitor.get("/app/identity-token", { "x-parlando-request": "identity-token" });
  return (JSON.parse(html) as { token: string }).token;
}

async function call(path: string, token: string, address = newNetwork(), body?: object) {
  const headers = { authorization: `Bearer ${token}`, "cf-connecting-ip": address, "content-type": "application/json" };
  const response = await fetch(url + path, { method: "POST", headers, body: body ? JSON.stringify(body) : undefined });
  return { status: response.status, body: await response.json() };
}
