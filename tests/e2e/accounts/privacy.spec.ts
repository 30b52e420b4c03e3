import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { newNetwork } from "../../support/new-network";
import { seriousProblems } from "../../support/serious-problems";
import { openScreen } from "../../support/signed-in-page";
import { bringIn, listenAs, newPerson, signIn, url } from "./people";

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
});

test("an admin says whether models may be trained, by a link, and everybody hears of it", async ({ page, context }) => {
  await comeFrom(context);
  const person = await newPerson();
  const { heard, close } = await listenAs(person);
  await bringIn(page, person, "/app/settings/privacy?training_opt_out=true&days=7");
  const dialog = page.getByRole("dialog", { name: "Training of models" });
  const choice = dialog.getByRole("switch", { name: "Allow training on this workspace's content" });
  await expect(choice).toBeChecked();
  await choice.click();
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(`${url}/app/settings/privacy?days=7`);
  await expect(page.getByText("Opted out", { exact: true })).toBeVisible();
  await expect.poll(() => heard.join()).toContain("training_opt_out");
  close();
});

test("somebody from Illinois agrees to the terms on biometric data once", async ({ page, context }) => {
  await comeFrom(context, "US-IL");
  const person = await newPerson();
  await bringIn(page, person, "/app/settings/privacy");
  const dialog = page.getByRole("dialog", { name: "Your voice is biometric data" });
  await dialog.getByRole("button", { name: "I agree" }).click();
  await expect(dialog).toHaveCount(0);
  await openScreen(page, `${url}/app/settings/privacy`);
  await expect(page.getByText("You have agreed")).toBeVisible();
  await expect(dialog).toHaveCount(0);
});
