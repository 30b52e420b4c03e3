import type { Page } from "@playwright/test";
import { playWithoutEnd } from "../support/endless-sound";
import { EDITOR, expect, openScreen, test } from "../support/signed-in-page";
import { noteToasts } from "../support/toasts-said";

const HISTORY = `${EDITOR}/history`;
const main = (page: Page) => page.getByRole("navigation", { name: "Main" }).first();
const player = (page: Page) => page.getByRole("region", { name: "Player" });
const problem = (page: Page) => page.locator("#content").getByRole("alert");

/** Opens the editor, where something plays, made before the network goes. */
async function playSomething(page: Page): Promise<void> {
  await playWithoutEnd(page);
  await openScreen(page, EDITOR);
  await page.getByLabel("Text to speak").fill("A long walk along the shore, and back before the evening.");
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(player(page)).toHaveAttribute("data-state", "playing");
  await expect(page.getByRole("button", { name: "Regenerate" })).toBeEnabled();
}

test("without a network the app stays, the sound goes on, and the screen comes when the network is back", async ({
  page,
  context,
}) => {
  const said = await noteToasts(page);
  await playSomething(page);
  await context.setOffline(true);
  await expect(page.getByText("You are offline.")).toBeVisible();
  await main(page).getByRole("link", { name: "History" }).click();
  await expect(problem(page)).toContainText("Network error");
  await expect(page).toHaveURL(new RegExp(`${HISTORY}$`));
  await expect(player(page)).toHaveAttribute("data-state", "playing");

  await problem(page).getByRole("button", { name: "Try again" }).click();
  await expect.poll(said).toEqual(["Network error"]);
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
  const said = await noteToasts(page);
  await playSomething(page);
  await context.setOffline(true);
  const expectSaid = (what: string, times: number) =>
    expect.poll(said, what).toEqual(new Array(times).fill("Network error"));
  await page.getByRole("button", { name: "Keys of this screen" }).click();
  await expectSaid("the keys", 1);
  await page.getByRole("button", { name: /Change the voice/ }).click();
  await expectSaid("the voices", 2);
  await page.keyboard.press("ControlOrMeta+k");
  await expectSaid("the palette", 3);
  await page.getByRole("tab", { name: "Dialogue" }).click();
  await expectSaid("the dialogue", 4);
  await expect(page.getByRole("tab", { name: "Text" })).toHaveAttribute("aria-selected", "true");
  await expect(page.getByLabel("Text to speak")).toHaveValue(/^A long walk/);
  await expect(player(page)).toHaveAttribute("data-state", "playing");

  await context.setOffline(false);
  await page.getByRole("button", { name: /Change the voice/ }).click();
  const voices = page.getByRole("listbox", { name: "Voices" });
  await expect(voices).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(voices).toBeHidden();
  await page.getByRole("tab", { name: "Dialogue" }).click();
  await expect(page.getByLabel("Line 1", { exact: true })).toBeVisible();
  await page.keyboard.press("ControlOrMeta+k");
  await page.getByPlaceholder("Go to a screen, or do something").fill("settings");

  // Nor does the page know of that screen yet.
  await context.setOffline(true);
  await page.keyboard.press("Enter");
  await expect(problem(page)).toContainText("Network error");
  await context.setOffline(false);
  await expect(page.getByRole("heading", { name: "Profile" })).toBeVisible();
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
