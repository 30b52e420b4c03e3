import { beforeAll, describe, expect, it } from "vitest";
import { totpCode } from "../../support/authenticator";
import { sharedProduct } from "../../support/product";
import { SoftwarePasskey } from "../../support/software-passkey";
import { csrfTokenIn, newestLinkFor, textOf, Visitor } from "../../support/visitor";

const { url, apiKey } = sharedProduct();
// Passkeys belong to a name, not to a number.
const NAMED_URL = url.replace("127.0.0.1", "localhost");
const PASSWORD = "Correct horse 7!";
const SECURITY = "/app/settings/security";
const SECOND_FACTOR = "/app/sign-in/second-factor";
let people = 0;

async function newMember(base = url): Promise<{ visitor: Visitor; email: string }> {
  const email = `factor-${process.pid}-${Date.now()}-${++people}@example.com`;
  const visitor = new Visitor(base);
  await visitor.submit("/app/sign-up", { email, password: PASSWORD });
  await visitor.submit((await newestLinkFor(visitor, email, "verifyEmail"))!, {});
  expect((await visitor.submit("/app/sign-in", { email, password: PASSWORD })).status).toBe(302);
  return { visitor, email };
}

async function tokenOf(visitor: Visitor): Promise<string> {
  const { html } = await visitor.get("/app/identity-token", { "x-parlando-request": "identity-token" });
  return (JSON.parse(html) as { token: string }).token;
}

