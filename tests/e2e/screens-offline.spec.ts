import type { Page } from "@playwright/test";
import { EDITOR, expect, openScreen, test } from "../support/signed-in-page";

const HISTORY = `${EDITOR}/history`;
const main = (page: Page) => page.getByRole("navigation", { name: "Main" }).first();
const player = (page: Page) => page.getByRole("region", { name: "Player" });
const problem = (page: Page) => page.locator("#content").getByRole("alert");

/** Something that plays long enough for a test, made before the network goes. */
async function playSomething(page: Page): Promise<void> {
  await page
    .getByLabel("Text to speak")
    .fill("A long walk along the shore, and back again before the evening. ".repeat(5));
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(player(page)).toHaveAttribute("data-state", "playing");
  await expect(page.getByRole("button", { name: "Regenerate" })).toBeEnabled();
}

test("without a network the app stays, the sound goes on, and the screen comes when the network is back", async ({
  page,
  context,
}) => {
  await openScreen(page, EDITOR);
  await playSomething(page);
  await context.setOffline(true);
  await expect(page.getByText("You are offline.")).toBeVisible();
  await main(page).getByRole("link", { name: "History" }).click();
  await expect(problem(page)).toContainText("Network error");
  await expect(page).toHaveURL(new RegExp(`${HISTORY}$`));
  await expect(player(page)).toHaveAttribute("data-state", "playing");

  await problem(page).getByRole("button", { name: "Try again" }).click();
  await expect(page.locator("[data-sonner-toast]").getByText("Network error")).toBeVisible();
  // Even the link of the screen itself leaves the app as it is.
  await main(page).getByRole("link", { name: "History" }).click();
  await main(page).getByRole("link", { name: "Usage" }).hover();
  await expect(problem(page)).toContainText("Network error");
  await expect(player(page)).toHaveAttribute("data-state", "playing");

  await context.setOffline(false);
  await expect(page.getByRole("searchbox", { name: "Search the history" })).toBeVisible();
  await expect(page.getByText("You are offline.")).toBeHidden();
  await expect(player(page)).toHaveAttribute("data-state", "playing");
});

test("what is opened for the first time without a network says so, and opens when the network is back", async ({
  page,
  context,
}) => {
  await openScreen(page, EDITOR);
  await playSomething(page);
  await context.setOffline(true);
  const said = page.locator("[data-sonner-toast]").getByText("Network error");
  await page.getByRole("button", { name: "Keys of this screen" }).click();
  await expect(said, "the keys").toHaveCount(1);
  await page.getByRole("button", { name: /Change the voice/ }).click();
  await expect(said, "the voices").toHaveCount(2);
  await page.keyboard.press("ControlOrMeta+k");
  await expect(said, "the palette").toHaveCount(3);
  await expect(page.getByLabel("Text to speak")).toHaveValue(/^A long walk/);
  await expect(player(page)).toHaveAttribute("data-state", "playing");

  await context.setOffline(false);
  await page.getByRole("button", { name: /Change the voice/ }).click();
  await expect(page.getByRole("listbox", { name: "Voices" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.keyboard.press("ControlOrMeta+k");
  await page.getByPlaceholder("Go to a screen, or do something").fill("settings");

  // Nor does the page know of that screen yet.
  await context.setOffline(true);
  await page.keyboard.press("Enter");
  await expect(problem(page)).toContainText("Network error");
  await context.setOffline(false);
  await expect(page.getByRole("heading", { name: "Profile" })).toBeVisible();
});

test("a dialogue that cannot be had without a network leaves the text where it is, and comes with the network", async ({
  page,
  context,
}) => {
  await openScreen(page, EDITOR);
  await page.getByLabel("Text to speak").fill("Kept.");
  await context.setOffline(true);
  await page.getByRole("tab", { name: "Dialogue" }).click();
  await expect(page.locator("[data-sonner-toast]").getByText("Network error")).toHaveCount(1);
  await expect(page.getByRole("tab", { name: "Text" })).toHaveAttribute("aria-selected", "true");
  await expect(page.getByLabel("Text to speak")).toHaveValue("Kept.");
  await context.setOffline(false);
  await page.getByRole("tab", { name: "Dialogue" }).click();
  await expect(page.getByLabel("Line 1", { exact: true })).toBeVisible();
});

test("when a newer version took a screen's script away, the page is loaded anew where one was going", async ({
  page,
}) => {
  await openScreen(page, EDITOR);
  const gone = "**/assets/history-*.js";
  await page.route(gone, (route) => route.fulfill({ status: 404, body: "" }));
  // What a new version's page names is there.
  await page.route(`**${HISTORY}`, async (route) => {
    await page.unroute(gone);
    await route.continue();
  });
  const loaded = page.waitForEvent("load");
  await main(page).getByRole("link", { name: "History" }).click();
  await loaded;
  await expect(page.getByRole("searchbox", { name: "Search the history" })).toBeVisible();
});
