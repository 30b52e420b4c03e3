import { expect, type Page, test } from "@playwright/test";
import { seriousProblems } from "../../support/serious-problems";
import { Visitor } from "../../support/visitor";
import { mailedLink, newPerson, ownBrowser, url } from "./people";

const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });

test("a link keeps what it says for later, and takes it along when its dialog is closed", async ({ browser }) => {
  const page = await (await ownBrowser(browser)).newPage();
  const { email, visitor } = await newPerson();
  await visitor.submit("/app/sign-in/forgot-password", { email });
  const link = new URL(url + (await mailedLink(email, "resetPassword")));
  link.searchParams.set("continueUrl", "/app/usage?from=mail");
  link.searchParams.set("internalCode", "ic-1");
  link.searchParams.set("newUser", "true");
  link.searchParams.set("invite_code", "inv-1");
  await page.goto(link.href);
  await expect(page.getByRole("button", { name: "Change Password" })).toBeEnabled();

  // Another link of the same browser, which says nothing of the internal code.
  await page.goto("/app/action?mode=resetPassword&oobCode=unknown&continueUrl=/app/usage");
  const failed = dialog(page, "An error occurred");
  await expect(failed).toContainText(
    "An error occurred, your link is either expired or invalid, please request another password change.",
  );
  await expect(failed.getByRole("link", { name: "Continue" })).toHaveAttribute(
    "href",
    "/app/usage?internalCode=ic-1&newUser=true",
  );
  expect(await seriousProblems(page)).toEqual([]);

  await page.goto("/app/sign-up");
  await expect(page.locator("input[name=invite_code]")).toHaveValue("inv-1");
  await page.reload();
  await expect(page.locator("input[name=invite_code]")).toHaveValue("");
});

test("a link that leads elsewhere, or is for nothing we know, leads to the sign-in", async ({ browser }) => {
  const page = await (await ownBrowser(browser)).newPage();
  await page.goto("/app/action?mode=resetPassword&continueUrl=https://evil.example/app/usage");
  await expect(dialog(page, "An error occurred").getByRole("link", { name: "Continue" })).toHaveAttribute(
    "href",
    "/app/sign-in",
  );
  for (const mode of ["", "unknown", "revertEmail"]) {
    const answer = await page.goto(`/app/action?mode=${mode}&oobCode=x`);
    expect(answer?.status()).toBe(400);
    await expect(dialog(page, "An error occurred")).toContainText("This link is not complete.");
  }
  await page.goto("/app/action?mode=recoverEmail&oobCode=x&continueUrl=/pricing");
  await expect(page).toHaveURL(`${url}/pricing`);
});

test("product updates end by the link in their mail, and the reader goes to the start page", async ({ browser }) => {
  const page = await (await ownBrowser(browser)).newPage();
  const visitor = new Visitor(url);
  const reader = `reader-${Date.now()}@example.com`;
  await visitor.submit("/app/sign-up", { email: reader, password: "Correct horse 7!", product_updates: "yes" });
  await visitor.submit(await mailedLink(reader, "verifyEmail"), {});
  const link = await mailedLink(reader, "optOutOfUpdates");

  await page.goto(link);
  const done = dialog(page, "Opted out of updates");
  await expect(done).toContainText("We have opted you out of receiving product updates.");
  await done.getByRole("link", { name: "Continue" }).click();
  await expect(page).toHaveURL(`${url}/`);

  await page.goto("/app/action?mode=optOutOfUpdates&oobCode=unknown&continueUrl=/app/usage");
  const failed = dialog(page, "An error occurred");
  await expect(failed).toContainText(
    "An error occurred while trying to opt you out from receiving product updates, please try again.",
  );
  await expect(failed.getByRole("link", { name: "Continue" })).toHaveAttribute("href", "/");
});

test("support gets in only after a click, and without a good code there is nothing to click", async ({ browser }) => {
  const page = await (await ownBrowser(browser)).newPage();
  await page.goto("/app/action?mode=verifySignInRequest");
  const grant = dialog(page, "Grant Support Access to Your Account");
  await expect(grant.getByRole("button", { name: "Grant Access" })).toBeDisabled();
  await page.goto("/app/action?mode=verifySignInRequest&oobCode=unknown");
  await expect(grant.getByRole("alert")).toHaveText(
    "This link has expired, was used before, or is not for this account. Ask support for a new one.",
  );
  await expect(grant.getByRole("button", { name: "Grant Access" })).toHaveCount(0);
  expect(await seriousProblems(page)).toEqual([]);
});
