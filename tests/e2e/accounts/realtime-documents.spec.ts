import { expect, type Page, test } from "@playwright/test";
import { WebSocket } from "ws";
import { bringIn, newPerson, ownBrowser, type Person, url } from "./people";

/** Of a change until it shows elsewhere. */
const WITHIN_MS = 1000;

/** Opens a screen, and waits until it hears of changes: its socket is open and subscribed. */
async function openListening(page: Page, person: Person, to = "/app/usage"): Promise<void> {
  const ready = page
    .waitForEvent("websocket")
    .then((socket) => socket.waitForEvent("framereceived", ({ payload }) => String(payload).includes('"ready"')));
  await bringIn(page, person, to);
  await ready;
}

async function identityToken({ visitor }: Person): Promise<string> {
  const { html } = await visitor.get("/app/identity-token", { "x-parlando-request": "identity-token" });
  return (JSON.parse(html) as { token: string }).token;
}

/** What somebody's browser hears of changes, without a page of it. */
async function listenAs(person: Person): Promise<{ heard: string[]; close(): void }> {
  const protocols = ["realtime", `token.${await identityToken(person)}`];
  const socket = new WebSocket(`${url.replace("http", "ws")}/v1/realtime`, protocols);
  const heard: string[] = [];
  socket.on("message", (data) => heard.push(String(data)));
  socket.once("open", () => socket.send(JSON.stringify({ type: "subscribe" })));
  await expect.poll(() => heard.join()).toContain('"ready"');
  return { heard, close: () => socket.terminate() };
}

async function rename({ visitor }: Person, name: string): Promise<void> {
  const fields = { intent: "save", first_name: name, public_user_name: "g", locale: "en" };
  expect((await visitor.submit("/app/settings", fields)).status).toBe(200);
}

/** The person, as the shell names them. */
const menuOf = (page: Page, name: string) => page.getByRole("button", { name: new RegExp(`^${name}`) });

test("a person's change shows in another browser within a second, also what was missed offline, and to nobody else", {
  tag: "@alone",
}, async ({ browser }) => {
  const [person, stranger] = [await newPerson(), await newPerson()];
  const there = await ownBrowser(browser);
  const other = await there.newPage();
  await openListening(other, person);
  const [own, foreign] = [await listenAs(person), await listenAs(stranger)];
  await rename(person, "Grace");
  await expect(menuOf(other, "Grace")).toBeVisible({ timeout: WITHIN_MS });

  await there.setOffline(true);
  await rename(person, "Hopper");
  await expect(menuOf(other, "Grace")).toBeVisible();
  await there.setOffline(false);
  await expect(menuOf(other, "Hopper")).toBeVisible({ timeout: 10_000 });
  expect(own.heard.join()).toContain("user_changed");
  expect(foreign.heard.join()).not.toContain("user_changed");
  for (const { close } of [own, foreign]) close();
  await there.close();
});

test("what an admin switches shows in another browser of the workspace within a second", {
  tag: "@alone",
}, async ({ browser }) => {
  const person = await newPerson();
  const context = await ownBrowser(browser);
  const page = await context.newPage();
  await openListening(page, person, "/app/settings/features");
  await page.waitForLoadState("networkidle");
  const videos = page.getByRole("switch", { name: "Videos of text to speech" });
  await expect(videos).not.toBeChecked();
  const switched = await fetch(`${url}/v1/workspace/features`, {
    method: "PATCH",
    headers: { authorization: `Bearer ${await identityToken(person)}`, "content-type": "application/json" },
    body: JSON.stringify({ text_to_speech_video: true }),
  });
  expect(switched.status).toBe(200);
  await expect(videos).toBeChecked({ timeout: WITHIN_MS });
  await context.close();
});

test("what a form has just answered stays on screen when something changes elsewhere", async ({ browser }) => {
  const person = await newPerson();
  const context = await ownBrowser(browser);
  const page = await context.newPage();
  await openListening(page, person, "/app/settings/api-keys");
  await page.getByLabel("Name of a new key").fill("Robot");
  await page.getByRole("button", { name: "Create key" }).click();
  const key = page.getByLabel("API key", { exact: true });
  await expect(key).toBeVisible();
  await rename(person, "Grace");
  await expect(menuOf(page, "Grace")).toBeVisible();
  await expect(key).toBeVisible();
  await context.close();
});
