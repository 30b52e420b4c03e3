import { expect, type Page, test } from "@playwright/test";
import { seriousProblemsInBothThemes } from "../../support/serious-problems";
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
  expect(await seriousProblemsInBothThemes(page)).toEqual([]);

  await page.goto("/app/sign-up");
  await expect(page.locator("input[name=invite_code]")).toHaveValue("inv-1");
  // It is for one sign-up.
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes("invite")))).toEqual([]);
});

test("axe finds nothing serious in what a link says that verifies nothing", async ({ browser }) => {
  const page = await (await ownBrowser(browser)).newPage();
  await page.goto("/app/action?mode=verifyEmail&oobCode=x");
  await expect(page.getByRole("dialog").getByRole("alert")).toBeVisible();
  expect(await seriousProblemsInBothThemes(page)).toEqual([]);
});
