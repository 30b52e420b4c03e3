/** People of a browser test's own, made the way people are made, without a browser. */
import { type Browser, type BrowserContext, expect, type Page } from "@playwright/test";
import { WebSocket } from "ws";
import { newNetwork } from "../../support/new-network";
import { sharedProduct } from "../../support/product";
import { openScreen, sendSignIn } from "../../support/signed-in-page";
import { newestLinkFor, Visitor } from "../../support/visitor";

export const { url } = sharedProduct();
const PASSWORD = "Correct horse 7!";
let people = 0;

export interface Person {
  email: string;
  visitor: Visitor;
}

/** Somebody whose address is verified, and who is signed in without a browser. `site`: a product of the test's own. */
export async function newPerson(domain = "example.com", site = url): Promise<Person> {
  const visitor = new Visitor(site);
  const email = `leaver-${process.pid}-${Date.now()}-${++people}@${domain}`;
  await visitor.submit("/app/sign-up", { email, password: PASSWORD });
  await visitor.submit((await newestLinkFor(visitor, email, "verifyEmail"))!, {});
  await visitor.submit("/app/sign-in", { email, password: PASSWORD });
  return { email, visitor };
}

/** A browser with an address of its own on the network, so that limits do not add up. */
export async function ownBrowser(browser: Browser, baseURL = url): Promise<BrowserContext> {
  return browser.newContext({ baseURL, extraHTTPHeaders: { "cf-connecting-ip": newNetwork() } });
}

/** Gives somebody's address and password, who wants to a screen of the app. */
export async function givePassword(page: Page, { email }: Person, to = "/app/usage"): Promise<void> {
  await page.goto(`/app/sign-in?${new URLSearchParams({ redirect: to })}`);
  await page.getByLabel("E-mail", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.keyboard.press("Enter");
}

/** Signs somebody in who wants to a screen of the app, without a page of it. Answers where it leads. */
export async function sendPassword(
  context: BrowserContext,
  { email }: Person,
  { to = "/app/usage", site = url } = {},
): Promise<string> {
  const address = new URL(`/app/sign-in?${new URLSearchParams({ redirect: to })}`, site);
  return sendSignIn(context, address, { email, password: PASSWORD });
}

/** Opens a session of its own in a browser: for tests that are not about signing in. */
export async function openSession(context: BrowserContext, person: Person, site = url): Promise<void> {
  expect(await sendPassword(context, person, { site })).toBe("/app/usage");
}

/** The same, and opens a screen of the app that asks nothing first. */
export async function signIn(page: Page, person: Person, to = "/app/usage", site = url): Promise<void> {
  await openSession(page.context(), person, site);
  await openScreen(page, new URL(to, site).href);
}

/** Brings somebody with their session into a browser, and opens a screen: for tests that are not about signing in. */
export async function bringIn(page: Page, { visitor }: Person, to = "/app/usage", site = url): Promise<void> {
  const cookies = [...visitor.cookies].map(([name, value]) => ({ name, value, url: site, httpOnly: true }));
  await page.context().addCookies(cookies);
  await openScreen(page, new URL(to, site).href);
}

/** Opens a screen, and waits until it hears of changes: its socket is open and subscribed. */
export async function listening(page: Page, open: () => Promise<void>): Promise<void> {
  const ready = page
    .waitForEvent("websocket")
    .then((socket) => socket.waitForEvent("framereceived", ({ payload }) => String(payload).includes('"ready"')));
  await open();
  await ready;
}

/** Brings somebody into a browser, as `bringIn` does, and waits until the screen hears of changes. */
export const openListening = (page: Page, person: Person, to = "/app/usage"): Promise<void> =>
  listening(page, () => bringIn(page, person, to));

/** What a signed-in browser calls the API with. */
export async function identityToken({ visitor }: Person): Promise<string> {
  const { html } = await visitor.get("/app/identity-token", { "x-parlando-request": "identity-token" });
  return (JSON.parse(html) as { token: string }).token;
}

/** What somebody's browser hears of changes, without a page of it. */
export async function listenAs(person: Person): Promise<{ heard: string[]; close(): void }> {
  const protocols = ["realtime", `token.${await identityToken(person)}`];
  const socket = new WebSocket(`${url.replace("http", "ws")}/v1/realtime`, protocols);
  const heard: string[] = [];
  socket.on("message", (data) => heard.push(String(data)));
  socket.once("open", () => socket.send(JSON.stringify({ type: "subscribe" })));
  await expect.poll(() => heard.join()).toContain('"ready"');
  return { heard, close: () => socket.terminate() };
}

/** The newest mailed link with a mode, as a path; waits for the mail. */
export async function mailedLink(email: string, mode: string): Promise<string> {
  const visitor = new Visitor(url);
  let path: string | undefined;
  await expect(async () => {
    const { html } = await visitor.get(`/dev/mailbox?${new URLSearchParams({ to: email })}`);
    const links = [...html.matchAll(/href="(http[^"]*[?&]mode=[^"]*)"/g)].map(
      ([, link]) => new URL(link!.replaceAll("&amp;", "&")),
    );
    const found = links.find((link) => link.searchParams.get("mode") === mode);
    path = found && found.pathname + found.search;
    expect(path).toBeDefined();
  }).toPass({ timeout: 30_000 });
  return path!;
}

/** A key of somebody's, made on their screen of keys. */
export async function newApiKey({ visitor }: Person): Promise<string> {
  const { html } = await visitor.submit("/app/settings/api-keys", { intent: "create", name: "test" });
  const key = /value="(sk_[0-9a-f]{48})"/.exec(html)?.[1];
  if (!key) throw new Error("no API key was shown");
  return key;
}

/** Calls the API with a key. */
export function call(key: string, path: string, init: { method?: string; body?: unknown } = {}): Promise<Response> {
  return fetch(url + path, {
    method: init.method ?? (init.body === undefined ? "GET" : "POST"),
    headers: { "xi-api-key": key, "content-type": "application/json" },
    body: init.body === undefined ? undefined : JSON.stringify(init.body),
  });
}

/** Something that was said, in the history; answers its id. */
export async function speak(key: string, text: string): Promise<string> {
  const { voiceId } = sharedProduct();
  const response = await call(key, `/v1/text-to-speech/${voiceId}`, { body: { text } });
  if (!response.ok) throw new Error(await response.text());
  await response.arrayBuffer();
  const id = response.headers.get("history-item-id");
  if (!id) throw new Error("no history item was made");
  await expect(async () => expect((await call(key, `/v1/history/${id}`)).status).toBe(200)).toPass();
  return id;
}
