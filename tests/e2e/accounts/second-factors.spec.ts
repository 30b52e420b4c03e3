import { expect, type Page, test } from "@playwright/test";
import { totpCode } from "../../support/authenticator";
import { seriousProblems } from "../../support/serious-problems";
import { openScreen } from "../../support/signed-in-page";
import { textOf, Visitor } from "../../support/visitor";
import { bringIn, givePassword, newPerson, ownBrowser, sendPassword, url } from "./people";

const SECURITY = "/app/settings/security";
const PHONE = `+1555${String(process.pid).padStart(7, "0")}`;

async function signOut(page: Page): Promise<void> {
  await page.context().clearCookies({ name: "xi_website_session" });
}

/** The newest code that was texted, once there is one other than `before`. */
async function textedCode(before?: string): Promise<string> {
  let code: string | undefined;
  await expect(async () => {
    const { html } = await new Visitor(url).get(`/dev/sms?${new URLSearchParams({ to: PHONE })}`);
    const newest = /<article[\s\S]*?<\/article>/.exec(html)?.[0] ?? "";
    code = /\b\d{6}\b/.exec(textOf(newest))?.[0];
    expect(code).toBeDefined();
    expect(code).not.toBe(before);
  }).toPass({ timeout: 30_000 });
  return code!;
}

test("the code of an authenticator app is asked for after the password, and none but a right one leads on", async ({
  browser,
}) => {
  const person = await newPerson();
  const started = await person.visitor.submit(SECURITY, { intent: "totp_start" });
  const seed = /\b[A-Z2-7]{32}\b/.exec(started.html)?.[0] ?? "";
  await person.visitor.submit(SECURITY, { intent: "totp_confirm", code: totpCode(seed, Date.now()) });
  const context = await ownBrowser(browser);
  const page = await context.newPage();
  await givePassword(page, person);
  await expect(page).toHaveURL(/\/app\/sign-in\/second-factor/);
  const field = page.getByLabel("Code from your authenticator app");
  await expect(field).toBeVisible();
  expect(await seriousProblems(page)).toEqual([]);
  await field.fill("000000");
  await expect(page.getByText("This code is not right. Enter the newest one.")).toBeVisible();
  // The code of the half minute to come is one that was not taken yet.
  await field.fill(totpCode(seed, Date.now() + 30_000));
  await expect(page).toHaveURL("/app/usage");
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
  const first = await textedCode();
  await dialog.getByLabel("Code from the text message").fill(first);
  await expect(page.getByText("Second factor added.")).toBeVisible();

  await signOut(page);
  const next = await sendPassword(context, person, { to: SECURITY });
  expect(next).toMatch(/^\/app\/sign-in\/second-factor\?/);
  await openScreen(page, next);
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.postData()?.includes("intent=send")) asked.push(request.url());
  });
  await page.getByRole("button", { name: "Send me a code" }).dblclick();
  await expect(page.getByText("A code is on its way.")).toBeVisible();
  expect(asked).toHaveLength(1);
  await page.getByLabel("Code from the text message").fill(await textedCode(first));
  await expect(page).toHaveURL(SECURITY);

  await page.getByRole("button", { name: "Remove Text messages" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText("Second factor removed.")).toBeVisible();
  await signOut(page);
  expect(await sendPassword(context, person, { to: SECURITY })).toBe(SECURITY);
  await context.close();
});
