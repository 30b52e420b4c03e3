import { readFile } from "node:fs/promises";
import { expect, type Page, test } from "@playwright/test";
import { unzipSync } from "fflate";
import { seriousProblems } from "../../support/serious-problems";
import { bringIn, call, newApiKey, newPerson, ownBrowser, type Person, signIn, speak } from "./people";

const PRIVACY = "/app/settings/privacy";

/** Closes the account of whoever is signed in, by the dialog of their screen of privacy. */
async function deleteAccount(page: Page, { email }: Person): Promise<void> {
  await page.getByRole("button", { name: "Delete account" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete your account?" });
  const confirm = dialog.getByRole("button", { name: /^Delete account/ });
  await expect(confirm).toBeDisabled();
  await dialog.getByLabel(`Type ${email} to confirm`).fill("somebody@example.com");
  // The countdown is over by then; what is typed is not the address.
  await expect(confirm).toHaveText("Delete account");
  await expect(confirm).toBeDisabled();
  await dialog.getByLabel(`Type ${email} to confirm`).fill(email);
  await confirm.click();
  await expect(page).toHaveURL(/\/app\/account-closed$/);
}

test("a person takes along everything that is kept about them, and nobody else does", async ({ browser }) => {
  const [person, other] = [await newPerson(), await newPerson()];
  const key = await newApiKey(person);
  const itemId = await speak(key, "Take me along.");
  const context = await ownBrowser(browser);
  const page = await context.newPage();
  await bringIn(page, person, PRIVACY);
  await page.getByRole("button", { name: "Pack your data" }).click();
  const link = page.getByRole("link", { name: "Download", exact: true });
  await expect(link).toBeVisible();

  const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
  expect(download.suggestedFilename()).toMatch(/^parlando-data-\d{4}-\d\d-\d\d\.zip$/);
  const files = unzipSync(await readFile(await download.path()));
  const json = (name: string) => JSON.parse(new TextDecoder().decode(files[name])) as unknown;
  expect(Object.keys(files).sort()).toEqual([
    "advertising.json",
    "api-keys.json",
    `audio/${itemId}.mp3`,
    "history.json",
    "profile.json",
    "security-events.json",
    "sessions.json",
    "settings.json",
    "shares.json",
    "sign-up.json",
    "support-access.json",
    "usage.json",
  ]);
  expect(json("profile.json")).toMatchObject({ email: person.email });
  expect(json("history.json")).toMatchObject([
    { id: itemId, text: "Take me along.", audio: { file: `audio/${itemId}.mp3` } },
  ]);
  expect(json("api-keys.json")).toMatchObject([{ name: "test", preview: key.slice(-4) }]);
  expect(files[`audio/${itemId}.mp3`]!.byteLength).toBeGreaterThan(1000);
  // No hash, and no secret of any kind.
  const all = Object.values(files)
    .map((bytes) => new TextDecoder("latin1").decode(bytes))
    .join("");
  expect(all).not.toMatch(/password_?hash|key_?hash|scrypt/i);

  const path = (await link.getAttribute("href"))!;
  expect((await other.visitor.get(path)).status).toBe(404);
  expect((await call(await newApiKey(other), `/v1/user${path.slice(4)}/file`)).status).toBe(403);
  await context.clearCookies();
  const signedOut = await page.request.get(path, { maxRedirects: 0 });
  expect(signedOut.headers().location).toMatch(/\/app\/sign-in/);
  await context.close();
});

test("an account is closed by a typed yes, and whoever signs in to it then is asked to keep it", async ({
  browser,
}) => {
  const person = await newPerson();
  const context = await ownBrowser(browser);
  const page = await context.newPage();
  await bringIn(page, person, PRIVACY);
  await deleteAccount(page, person);
  await expect(page.getByRole("dialog", { name: "Your account is closed" })).toContainText("erased in 14 days");

  await signIn(page, person, "/app/settings/api-keys");
  const dialog = page.getByRole("dialog", { name: "Keep your account?" });
  await expect(dialog).toBeVisible();
  expect(await seriousProblems(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Keep my account" }).click();
  await expect(dialog).toHaveCount(0);
  expect((await page.request.get("/app/usage", { maxRedirects: 0 })).status()).toBe(200);
  await context.close();
});
