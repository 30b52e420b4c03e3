import { EDITOR, expect, openScreen, test } from "../support/signed-in-page";
import { TOUCH_PIXELS, touchSize } from "../support/touch-size";
import { shareableItem } from "./share/shareable-item";

const HISTORY = `${EDITOR}/history`;
let count = 0;
/** A word that no other test says. */
const rareWord = () =>
  `zephyr${(process.pid * 1000 + ++count).toString(26).replace(/\d/g, (digit) => "qrstuvwxyz"[Number(digit)]!)}`;

/** Items of one rare word each test searches for, so that tests do not see each other's. */
async function openItems(page: import("@playwright/test").Page, texts: string[]) {
  const word = rareWord();
  for (const text of texts) await shareableItem(`${text} ${word}.`);
  await openScreen(page, HISTORY);
  await page.getByRole("searchbox").fill(word);
  const rows = page.locator("[data-history-item]").filter({ hasText: word });
  await expect(rows).toHaveCount(texts.length);
  return rows;
}

test("a deleted item comes back by undo", async ({ page }) => {
  const rows = await openItems(page, ["One", "Two"]);
  const first = rows.filter({ hasText: "One" });
  await first.hover();
  await first.getByRole("button", { name: "Delete" }).click();
  await expect(rows).toHaveCount(1);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(rows).toHaveCount(2);
});

test("a double click on Delete deletes one item, not the next one too", async ({ page }) => {
  const rows = await openItems(page, ["First", "Second", "Third"]);
  await rows.first().hover();
  await rows.first().getByRole("button", { name: "Delete" }).dblclick();
  await expect(rows).toHaveCount(2);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(rows).toHaveCount(3);
});

test("a deleted item stays away when a list that was asked for before comes after", async ({ page }) => {
  const rows = await openItems(page, ["Kept", "Deleted"]);
  const word = await page.getByRole("searchbox").inputValue();
  let letPass!: () => void;
  const isDeleted = new Promise<void>((resolve) => {
    letPass = resolve;
  });
  const passed = page.waitForResponse(/\/v1\/history\?/);
  await page.route(/\/v1\/history\?/, async (route) => {
    const response = await route.fetch();
    await isDeleted;
    await route.fulfill({ response });
  });
  const asked = page.waitForRequest(/\/v1\/history\?/);
  // A new item has the list asked for again.
  await shareableItem(`Added ${word}.`);
  await asked;
  const deleted = rows.filter({ hasText: "Deleted" });
  await deleted.hover();
  const [answer] = await Promise.all([
    page.waitForResponse((response) => response.request().method() === "DELETE"),
    deleted.getByRole("button", { name: "Delete" }).click(),
  ]);
  expect(answer.ok()).toBe(true);
  letPass();
  await passed;
  await expect(rows).toHaveText([/Added/, /Kept/]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(rows).toHaveText([/Added/, /Deleted/, /Kept/]);
});

test("several items are downloaded as one zip", async ({ page }) => {
  const rows = await openItems(page, ["Red", "Blue"]);
  for (const row of await rows.all()) await row.getByRole("checkbox").click();
  await page.getByRole("button", { name: "Download 2 files" }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "WAV" }).click();
  expect((await download).suggestedFilename()).toMatch(/\.zip$/);
});

test("a search for signs alone finds nothing, and everything comes back without it", async ({ page }) => {
  await openItems(page, ["Any"]);
  await page.getByRole("searchbox").fill("%_*");
  await expect(page.locator("[data-history-item]")).toHaveCount(0);
  await page.getByRole("button", { name: "Show everything" }).click();
  await expect(page.locator("[data-history-item]").first()).toBeVisible();
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test("a row leaves most of its width to what was said, and a menu does the rest", async ({ page }) => {
    const rows = await openItems(page, ["The long story of a short day by the sea", "Another"]);
    const first = rows.filter({ hasText: "long story" });
    const words = first.getByText("The long story");
    expect((await words.boundingBox())?.width).toBeGreaterThan(190);
    const about = first.getByText(/· 0:0/).first();
    expect(await about.evaluate((line) => line.scrollWidth <= line.clientWidth)).toBe(true);
    await first.getByRole("button", { name: /^More for "The long story/ }).tap();
    const download = page.waitForEvent("download");
    await page.getByRole("menuitem", { name: "Download" }).tap();
    await download;
    await first.getByRole("button", { name: /^More for/ }).tap();
    await page.getByRole("menuitem", { name: "Delete" }).tap();
    await expect(rows).toHaveCount(1);
    await page.getByRole("button", { name: "Undo" }).tap();
    await expect(rows).toHaveCount(2);
  });

  test("what can be done with selected items stands on one line", async ({ page }) => {
    const rows = await openItems(page, ["Green", "Grey"]);
    for (const row of await rows.all()) await row.getByRole("checkbox").tap();
    const bar = page.getByRole("toolbar", { name: "Selected items" });
    const tops = new Set<number>();
    for (const name of ["Download 2 files", "Delete", "Clear"]) {
      const button = bar.getByRole("button", { name, exact: true });
      expect(await touchSize(button), name).toBeGreaterThanOrEqual(TOUCH_PIXELS);
      tops.add(Math.round((await button.boundingBox())?.y ?? 0));
    }
    expect(tops.size).toBe(1);
    await bar.getByRole("button", { name: "Clear" }).tap();
    await expect(bar).toBeHidden();
  });
});