async function call(path: string, credential: string, body?: unknown) {
  const response = await fetch(url + path, {
    method: "POST",
    headers: { authorization: `Bearer ${credential}`, "content-type": "application/json" },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

/** Adds an authenticator app by the screen's own forms; answers its seed. */
async function addApp(visitor: Visitor): Promise<string> {
  const started = await visitor.submit(SECURITY, { intent: "totp_start" });
  const seed = /\b[A-Z2-7]{32}\b/.exec(started.html)?.[0] ?? "";
  const confirmed = await visitor.submit(SECURITY, { intent: "totp_confirm", code: totpCode(seed, Date.now()) });
  expect([confirmed.status, textOf((await visitor.get(SECURITY)).html)]).toEqual([
    200,
    expect.stringContaining("Authenticator app"),
  ]);
  return seed;
}

describe("somebody with an authenticator app", () => {
  let email: string;
  let owner: Visitor;
  let seed: string;
  beforeAll(async () => {
    ({ visitor: owner, email } = await newMember());
    seed = await addApp(owner);
  });
  const afterPassword = async () => {
    const visitor = new Visitor(url);
    const answer = await visitor.submit("/app/sign-in?redirect=/app/usage", { email, password: PASSWORD });
    expect([answer.status, answer.location]).toEqual([302, `${SECOND_FACTOR}?redirect=%2Fapp%2Fusage`]);
    return visitor;
  };

  it("has no session after the password alone, whatever else is asked for", async () => {
    const visitor = await afterPassword();
    expect(visitor.cookies.has("xi_website_session")).toBe(false);
    expect((await visitor.get("/app/usage")).location).toContain("/app/sign-in");
    expect((await visitor.get("/app/identity-token", { "x-parlando-request": "identity-token" })).status).toBe(401);
    // The waiting sign-in is no session, also not under a session's name.
    visitor.setCookie("xi_website_session", visitor.cookies.get("xi_website_sign_in")!);
    expect((await visitor.get("/app/usage")).location).toContain("/app/sign-in");
  });

  it("is signed in by a code, which works once, under a new secret", async () => {
    const [first, second] = [await afterPassword(), await afterPassword()];
    const planted = "ImFiYyI%3D.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
    first.setCookie("xi_website_session", planted);
    const code = totpCode(seed, Date.now() + 30_000);
    const form = { intent: "code", method: "totp", code };
    const done = await first.submit(`${SECOND_FACTOR}?redirect=/app/usage`, form);
    expect([done.status, done.location]).toEqual([302, "/app/usage"]);
    expect(first.cookies.get("xi_website_session")).not.toBe(planted);
    expect(first.cookies.has("xi_website_sign_in")).toBe(false);
    const again = await second.submit(SECOND_FACTOR, form);
    expect([again.status, textOf(again.html)]).toEqual([400, expect.stringContaining("This code is not right.")]);
  });

  it("who has lost the app gets past it by the backup code alone, and has no second factor then", async () => {
    const { visitor, email: theirs } = await newMember();
    await addApp(visitor);
    const { body } = await call("/v1/user/backup-code", await tokenOf(visitor));
    const browser = new Visitor(url);
    const asked = await browser.submit("/app/sign-in?redirect=/app/usage", { email: theirs, password: PASSWORD });
    const screen = (await browser.get(asked.location!)).html;
    const [, link] = /<a [^>]*href="([^"]*)"[^>]*>Use your backup code</.exec(screen) ?? [];
    const byBackupCode = new URL(link!.replaceAll("&amp;", "&"), url + SECOND_FACTOR);
    const path = byBackupCode.pathname + byBackupCode.search;
    expect((await browser.get(path)).html).toMatch(/<input type="hidden" name="intent" value="backup"\/>/);
    const done = await browser.submit(path, { intent: "backup", code: String(body.backup_code).toLowerCase() });
    expect([done.status, done.location]).toEqual([302, SECURITY]);
    const { html: security } = await browser.get(SECURITY);
    expect(textOf(security)).toContain("Backup code used");
    expect(security).not.toContain('aria-label="Your second factors"');
    const mailbox = `/dev/mailbox?${new URLSearchParams({ to: theirs })}`;
    await expect.poll(async () => textOf((await browser.get(mailbox)).html)).toContain("Your backup code was used");
  });

  it("is asked for the password again after five wrong codes, and slowed down over all sign-ins", async () => {
    const guesser = await afterPassword();
    const wrong = { intent: "code", method: "totp", code: "000000" };
    const statuses = [];
    for (let i = 0; i < 5; i++) statuses.push((await guesser.submit(SECOND_FACTOR, wrong)).status);
    expect(statuses.slice(0, 3)).toEqual([400, 400, 400]);
    const last = await afterPassword();
    const answers = [];
    for (let i = 0; i < 3; i++) answers.push(await last.submit(SECOND_FACTOR, wrong));
    expect(answers.at(-1)?.status).toBe(429);
    expect(textOf(answers.at(-1)!.html)).toContain("Too many attempts, please try again in a few minutes.");
    expect(Number(answers.at(-1)?.headers.get("retry-after"))).toBeGreaterThan(0);
    // Its owner, who is signed in, sees it.
    await expect.poll(async () => textOf((await owner.get(SECURITY)).html)).toContain("Too many wrong codes");
  });

  it("is let back in by the backup code alone, which ends every other session", async () => {
    const made = await call("/v1/user/backup-code", await tokenOf(owner));
    expect(made).toEqual({ status: 200, body: { backup_code: expect.stringMatching(/^(\w{5}-){4}\w{5}$/) } });
    const code = String(made.body.backup_code);
    const path = (given: string) => `/v1/user/backup-code/${given}/remove-mfa`;
    expect((await call(path(code), apiKey)).status).toBe(403);
    const { visitor: stranger } = await newMember();
    expect((await call(path(code), await tokenOf(stranger))).status).toBe(400);
    expect(await call(path(code), await tokenOf(owner))).toEqual({ status: 200, body: { status: "ok" } });
    const factors = await call("/v1/user/update-mfa-factors", await tokenOf(owner), {});
    expect(factors.body).toEqual({ totp_mfa_factor: null, sms_mfa_factor: null, has_backup_code: false });
  });
});

describe("the calls of second factors", () => {
  it.each([
    ["/v1/user/backup-code", undefined],
    ["/v1/user/update-mfa-factors", {}],
    ["/v1/user/verify-sensitive-action-code", { sensitive_action_verification_code: "x" }],
    ["/v1/user/prepare-internal-verification", { email: "a@example.com", verification_code: "x" }],
  ])("%s is for somebody in a browser, not for a key", async (path, body) => {
    expect(await call(path, apiKey, body)).toMatchObject({
      status: 403,
      body: { detail: { status: "sensitive_action" } },
    });
  });

  it("refuse a code that was never mailed", async () => {
    const { visitor } = await newMember();
    const given = { sensitive_action_verification_code: "0".repeat(64) };
    expect(await call("/v1/user/verify-sensitive-action-code", await tokenOf(visitor), given)).toMatchObject({
      status: 400,
      body: { detail: { status: "invalid_action_code" } },
    });
  });
});

describe("a passkey, over HTTP", () => {
  const send = async (visitor: Visitor, fields: Record<string, string>) => {
    const csrf = csrfTokenIn((await visitor.get("/app/sign-in/forgot-password")).html);
    const answer = await visitor.post("/app/passkeys", { csrf, ...fields });
    return { status: answer.status, body: JSON.parse(answer.html) as never };
  };

  it("signs in once for each challenge, and is refused without the form's token", async () => {
    const { visitor } = await newMember(NAMED_URL);
    const passkey = new SoftwarePasskey(NAMED_URL);
    const { body: creation } = await send(visitor, { intent: "add_options" });
    const made = JSON.stringify(passkey.make(creation));
    expect((await send(visitor, { intent: "add", name: "Key", response: made })).status).toBe(200);

    const browser = new Visitor(NAMED_URL);
    const { body: request } = await send(browser, { intent: "sign_in_options" });
    const response = JSON.stringify(passkey.use(request));
    expect((await browser.post("/app/passkeys", { intent: "sign_in", response })).status).toBe(403);
    const fields = { intent: "sign_in", redirect: "https://evil.example/", response };
    expect(await send(browser, fields)).toEqual({ status: 200, body: { location: "/app/home" } });
    expect((await browser.get("/app/usage")).status).toBe(200);
    expect((await send(new Visitor(NAMED_URL), fields)).status).toBe(403);
    expect((await send(browser, { intent: "sign_in", response: "{}" })).status).toBe(400);
  });
});
