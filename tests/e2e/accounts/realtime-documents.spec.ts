import { expect, type Page, test } from "@playwright/test";
import { identityToken, listenAs, newPerson, openListening, ownBrowser, type Person, url } from "./people";

/** Of a change until it shows elsewhere. */
const WITHIN_MS = 1000;

async function rename({ visitor }: Person, name: string): Promise<void> {
  const fields = { intent: "save", first_name: name, public_user_name: "g", locale: "en" };
  expect((await visitor.submit("/app/settings", fields)).status).toBe(200);
}

/** The person, as the shell names them. */
const menuOf = (page: Page, name: string) => page.getByRole("button", { name: new RegExp(`^${name}`) });

test("a person's change shows in another browser within a second, beside what a form has just answered there, also what was missed offline, and to nobody else", {
  tag: "@alone",
}, async ({ browser }) => {
  const [person, stranger] = [await newPerson(), await newPerson()];
  const there = await ownBrowser(browser);
  const other = await there.newPage();
  await openListening(other, person, "/app/settings/api-keys");
  await other.getByLabel("Name of a new key").fill("Robot");
  await other.getByRole("button", { name: "Create key" }).click();
  const key = other.getByLabel("API key", { exact: true });
  await expect(key).toBeVisible();
  const [own, foreign] = [await listenAs(person), await listenAs(stranger)];
  await rename(person, "Grace");
  await expect(menuOf(other, "Grace")).toBeVisible({ timeout: WITHIN_MS });
  await expect(key).toBeVisible();

  await there.setOffline(true);
  await rename(person, "Hopper");
  await expect(menuOf(other, "Grace")).toBeVisible();
  await there.setOffline(false);
  await expect(menuOf(other, "Hopper")).toBeVisible();
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
