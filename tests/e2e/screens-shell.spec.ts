import type { Page } from "@playwright/test";
import { holdScripts } from "../support/held-scripts";
import { scriptBytes } from "../support/script-bytes";
import { APP_SCREENS, EDITOR, expect, openScreen, test } from "../support/signed-in-page";

for (const address of ["/app/home", EDITOR]) {
  test(`${address} ships at most 180 KB of script`, async ({ page }) => {
    const bytes = await scriptBytes(page, address);
    expect(bytes).toBeGreaterThan(50 * 1024);
    expect(bytes).toBeLessThanOrEqual(180 * 1024);
  });
}

test("no screen has a part that React takes over later than the rest: what happens before would throw it away", async ({
  request,
}) => {
  for (const address of APP_SCREENS) {
    const html = await (await request.get(address)).text();
    // Behind the document stands how Remix sends the data.
    const [document, after] = html.split("</html>");
    expect(after, address).toContain("__remixContext");
    expect(document, address).not.toMatch(/<!--\$/);
  }
});

test("by key alone the first stop skips to the content, and the command palette goes anywhere, does things and searches the history", async ({
  page,
}) => {
  await openScreen(page, "/app/home");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.locator("#content")).toBeFocused();

  const query = page.getByPlaceholder("Go to a screen, or do something");
  await page.keyboard.press("ControlOrMeta+k");
  await query.fill("usage");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/app\/usage/);
  await page.keyboard.press("ControlOrMeta+k");
  await query.fill("dark");
  await page.keyboard.press("Enter");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await page.keyboard.press("ControlOrMeta+k");
  await query.fill("lighthouse");
  await page.getByRole("option", { name: /Search history for/ }).click();
  await expect(page).toHaveURL(/history\?search=lighthouse/);
});

for (const [what, press, opened] of [
  ["a menu", (page: Page) => page.getByRole("button", { name: /Demo/ }).click(), "menu"],
  ["a key", (page: Page) => page.keyboard.press("ControlOrMeta+k"), "dialog"],
] as const) {
  test(`${what} that is pressed while the scripts are on their way opens once they are there`, async ({ page }) => {
    const letCome = await holdScripts(page);
    await page.goto("/app/home", { waitUntil: "commit" });
    await page.getByRole("heading", { level: 1 }).waitFor();
    await press(page);
    letCome();
    await expect(page.getByRole(opened)).toBeVisible();
  });
}

test("? lists the keys of the screen, but not while something is typed", async ({ page }) => {
  await openScreen(page, EDITOR);
  await page.getByLabel("Text to speak").fill("");
  await page.getByLabel("Text to speak").press("?");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.getByLabel("Text to speak").blur();
  await page.keyboard.press("?");
  const keys = page.getByRole("dialog", { name: "Keys" });
  await expect(keys.getByText("Generate", { exact: true })).toBeVisible();
  await expect(keys.getByText("Play or pause")).toBeVisible();
});

test("on a phone the navigation is at the bottom, and the account is in it", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openScreen(page, "/app/home");
  const navigation = page.locator("[data-bottom-navigation]");
  await navigation.getByRole("link", { name: "Speech" }).click();
  await expect(page).toHaveURL(new RegExp(`${EDITOR}$`));
  await navigation.getByRole("button", { name: "Account" }).click();
  await expect(page.getByRole("menuitem", { name: "Sign out" })).toBeVisible();
});
