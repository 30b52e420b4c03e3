import { expect, type Page, test } from "@playwright/test";
import { seriousProblemsInBothThemes } from "../../support/serious-problems";
import { csrfTokenIn } from "../../support/visitor";
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
  const violations: string[] = [];
  page.on("console", (message) => /Content Security Policy/.test(message.text()) && violations.push(message.text()));
  // A network without an answer: three forms as browsers without scripts send them, then one whose check is lost.
  for (let i = 0; i < 3; i++) {
    const csrf = csrfTokenIn(await (await context.request.get("/app/sign-up")).text());
    const form = { csrf, email: newEmail(), password: PASSWORD };
    const answer = await context.request.post("/app/sign-up", { form, headers: { origin: url } });
    expect(await answer.text()).toContain("Check your mail");
  }
  const robot = await context.newPage();
  await robot.route("**/app/captcha", (route) => route.abort());
  await robot.goto("/app/sign-up");
  await fillIn(robot, newEmail());
  await expect(robot.getByRole("alert")).toContainText("a check against robots is needed first");
  // Others there, who give an answer, are not kept out by it.
  await page.goto("/app/sign-up");
  await expect(page.locator("input[name=captcha]")).not.toHaveValue("");
  await fillIn(page, newEmail());
  await expect(page.getByRole("heading", { name: "Check your mail" })).toBeVisible();
  expect(violations).toEqual([]);
});

test("whoever wanted a page gets there, through the sign-up, past refused passwords, the mail and the sign-in", async ({
  browser,
}) => {
  const page = await (await ownBrowser(browser)).newPage();
  const email = newEmail();
  await page.goto("/app/settings/api-keys");
  await expect(page).toHaveURL("/app/sign-in?redirect=%2Fapp%2Fsettings%2Fapi-keys");
  await page.getByRole("link", { name: "Sign up" }).click();
  await expect(page).toHaveURL("/app/sign-up?redirect=%2Fapp%2Fsettings%2Fapi-keys");
  await page.getByLabel("First name (optional)").fill("Lovelace");
  // Each is said beside the field, which takes the focus.
  for (const [password, problem] of [
    [
      "Abcdefg1",
      "Your password doesn't meet our security requirements. Your password must contain a special character.",
    ],
    ["Welcome2024!", /It is one of those that are guessed first\./],
    ["Lovelace#1815", /It is made of your name or address/],
  ] as const) {
    await fillIn(page, email, password);
    await expect(page.getByRole("alert")).toHaveText(problem);
    await expect(page.getByLabel("Password", { exact: true })).toBeFocused();
    await expect(page.getByLabel("E-mail", { exact: true })).toHaveValue(email);
  }
  await fillIn(page, email);
  await expect(page.getByRole("heading", { name: "Check your mail" })).toBeFocused();
  await expect(page.getByText(email)).toBeVisible();
  await page.goto(await mailedLink(email, "verifyEmail"));
  const verification = page.getByRole("dialog", { name: "Email Verification" });
  await expect(verification).toContainText("Email verified successfully! Please sign back in to continue.");
  expect(await seriousProblemsInBothThemes(page)).toEqual([]);
  await verification.getByRole("button", { name: "Continue" }).click();
  await expect(page).toHaveURL("/app/sign-in?redirect=%2Fapp%2Fsettings%2Fapi-keys");
  await page.getByLabel("E-mail", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/app/settings/api-keys");
});
