import { expect, type Page, test } from "@playwright/test";
import { totpCode } from "../../support/authenticator";
import { seriousProblems } from "../../support/serious-problems";
import { addApp } from "./authenticator-app";
import { bringIn, givePassword, newPerson, ownBrowser, type Person, signIn } from "./people";

const SECURITY = "/app/settings/security";
const PHONE = `+1555${String(process.pid).padStart(7, "0")}`;

/** Gives the password again, in a browser that is signed out. */
async function passPassword(page: Page, person: Person): Promise<void> {
  await signOut(page);
  await givePassword(page, person, SECURITY);
  await expect(page).toHaveURL(/\/app\/sign-in\/second-factor/);
}

async function signOut(page: Page): Promise<void> {
  await page.context().clearCookies({ name: "xi_website_session" });
}

async function textedCode(page: Page): Promise<string> {
  const inbox = await page.context().newPage();
  let code: string | undefined;
  await expect(async () => {
    await inbox.goto(`/dev/sms?${new URLSearchParams({ to: PHONE })}`);
    const [newest] = await inbox.getByRole("article").allInnerTexts();
    code = /\b\d{6}\b/.exec(newest ?? "")?.[0];
    expect(code).toBeDefined();
  }).toPass({ timeout: 5_000 });
  await inbox.close();
  return code!;
}

test("an authenticator app is added, asked for at the next sign-in, and got past by the backup code alone", async ({
  browser,
}) => {
  const person = await newPerson();
  const context = await ownBrowser(browser);
  const page = await context.newPage();
  await bringIn(page, person);
  const seed = await addApp(page);
  await page.getByRole("button", { name: "Make a backup code" }).click();
  const backupCode = await page.getByLabel("Backup code", { exact: true }).inputValue();
  expect(backupCode).toMatch(/^([0-9A-Z]{5}-){4}[0-9A-Z]{5}$/);

  await passPassword(page, person);
  expect(await seriousProblems(page)).toEqual([]);
  // The session does not exist yet, whatever address is opened.
  await page.goto("/app/usage");
  await expect(page).toHaveURL(/\/app\/sign-in\?/);
  await page.goto(`/app/sign-in/second-factor?${new URLSearchParams({ redirect: "/app/usage" })}`);
  const field = page.getByLabel("Code from your authenticator app");
  await field.fill("000000");
  await expect(page.getByText("This code is not right. Enter the newest one.")).toBeVisible();
  // The code of the half minute to come is one that was not taken yet.
  await field.fill(totpCode(seed, Date.now() + 30_000));
  await expect(page).toHaveURL("/app/usage");

  await passPassword(page, person);
  await page.getByRole("link", { name: "Use your backup code" }).click();
  await page.getByLabel("Backup code").fill(backupCode.toLowerCase());
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL(SECURITY);
  await expect(page.getByRole("list", { name: "Your second factors" })).toBeHidden();
  await expect(page.getByRole("list", { name: "Recent activity" })).toContainText("Backup code used");
  await page.goto(`/dev/mailbox?${new URLSearchParams({ to: person.email })}`);
  await expect(page.getByRole("heading", { name: "Your backup code was used" })).toBeVisible();
  await context.close();
});

test("a telephone is added, and its codes sign in", async ({ browser }) => {
  const person = await newPerson();
  const context = await ownBrowser(browser);
  const page = await context.newPage();
  await bringIn(page, person, SECURITY);
  await page.getByRole("link", { name: "Add a second factor" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Text messages" }).click();
  await dialog.getByLabel("Telephone number").fill("12");
  await dialog.getByRole("button", { name: "Send me a code" }).click();
  await expect(dialog.getByText("Enter a telephone number with its country code")).toBeVisible();
  await dialog.getByLabel("Telephone number").fill(PHONE);
  await dialog.getByRole("button", { name: "Send me a code" }).click();
  await expect(dialog.getByText("A code is on its way")).toBeVisible();
  await dialog.getByLabel("Code from the text message").fill(await textedCode(page));
  await expect(page.getByText("Second factor added.")).toBeVisible();

  await passPassword(page, person);
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.postData()?.includes("intent=send")) asked.push(request.url());
  });
  await page.getByRole("button", { name: "Send me a code" }).dblclick();
  await expect(page.getByText("A code is on its way.")).toBeVisible();
  expect(asked).toHaveLength(1);
  await page.getByLabel("Code from the text message").fill(await textedCode(page));
  await expect(page).toHaveURL(SECURITY);

  await page.getByRole("button", { name: "Remove Text messages" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText("Second factor removed.")).toBeVisible();
  await signOut(page);
  await signIn(page, person, SECURITY);
  await expect(page).toHaveURL(SECURITY);
  await context.close();
});
