import { expect, it } from "vitest";
import { WebSocket } from "ws";
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

it("an address is changed by a link to the new one, which ends other sessions, and its owner takes it back from the old one", async () => {
  const email = `changed-${process.pid}-${Date.now()}@example.com`;
  const newEmail = email.replace("changed", "moved");
  const visitor = new Visitor(url);
  await visitor.submit("/app/sign-up", { email, password: PASSWORD });
  await visitor.submit((await newestLinkFor(visitor, email, "verifyEmail"))!, {});
  await visitor.submit("/app/sign-in", { email, password: PASSWORD });
  const elsewhere = new Visitor(url);
  await elsewhere.submit("/app/sign-in", { email, password: PASSWORD });
  expect((await visitor.submit("/app/settings", { intent: "change_email", email: newEmail })).status).toBe(200);

  const confirming = await linkFor(newEmail);
  // Opening alone changes nothing: mail programs open links ahead of their readers.
  expect(textOf((await visitor.get(confirming)).html)).toContain("Use the new address");
  const confirmed = await visitor.submit(confirming, {});
  expect(textOf(confirmed.html)).toContain("Email updated! Please refresh this page to reauthenticate.");
  expect(confirmed.html).toMatch(/<a [^>]*href="\/app\/settings"[^>]*>Continue</);
  expect(textOf((await visitor.get("/app/settings")).html)).toContain(newEmail);
  expect((await elsewhere.get("/app/settings")).location).toMatch(/^\/app\/sign-in/);

  const { html } = await visitor.get("/app/identity-token", { "x-parlando-request": "identity-token" });
  const protocols = ["realtime", `token.${(JSON.parse(html) as { token: string }).token}`];
  const socket = new WebSocket(`${url.replace("http", "ws")}/v1/realtime`, protocols);
  await new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject));
  const owner = new Visitor(url);
  const undo = await linkFor(email);
  expect((await owner.get(undo)).html).toMatch(/<button[^>]*>Undo the change<\/button>/);
  const undone = await owner.submit(undo, {});
  const changed = await owner.submit(undone.location!, { password: NEW_PASSWORD, repeated: NEW_PASSWORD });
  expect(textOf(changed.html)).toContain("Password has been changed");
  // The open page hears that its session has ended, and the way back does not lead in.
  await expect.poll(() => socket.readyState).not.toBe(WebSocket.OPEN);
  socket.terminate();
  expect((await visitor.get("/app/settings")).location).toMatch(/^\/app\/sign-in/);
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
