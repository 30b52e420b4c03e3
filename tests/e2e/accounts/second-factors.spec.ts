import { expect, type Page, test } from "@playwright/test";
import { totpCode } from "../../support/authenticator";
import { seriousProblems } from "../../support/serious-problems";
import { openScreen } from "../../support/signed-in-page";
import { textOf, Visitor } from "../../support/visitor";
import { addApp } from "./authenticator-app";
import { bringIn, givePassword, newPerson, openSession, ownBrowser, type Person, sendPassword, url } from "./people";

const SECURITY = "/app/settings/security";
const PHONE = `+1555${String(process.pid).padStart(7, "0")}`;

/** A browser that is signed out and has given the password again: what comes next. */
async function openSecondFactor(page: Page, person: Person): Promise<void> {
  await signOut(page);
  const next = await sendPassword(page.context(), person, { to: SECURITY });
  expect(next).toMatch(/^\/app\/sign-in\/second-factor\?/);
  await openScreen(page, next);
}

async function signOut(page: Page): Promise<void> {
  await page.context().clearCookies({ name: "xi_website_session" });
}

async function textedCode(): Promise<string> {
  let code: string | undefined;
  await expect(async () => {
    const { html } = await new Visitor(url).get(`/dev/sms?${new URLSearchParams({ to: PHONE })}`);
    const newest = /<article[\s\S]*?<\/article>/.exec(html)?.[0] ?? "";
    code = /\b\d{6}\b/.exec(textOf(newest))?.[0];
    expect(code).toBeDefined();
  }).toPass({ timeout: 5_000 });
  return code!;
}

test("an authenticator app is added, asked for at the next sign-in, and got past by the backup code alone", async ({
  browser,
}) => {
  const person = await newPerson();
  const context = await ownBrowser(browser);
  const page = await context.newPage();
  await openSession(context, person);
  const seed = await addApp(page);
  await page.getByRole("button", { name: "Make a backup code" }).click();
  const backupCode = await page.getByLabel("Backup code", { exact: true }).inputValue();
  expect(backupCode).toMatch(/^([0-9A-Z]{5}-){4}[0-9A-Z]{5}$/);

  await signOut(page);
  await givePassword(page, person);
  await expect(page).toHaveURL(/\/app\/sign-in\/second-factor/);
  expect(await seriousProblems(page)).toEqual([]);
  // The session does not exist yet, whatever address is opened.
  const usage = await page.request.get("/app/usage", { maxRedirects: 0 });
  expect(usage.headers().location).toMatch(/\/app\/sign-in\?/);
  const field = page.getByLabel("Code from your authenticator app");
  await field.fill("000000");
  await expect(page.getByText("This code is not right. Enter the newest one.")).toBeVisible();
  // The code of the half minute to come is one that was not taken yet.
  await field.fill(totpCode(seed, Date.now() + 30_000));
  await expect(page).toHaveURL("/app/usage");

  await openSecondFactor(page, person);
  await page.getByRole("link", { name: "Use your backup code" }).click();
  await page.getByLabel("Backup code").fill(backupCode.toLowerCase());
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL(SECURITY);
  await expect(page.getByRole("list", { name: "Your second factors" })).toBeHidden();
  await expect(page.getByRole("list", { name: "Recent activity" })).toContainText("Backup code used");
  const mailbox = `/dev/mailbox?${new URLSearchParams({ to: person.email })}`;
  await expect
    .poll(async () => textOf((await person.visitor.get(mailbox)).html))
    .toContain("Your backup code was used");
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
  await dialog.getByLabel("Code from the text message").fill(await textedCode());
  await expect(page.getByText("Second factor added.")).toBeVisible();

  await openSecondFactor(page, person);
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.postData()?.includes("intent=send")) asked.push(request.url());
  });
  await page.getByRole("button", { name: "Send me a code" }).dblclick();
  await expect(page.getByText("A code is on its way.")).toBeVisible();
  expect(asked).toHaveLength(1);
  await page.getByLabel("Code from the text message").fill(await textedCode());
  await expect(page).toHaveURL(SECURITY);

  await page.getByRole("button", { name: "Remove Text messages" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText("Second factor removed.")).toBeVisible();
  await signOut(page);
  expect(await sendPassword(context, person, { to: SECURITY })).toBe(SECURITY);
  await context.close();
});
