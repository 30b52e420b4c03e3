import { expect, type Page, test } from "@playwright/test";
import { openScreen } from "../../support/signed-in-page";
import { mailedLink, ownBrowser, url } from "./people";

const PASSWORD = "Correct horse 7!";
let people = 0;
const newEmail = () => `signer-${process.pid}-${Date.now()}-${++people}@example.com`;

async function fillIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel("E-mail", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign up" }).click();
}

test("a sign-up is checked against robots unseen, however many come from a network", async ({ browser }) => {
  const context = await ownBrowser(browser);
  const page = await context.newPage();
  // More than pass without an answer.
  for (let i = 0; i < 4; i++) {
    // A form that is sent without scripts is sent without an answer.
    await openScreen(page, "/app/sign-up");
    await fillIn(page, newEmail());
    await expect(page.getByRole("heading", { name: "Check your mail" })).toBeVisible();
  }
  const violations: string[] = [];
  page.on("console", (message) => /Content Security Policy/.test(message.text()) && violations.push(message.text()));
  await page.goto("/app/sign-up");
  await expect(page.locator("input[name=captcha]")).not.toHaveValue("");
  expect(violations).toEqual([]);

  // The same network without an answer.
  const robot = await context.newPage();
  await robot.route("**/app/captcha", (route) => route.abort());
  for (let i = 0; i < 4; i++) {
    await robot.goto("/app/sign-up");
    await fillIn(robot, newEmail());
    if (i < 3) await expect(robot.getByRole("heading", { name: "Check your mail" })).toBeVisible();
  }
  await expect(robot.getByRole("alert")).toContainText("a check against robots is needed first");
});

test("a password that is guessed first is refused where it is typed", async ({ browser }) => {
  const page = await (await ownBrowser(browser)).newPage();
  await page.goto("/app/sign-up");
  await fillIn(page, "lovelace@example.com", "Welcome2024!");
  await expect(page.getByRole("alert")).toContainText("It is one of those that are guessed first.");
  await expect(page.getByLabel("Password", { exact: true })).toBeFocused();
  await fillIn(page, "lovelace@example.com", "Lovelace#1815");
  await expect(page.getByRole("alert")).toContainText("It is made of your name or address");
});

test("whoever wanted a page gets there, through the mail and the sign-in", async ({ browser }) => {
  const page = await (await ownBrowser(browser)).newPage();
  const email = newEmail();
  await page.goto("/app/sign-up?redirect=/app/usage");
  await fillIn(page, email);
  await expect(page.getByRole("heading", { name: "Check your mail" })).toBeVisible();
  await page.goto(await mailedLink(email, "verifyEmail"));
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page).toHaveURL(`${url}/app/sign-in?redirect=%2Fapp%2Fusage`);
});
