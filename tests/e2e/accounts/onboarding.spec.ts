import { expect, type Page, test } from "@playwright/test";
import { newNetwork } from "../../support/new-network";
import { sharedProduct } from "../../support/product";
import { seriousProblems } from "../../support/serious-problems";
import { newestLinkFor, Visitor } from "../../support/visitor";

const { url } = sharedProduct();
const PASSWORD = "Correct horse 7!";
let people = 0;

test.beforeEach(async ({ context }) => {
  await context.setExtraHTTPHeaders({ "cf-connecting-ip": newNetwork() });
});

/** A person whose address is verified, signed in with a browser for the first time. */
async function signInAsNewMember(page: Page): Promise<string> {
  const email = `new-${process.pid}-${Date.now()}-${++people}@example.com`;
  const visitor = new Visitor(url);
  await visitor.submit("/app/sign-up", { email, password: PASSWORD });
  await visitor.submit((await newestLinkFor(visitor, email, "verifyEmail"))!, {});
  await page.goto(`${url}/app/sign-in`);
  await page.getByLabel("E-mail", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`${url}/app/onboarding`);
  return email;
}

test("a new member answers the questions, and the first steps tick themselves off, in all tabs", async ({
  page,
  context,
}) => {
  await signInAsNewMember(page);
  await expect(page.getByRole("heading", { name: "Welcome" })).toBeFocused();
  expect(await seriousProblems(page)).toEqual([]);
  await page.getByLabel("What should we call you?").fill("Grace");
  await page.getByLabel("Developer").check();
  await page.getByRole("group", { name: "What exactly?" }).getByLabel("Voice agents").check();
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByLabel("A friend or colleague").check();
  await page.getByRole("button", { name: "Start" }).click();
  await expect(page).toHaveURL(`${url}/app/home`);
  await expect(page.getByRole("heading", { level: 1, name: "Hello, Grace" })).toBeVisible();
  const steps = page.getByRole("region", { name: "First steps" });
  await expect(steps).toContainText("0 of 3 done");

  const elsewhere = await context.newPage();
  await elsewhere.goto(`${url}/app/home`);
  await expect(elsewhere.getByRole("region", { name: "First steps" })).toContainText("0 of 3 done");

  await steps.getByRole("link", { name: /Invite a friend/ }).click();
  await page.getByRole("button", { name: "Get your link" }).click();
  await expect(page.getByLabel("Your link", { exact: true })).toHaveValue(new RegExp(`^${url}/\\?from=`));
  const congratulation = page.getByText("Congratulations on completing a step in your onboarding checklist.");
  await expect(congratulation).toBeVisible();
  await expect(elsewhere.getByRole("region", { name: "First steps" })).toContainText("1 of 3 done");

  await page.goto(`${url}/app/settings/api-keys`);
  await page.getByLabel("Name of a new key").fill("First");
  await page.getByRole("button", { name: "Create key" }).click();
  await page.getByRole("button", { name: "Show key" }).click();
  await expect(congratulation).toBeVisible();
  let updates = 0;
  page.on("request", (request) => request.url().endsWith("/onboarding-checklist/update") && updates++);
  await page.getByRole("button", { name: "Hide key" }).click();
  await page.goto(`${url}/app/onboarding-checklist`);
  await expect(page.getByText("2 of 3 done")).toBeVisible();
  expect(updates).toBe(0);
});

test("who skips the questions is not led there again, and can hide the first steps", async ({ page }) => {
  await signInAsNewMember(page);
  await page.getByRole("button", { name: "Skip" }).click();
  await expect(page).toHaveURL(`${url}/app/home`);
  await page.reload();
  await expect(page).toHaveURL(`${url}/app/home`);
  const hidden = page.waitForResponse((response) => response.url().includes("/app/onboarding-checklist"));
  await page.getByRole("region", { name: "First steps" }).getByRole("button", { name: "Hide" }).click();
  await hidden;
  await expect(page.getByRole("region", { name: "First steps" })).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole("heading", { name: "Latest" })).toBeVisible();
  await expect(page.getByRole("region", { name: "First steps" })).toHaveCount(0);

  // A step is still noted, without a word.
  await page.goto(`${url}/app/settings`);
  const noted = page.waitForResponse((response) => response.url().endsWith("/onboarding-checklist/update"));
  await page.getByRole("button", { name: "Get your link" }).click();
  expect((await noted).status()).toBe(200);
  await expect(page.getByText("Congratulations")).toHaveCount(0);
  await page.goto(`${url}/app/onboarding-checklist`);
  await page.getByRole("button", { name: "I know my way" }).click();
  await expect(page).toHaveURL(`${url}/app/home`);
});

test("who comes by a friend's link is counted for the friend", async ({ browser }) => {
  const friend = await browser.newPage();
  await friend.setExtraHTTPHeaders({ "cf-connecting-ip": newNetwork() });
  await signInAsNewMember(friend);
  await friend.goto(`${url}/app/settings`);
  await friend.getByRole("button", { name: "Get your link" }).click();
  const link = await friend.getByLabel("Your link", { exact: true }).inputValue();
  await expect(friend.getByText("Nobody has come by it yet.")).toBeVisible();

  const guest = await browser.newPage();
  await guest.setExtraHTTPHeaders({ "cf-connecting-ip": newNetwork() });
  await guest.goto(link);
  await expect
    .poll(async () => (await guest.context().cookies()).map(({ name }) => name))
    .toContain("xi_website_referral");
  const email = `guest-${process.pid}-${Date.now()}@example.com`;
  await guest.goto(`${url}/app/sign-up`);
  await guest.getByLabel("E-mail", { exact: true }).fill(email);
  await guest.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await guest.getByRole("button", { name: "Sign up" }).click();
  await expect(guest.getByRole("heading", { name: "Check your mail" })).toBeVisible();
  const visitor = new Visitor(url);
  await visitor.submit((await newestLinkFor(visitor, email, "verifyEmail"))!, {});

  await friend.reload();
  await expect(friend.getByText("One person came by it.")).toBeVisible();
  await friend.context().close();
  await guest.context().close();
});
