import { expect, it } from "vitest";
import { totpCode } from "../../support/authenticator";
import { sharedProduct } from "../../support/product";
import { csrfTokenIn, newestLinkFor, textOf, Visitor } from "../../support/visitor";

const { url } = sharedProduct();
const PASSWORD = "Correct horse 7!";
const NEW_PASSWORD = "Fresh zebra 9!";
const SECURITY = "/app/settings/security";

/** The newest link about another address in mails to one, as a path of ours. */
async function linkFor(email: string): Promise<string> {
  const find = async () => {
    const { html } = await new Visitor(url).get(`/dev/mailbox?${new URLSearchParams({ to: email })}`);
    return /href="http[^"/]*\/\/[^"/]*(\/app\/email-change\?[^"]*)"/.exec(html)?.[1]?.replaceAll("&amp;", "&");
  };
  await expect.poll(find).toBeDefined();
  return (await find())!;
}

it("whoever adds their own ways into another's account and moves it then, loses all of them by the owner's undo", async () => {
  const email = `undone-${process.pid}-${Date.now()}@example.com`;
  const thiefs = email.replace("undone", "thief");
  const owner = new Visitor(url);
  await owner.submit("/app/sign-up", { email, password: PASSWORD });
  await owner.submit((await newestLinkFor(owner, email, "verifyEmail"))!, {});

  const thief = new Visitor(url);
  await thief.submit("/app/sign-in", { email, password: PASSWORD });
  const started = await thief.submit(SECURITY, { intent: "totp_start" });
  const seed = /\b[A-Z2-7]{32}\b/.exec(started.html)?.[0] ?? "";
  await thief.submit(SECURITY, { intent: "totp_confirm", code: totpCode(seed, Date.now()) });
  const made = await thief.submit("/app/settings/api-keys", { intent: "create", name: "Mine" });
  const key = /value="(sk_[0-9a-f]{48})"/.exec(made.html)?.[1] ?? "";
  const callByKey = () => fetch(`${url}/v1/user`, { headers: { "xi-api-key": key } });
  expect((await callByKey()).status).toBe(200);
  await thief.submit("/app/settings", { intent: "change_email", email: thiefs });
  expect(textOf((await thief.submit(await linkFor(thiefs), {})).html)).toContain("Email updated!");

  const undo = await linkFor(email);
  const page = textOf((await owner.get(undo)).html);
  expect(page).toMatch(/Will be removed .*API key “Mine” .*Authenticator app, added on/);
  const undone = await owner.submit(undo, {});
  expect(undone.location).toMatch(/^\/app\/action\?mode=resetPassword/);
  await owner.submit(undone.location!, { password: NEW_PASSWORD, repeated: NEW_PASSWORD });
  const signedIn = await owner.submit("/app/sign-in", { email, password: NEW_PASSWORD });
  expect(signedIn.location).toBe("/app/home");
  expect((await callByKey()).status).toBe(401);
  expect((await thief.get("/app/home")).location).toMatch(/^\/app\/sign-in/);
});

it("of an undo and the closing of a thief at the same moment the undo stays, in any order, and no link of the thief's with it", async () => {
  for (const closesAfterMs of [0, 0, 1, 2, 4]) {
    const email = `raced-${process.pid}-${Date.now()}@example.com`;
    const thiefs = email.replace("raced", "thief");
    const owner = new Visitor(url);
    await owner.submit("/app/sign-up", { email, password: PASSWORD });
    await owner.submit((await newestLinkFor(owner, email, "verifyEmail"))!, {});
    const thief = new Visitor(url);
    await thief.submit("/app/sign-in", { email, password: PASSWORD });
    for (const next of [thiefs, thiefs.replace("thief", "further")]) {
      await thief.submit("/app/settings", { intent: "change_email", email: next });
      expect(textOf((await thief.submit(await linkFor(next), {})).html)).toContain("Email updated!");
    }
    const { html } = await thief.get("/app/identity-token", { "x-parlando-request": "identity-token" });
    const headers = { authorization: `Bearer ${(JSON.parse(html) as { token: string }).token}` };
    const undo = await linkFor(email);
    const csrf = csrfTokenIn((await owner.get(undo)).html);
    const close = async () => {
      await new Promise((resolve) => setTimeout(resolve, closesAfterMs));
      return fetch(`${url}/v1/user/delete`, { method: "DELETE", headers });
    };
    const [undone, closed] = await Promise.all([owner.post(undo, { csrf }), close()]);
    expect(undone.location).toMatch(/^\/app\/action\?mode=resetPassword/);
    expect([200, 401]).toContain(closed.status);
    await owner.submit(undone.location!, { password: NEW_PASSWORD, repeated: NEW_PASSWORD });
    const signedIn = await owner.submit("/app/sign-in", { email, password: NEW_PASSWORD });
    expect(signedIn.location).toBe("/app/home");
    // Not to where an account that is closed can be kept.
    expect((await owner.get("/app/home")).location).toMatch(/^\/app\/onboarding/);
    const { html: mailbox } = await thief.get(`/dev/mailbox?${new URLSearchParams({ to: thiefs })}`);
    const links = [...mailbox.matchAll(/href="http[^"/]*\/\/[^"/]*(\/app\/email-change\?[^"]*isReverting[^"]*)"/g)];
    expect(links.length).toBeGreaterThan(0);
    for (const [, link] of links)
      expect(textOf((await thief.get(link!.replaceAll("&amp;", "&"))).html)).not.toContain("Undo the change of");
  }
});
