import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { newNetwork } from "../../support/new-network";
import { seriousProblems } from "../../support/serious-problems";
import { bringIn, newPerson, signIn, url } from "./people";

/** An address of its own on the network, and a place in the headers that a proxy would set. */
async function comeFrom(context: BrowserContext, place = ""): Promise<void> {
  const [country, state] = place.split("-");
  await context.setExtraHTTPHeaders({
    "cf-connecting-ip": newNetwork(),
    ...(country ? { "cf-ipcountry": country } : {}),
    ...(state ? { "cf-region-code": state } : {}),
  });
}

/** What the browser sends to be counted, from now on. */
function countEvents(page: Page): string[] {
  const names: string[] = [];
  page.on("request", (request) => {
    if (new URL(request.url()).pathname !== "/ingest") return;
    const { events } = JSON.parse(request.postData() ?? "{}") as { events: { name: string }[] };
    names.push(...events.map(({ name }) => name));
  });
  return names;
}
const cookieOf = async (page: Page, name: string) =>
  (await page.context().cookies()).find((cookie) => cookie.name === name);

test.describe("in Europe", () => {
  test.use({ timezoneId: "Europe/Lisbon" });

  test("a visitor is asked beside the page, by keyboard too, and counted after a yes only", async ({
    page,
    context,
  }) => {
    await comeFrom(context);
    const counted = countEvents(page);
    await page.goto(url);
    const banner = page.getByRole("region", { name: "Cookies" });
    await expect(banner).toBeVisible();
    expect(await seriousProblems(page)).toEqual([]);
    // A page that is left sends whatever it may.
    await page.reload();
    await expect(banner).toBeVisible();
    expect([counted, await context.cookies()]).toEqual([[], []]);

    await page.keyboard.press("Tab");
    await expect(banner.getByRole("link", { name: "How we treat your data" })).toBeFocused();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await expect(banner.getByRole("button", { name: "Accept" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(banner).toHaveCount(0);
    await expect
      .poll(() => counted)
      .toEqual(expect.arrayContaining(["ready_for_pixels", "cookiebot_consent_recorded"]));
    expect(await cookieOf(page, "xi_website_cookie_consent")).toMatchObject({ value: "granted", sameSite: "Strict" });
    await page.goto(`${url}/app/sign-in`);
    await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
    await page.waitForLoadState("networkidle");
    await expect(page.getByRole("region", { name: "Cookies" })).toHaveCount(0);
  });

  test("a no holds in the app, outlives the sign-out, and can be changed", async ({ page, context }) => {
    await comeFrom(context);
    const counted = countEvents(page);
    await signIn(page, await newPerson(), "/app/settings/privacy");
    const banner = page.getByRole("region", { name: "Cookies" });
    await banner.getByRole("button", { name: "Decline" }).click();
    await expect(page.getByText("Nothing is counted in this browser.")).toBeVisible();
    await page
      .locator("aside, nav")
      .getByRole("button", { name: /leaver/ })
      .first()
      .click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await expect(page).toHaveURL(/\/app\/sign-in/);
    expect(await cookieOf(page, "xi_website_user")).toBeUndefined();
    await page.goto(`${url}/privacy`);
    await expect(page.getByRole("region", { name: "Cookies" })).toHaveCount(0);
    expect(counted).toEqual([]);
    await page.getByRole("button", { name: "Change your cookie choice" }).click();
    await page.getByRole("button", { name: "Accept" }).click();
    expect((await cookieOf(page, "xi_website_cookie_consent"))?.value).toBe("granted");
  });
});

test("somebody in California opts out: the switch has to be moved, closing changes nothing, counting ends", async ({
  page,
  context,
}) => {
  await comeFrom(context, "US-CA");
  const counted = countEvents(page);
  await bringIn(page, await newPerson(), "/app/settings/privacy");
  await expect(page.getByText("You have not opted out")).toBeVisible();
  const dialog = page.getByRole("dialog", { name: "Your privacy choices" });
  const open = () => page.getByRole("button", { name: "Your privacy choices" }).click();
  await open();
  const choice = dialog.getByRole("switch", { name: "Do not sell or share my personal information" });
  await expect(dialog.getByRole("link", { name: "Privacy policy" })).toHaveAttribute("href", "/privacy");
  await expect(dialog.getByRole("button", { name: "Continue" })).toBeDisabled();
  expect(await seriousProblems(page)).toEqual([]);
  await choice.click();
  await expect(dialog.getByRole("button", { name: "Continue" })).toBeEnabled();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await open();
  await expect(choice).not.toBeChecked();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  expect(await cookieOf(page, "xi_website_privacy")).toBeUndefined();

  await open();
  await choice.click();
  const loadedAgain = page.waitForEvent("load");
  await dialog.getByRole("button", { name: "Continue" }).click();
  await loadedAgain;
  await expect(page.getByText("Not sold or shared")).toBeVisible();
  expect(await cookieOf(page, "xi_website_privacy")).toMatchObject({ value: "declined", sameSite: "Strict" });
  expect(await page.evaluate(() => localStorage.getItem("xi:privacy-opt-out"))).toBe("true");
  counted.length = 0;
  // A page that is left sends whatever it may.
  await page.goto(`${url}/app/usage`);
  await page.waitForLoadState("networkidle");
  expect(counted).toEqual([]);

  // Another browser learns it from the account.
  await context.clearCookies({ name: "xi_website_privacy" });
  await page.evaluate(() => localStorage.clear());
  await page.goto(`${url}/app/usage`);
  await expect.poll(async () => (await cookieOf(page, "xi_website_privacy"))?.value).toBe("declined");
});

test("the choice is not offered elsewhere, and a visitor who has it can make it without scripts", async ({
  browser,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  await comeFrom(context, "US-NY");
  const page = await context.newPage();
  await page.goto(`${url}/privacy`);
  await expect(page.getByRole("heading", { name: "Your privacy choices" })).toHaveCount(0);
  await comeFrom(context, "US-TX");
  await page.goto(`${url}/privacy`);
  await page.getByRole("button", { name: "Do not sell or share my personal information" }).click();
  await expect(page.getByRole("status")).toContainText("You have opted out in this browser");
  expect((await cookieOf(page, "xi_website_privacy"))?.value).toBe("declined");
  await page.getByRole("button", { name: "Take it back" }).click();
  await expect(page.getByRole("button", { name: "Do not sell or share my personal information" })).toBeVisible();
  expect(await cookieOf(page, "xi_website_privacy")).toBeUndefined();
  await context.close();
});

test("an admin says whether models may be trained, also by a link, and every tab follows", async ({
  page,
  context,
}) => {
  await comeFrom(context);
  const elsewhere = await context.newPage();
  await bringIn(elsewhere, await newPerson(), "/app/settings/privacy");
  await expect(elsewhere.getByText("Allowed", { exact: true })).toBeVisible();
  await page.goto(`${url}/app/usage?training_opt_out=true&days=7`);
  const dialog = page.getByRole("dialog", { name: "Training of models" });
  const choice = dialog.getByRole("switch", { name: "Allow training on this workspace's content" });
  await expect(choice).toBeChecked();
  await choice.click();
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("Workspace training opt out setting successfully updated.")).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(`${url}/app/usage?days=7`);
  await expect(elsewhere.getByText("Opted out", { exact: true })).toBeVisible();
});

test("somebody from Illinois agrees to the terms on biometric data once", async ({ page, context }) => {
  await comeFrom(context, "US-IL");
  await bringIn(page, await newPerson());
  const dialog = page.getByRole("dialog", { name: "Your voice is biometric data" });
  await dialog.getByRole("button", { name: "Not now" }).click();
  await expect(dialog).toHaveCount(0);
  await page.reload();
  await expect(dialog.getByRole("link")).toHaveAttribute("href", "/terms-of-use-eu#biometric-data");
  await dialog.getByRole("button", { name: "I agree" }).click();
  await expect(dialog).toHaveCount(0);
  await page.goto(`${url}/app/settings/privacy`);
  await expect(page.getByText("You have agreed")).toBeVisible();
  await expect(dialog).toHaveCount(0);
});
