import { expect, test } from "@playwright/test";
import { newNetwork } from "../../support/new-network";
import { seriousProblems } from "../../support/serious-problems";
import { csrfTokenIn, newestLinkFor, Visitor } from "../../support/visitor";
import { bringIn, call, newApiKey, newPerson, openListening, url } from "./people";

test.beforeEach(async ({ context }) => {
  await context.setExtraHTTPHeaders({ "cf-connecting-ip": newNetwork() });
});

test("a new member answers the questions, and the first steps tick themselves off, in all tabs", async ({
  page,
  context,
}) => {
  const person = await newPerson();
  await bringIn(page, person, "/app/home");
  await expect(page).toHaveURL(`${url}/app/onboarding`);
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
  await openListening(elsewhere, person, "/app/home");
  await expect(elsewhere.getByRole("region", { name: "First steps" })).toContainText("0 of 3 done");

  await steps.getByRole("link", { name: /Invite a friend/ }).click();
  await page.getByRole("button", { name: "Get your link" }).click();
  await expect(page.getByLabel("Your link", { exact: true })).toHaveValue(new RegExp(`^${url}/\\?from=`));
  await expect(page.getByText("Congratulations on completing a step in your onboarding checklist.")).toBeVisible();
  await expect(elsewhere.getByRole("region", { name: "First steps" })).toContainText("1 of 3 done");

  await page.getByRole("link", { name: "Home" }).first().click();
  await steps.getByRole("link", { name: /Look at your API key/ }).click();
  await page.getByLabel("Name of a new key").fill("First");
  await page.getByRole("button", { name: "Create key" }).click();
  const noted = page.waitForResponse((response) => response.url().endsWith("/onboarding-checklist/update"));
  await page.getByRole("button", { name: "Show key" }).click();
  expect((await noted).status()).toBe(200);
  let updates = 0;
  page.on("request", (request) => request.url().endsWith("/onboarding-checklist/update") && updates++);
  await page.getByRole("button", { name: "Hide key" }).click();
  await page.getByRole("link", { name: "Home" }).first().click();
  await expect(page.getByRole("region", { name: "First steps" })).toContainText("2 of 3 done");
  await expect(elsewhere.getByRole("region", { name: "First steps" })).toContainText("2 of 3 done");
  expect(updates).toBe(0);
});

test("who skips the questions is not led there again, and can hide the first steps", async ({ page }) => {
  const person = await newPerson();
  await bringIn(page, person, "/app/home");
  await page.getByRole("button", { name: "Skip" }).click();
  await expect(page).toHaveURL(`${url}/app/home`);
  const home = async () => {
    const answer = await person.visitor.get("/app/home");
    expect(answer.status).toBe(200);
    return answer.html;
  };
  expect(await home()).toContain("First steps");
  const hidden = page.waitForResponse((response) => response.url().includes("/app/onboarding-checklist"));
  await page.getByRole("region", { name: "First steps" }).getByRole("button", { name: "Hide" }).click();
  await hidden;
  await expect(page.getByRole("region", { name: "First steps" })).toHaveCount(0);
  expect(await home()).toContain("Latest");
  expect(await home()).not.toContain('id="first-steps"');

  const steps = await person.visitor.get("/app/onboarding-checklist");
  expect(steps.html).toMatch(/<button[^>]* value="mark_complete"[^>]*>I know my way<\/button>/);
  const fields = { csrf: csrfTokenIn(steps.html), intent: "mark_complete" };
  expect((await person.visitor.post("/app/onboarding-checklist", fields)).location).toBe("/app/home");
});

test("who comes by a friend's link is counted for the friend", async ({ page, context }) => {
  const friend = await newPerson();
  const answer = await call(await newApiKey(friend), "/v1/user/referral-link");
  const { referral_link: link } = (await answer.json()) as { referral_link: string };
  expect((await friend.visitor.get("/app/settings")).html).toContain("Nobody has come by it yet.");

  await page.goto(link);
  await expect.poll(async () => (await context.cookies()).map(({ name }) => name)).toContain("xi_website_referral");
  const email = `guest-${process.pid}-${Date.now()}@example.com`;
  const csrf = csrfTokenIn(await (await context.request.get(`${url}/app/sign-up`)).text());
  const signedUp = await context.request.post(`${url}/app/sign-up`, {
    form: { csrf, email, password: "Correct horse 7!" },
    headers: { origin: url },
  });
  expect(await signedUp.text()).toContain("Check your mail");
  const visitor = new Visitor(url);
  await visitor.submit((await newestLinkFor(visitor, email, "verifyEmail"))!, {});
  expect((await friend.visitor.get("/app/settings")).html).toContain("One person came by it.");
});
