import { expect, type Page, test } from "@playwright/test";
import { bringIn, newPerson, ownBrowser, type Person, signIn } from "./people";

/** Of a change until it shows elsewhere. */
const WITHIN_MS = 1000;

/** Waits until a page hears of changes: its socket is open and subscribed. */
async function openListening(page: Page, person: Person): Promise<void> {
  const ready = page
    .waitForEvent("websocket")
    .then((socket) => socket.waitForEvent("framereceived", ({ payload }) => String(payload).includes('"ready"')));
  await bringIn(page, person);
  await ready;
}

async function rename(page: Page, name: string): Promise<void> {
  await page.getByLabel("First name").fill(name);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("saved", { exact: false }).first()).toBeVisible();
}

/** The person, as the shell names them. */
const menuOf = (page: Page, name: string) => page.getByRole("button", { name: new RegExp(`^${name}`) });

test("a person's change shows in another browser within a second, also what was missed offline, and to nobody else", {
  tag: "@alone",
}, async ({ browser }) => {
  const [person, stranger] = [await newPerson(), await newPerson()];
  const [here, there, elsewhere] = await Promise.all([ownBrowser(browser), ownBrowser(browser), ownBrowser(browser)]);
  const [page, other, foreign] = [await here.newPage(), await there.newPage(), await elsewhere.newPage()];
  await openListening(other, person);
  await openListening(foreign, stranger);
  const heard: string[] = [];
  foreign.on("websocket", (socket) => socket.on("framereceived", ({ payload }) => heard.push(String(payload))));
  await signIn(page, person, "/app/settings");
  await rename(page, "Grace");
  await expect(menuOf(other, "Grace")).toBeVisible({ timeout: WITHIN_MS });
  await expect(menuOf(page, "Grace")).toBeVisible();

  await there.setOffline(true);
  await rename(page, "Hopper");
  await expect(menuOf(other, "Grace")).toBeVisible();
  await there.setOffline(false);
  await expect(menuOf(other, "Hopper")).toBeVisible({ timeout: 10_000 });
  expect(heard.join()).not.toContain("user_changed");
  await Promise.all([here.close(), there.close(), elsewhere.close()]);
});

test("what an admin switches shows in another browser of the workspace within a second", {
  tag: "@alone",
}, async ({ browser }) => {
  const person = await newPerson();
  const [here, there] = await Promise.all([ownBrowser(browser), ownBrowser(browser)]);
  const [page, other] = [await here.newPage(), await there.newPage()];
  await openListening(other, person);
  await other.goto("/app/settings/features");
  await other.waitForLoadState("networkidle");
  await signIn(page, person, "/app/settings/features");
  const name = "Videos of text to speech";
  await expect(other.getByRole("switch", { name })).not.toBeChecked();
  await page.getByRole("switch", { name }).click();
  await expect(other.getByRole("switch", { name })).toBeChecked({ timeout: WITHIN_MS });
  await Promise.all([here.close(), there.close()]);
});

test("what a form has just answered stays on screen when something changes elsewhere", async ({ browser }) => {
  const person = await newPerson();
  const context = await ownBrowser(browser);
  const page = await context.newPage();
  await openListening(page, person);
  await page.goto("/app/settings/api-keys");
  await page.getByLabel("Name of a new key").fill("Robot");
  await page.getByRole("button", { name: "Create key" }).click();
  const key = page.getByLabel("API key", { exact: true });
  await expect(key).toBeVisible();
  await person.visitor.submit("/app/settings", {
    intent: "save",
    first_name: "Grace",
    public_user_name: "g",
    locale: "en",
  });
  await expect(menuOf(page, "Grace")).toBeVisible();
  await expect(key).toBeVisible();
  await context.close();
});
