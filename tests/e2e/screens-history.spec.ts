import type { Locator, Page } from "@playwright/test";
import { sharedProduct } from "../support/product";
import { EDITOR, expect, openScreen, test } from "../support/signed-in-page";
import { TOUCH_PIXELS, touchSize } from "../support/touch-size";
import { bringIn, call, newApiKey, newPerson, type Person } from "./accounts/people";
import { shareableItem } from "./share/shareable-item";

const HISTORY = `${EDITOR}/history`;
let count = 0;
/** A word that no other test says. */
const rareWord = () =>
  `zephyr${(process.pid * 1000 + ++count).toString(26).replace(/\d/g, (digit) => "qrstuvwxyz"[Number(digit)]!)}`;

/** Items of one rare word each test searches for, so that tests do not see each other's. */
async function openItems(page: Page, texts: string[]) {
  const word = rareWord();
  for (const text of texts) await shareableItem(`${text} ${word}.`);
  await openScreen(page, HISTORY);
  await page.getByRole("searchbox").fill(word);
  const rows = page.locator("[data-history-item]").filter({ hasText: word });
  await expect(rows).toHaveCount(texts.length);
  return rows;
}

test("a double click on Delete deletes one item, not the next one too; several are downloaded as one zip, deleted together, and brought back together", async ({
  page,
}) => {
  const rows = await openItems(page, ["Green", "Red", "Blue"]);
  await rows.first().hover();
  await rows.first().getByRole("button", { name: "Delete" }).dblclick();
  await expect(rows).toHaveText([/Red/, /Green/]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(rows).toHaveCount(3);

  await rows.first().getByRole("checkbox").click();
  const selection = page.getByRole("toolbar", { name: "Selected items" });
  await selection.getByRole("button", { name: "Select all 3" }).click();
  await page.getByRole("button", { name: "Download 3 files" }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "WAV" }).click();
  expect((await download).suggestedFilename()).toMatch(/\.zip$/);
  await selection.getByRole("button", { name: "Delete" }).click();
  await expect(rows).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(rows).toHaveText([/Blue/, /Red/, /Green/]);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test("a row leaves most of its width to what was said, a menu does the rest, and what selected items offer is on one line", async ({
    page,
  }) => {
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

    for (const row of await rows.all()) await row.getByRole("checkbox").tap();
    const bar = page.getByRole("toolbar", { name: "Selected items" });
    for (const name of ["Download 2 files", "Delete", "Clear"]) {
      const button = bar.getByRole("button", { name, exact: true });
      expect(await touchSize(button), name).toBeGreaterThanOrEqual(TOUCH_PIXELS);
    }
    // All at one moment: the bar itself may move.
    const tops = await bar
      .getByRole("button")
      .evaluateAll((buttons) => buttons.map((button) => Math.round(button.getBoundingClientRect().y)));
    expect(new Set(tops).size, tops.join()).toBe(1);
    await bar.getByRole("button", { name: "Clear" }).tap();
    await expect(bar).toBeHidden();
  });
});

test.describe("a history of three pages", () => {
  // Somebody's own, so that no other test sees so many.
  test.use({ storageState: { cookies: [], origins: [] } });

  const ITEMS = 120;
  /** What a screen shows and what is kept at hand around it, with room for a taller screen. */
  const MOST_ROWS = 40;
  let person: Person;
  let key: string;

  test.beforeAll(async () => {
    person = await newPerson();
    key = await newApiKey(person);
    // A repeat of what was said is served from storage. The plan lets two of a kind of model speak at a time.
    const models = ["eleven_multilingual_v2", "eleven_flash_v2_5"];
    await Promise.all(
      models.map(async (model) => {
        for (let said = 0; said < ITEMS / models.length; said++) await sayAgain(model);
      }),
    );
    await expect.poll(async () => (await listed()).length).toBe(ITEMS);
  });

  async function sayAgain(model: string): Promise<void> {
    const body = { text: "Again.", seed: 7, model_id: model };
    const response = await call(key, `/v1/text-to-speech/${sharedProduct().voiceId}`, { body });
    if (!response.ok) throw new Error(await response.text());
    await response.arrayBuffer();
  }
  /** The ids of all items, newest first, as the server has them. */
  async function listed(): Promise<string[]> {
    const answer = await call(key, "/v1/history?page_size=1000");
    const { history } = (await answer.json()) as { history: { history_item_id: string }[] };
    return history.map((item) => item.history_item_id);
  }
  const rowOf = (page: Page, id: string) => page.locator(`[data-history-item="${id}"]`);
  const end = (page: Page) => page.getByText("That is everything.");

  /** Presses a key that scrolls. Not once: the browser drops one that comes at the moment the scroll before it ends. */
  async function scrollByKey(page: Page, scrollKey: "Home" | "End", aim: Locator): Promise<void> {
    await expect(async () => {
      await page.keyboard.press(scrollKey);
      await expect(aim).toBeInViewport({ timeout: 500 });
    }).toPass({ timeout: 10_000 });
  }

  /** Scrolls until the end is in sight. Answers the rows seen on the way, and the most that were drawn at a time. */
  async function scrollToEnd(page: Page, step: () => Promise<void>) {
    const seen = new Set<string>();
    let most = 0;
    await expect(async () => {
      await step();
      const rows = page.locator("[data-history-item]");
      const ids = await rows.evaluateAll((all) => all.map((row) => row.getAttribute("data-history-item")!));
      for (const id of ids) seen.add(id);
      most = Math.max(most, ids.length);
      expect(await end(page).count()).toBe(1);
      await expect(end(page)).toBeInViewport({ timeout: 1 });
    }).toPass({ intervals: [20], timeout: 30_000 });
    return { seen, most };
  }

  test("is read to its end and back by key, a row out of sight keeps the focus, and what is deleted goes away", async ({
    page,
  }) => {
    const all = await listed();
    await bringIn(page, person, HISTORY);
    await expect(rowOf(page, all[0]!)).toBeInViewport();
    const second = rowOf(page, all[1]!);
    await second.getByRole("checkbox").focus();
    const { most } = await scrollToEnd(page, () => page.keyboard.press("End"));
    expect(most).toBeLessThan(MOST_ROWS);
    const oldest = rowOf(page, all.at(-1)!);
    await expect(oldest).toBeInViewport();
    await expect(rowOf(page, all[38]!)).toHaveCount(0);
    await expect(second.getByRole("checkbox")).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(second.getByRole("button", { name: "Play" })).toBeFocused();
    await expect(second).toBeInViewport();
    await scrollByKey(page, "End", oldest);

    const deleted = rowOf(page, all.at(-3)!);
    await deleted.getByRole("button", { name: "Delete" }).press("Enter");
    await expect(deleted).toHaveCount(0);
    await expect(oldest).toBeInViewport();
    await expect.poll(listed).toEqual(all.filter((id) => id !== all.at(-3)));

    await scrollByKey(page, "Home", rowOf(page, all[0]!));
    await expect(page.getByRole("heading", { name: "Today" })).toBeInViewport();
    const again = await scrollToEnd(page, () => page.keyboard.press("PageDown"));
    await expect(oldest).toBeInViewport();
    expect([...again.seen].sort()).toEqual(all.filter((id) => id !== all.at(-3)).sort());
  });

  test("is read to its oldest item by wheel; what is brought back is where it was, far down too and after all that was loaded had been deleted", async ({
    page,
  }) => {
    const all = await listed();
    await bringIn(page, person, HISTORY);
    await expect(page.getByRole("heading", { name: "Today" })).toBeVisible();
    await rowOf(page, all[0]!).getByRole("checkbox").click();
    const selection = page.getByRole("toolbar", { name: "Selected items" });
    await selection.getByRole("button", { name: "Select all 50 so far" }).click();
    await selection.getByRole("button", { name: "Delete" }).click();
    await expect(rowOf(page, all[50]!)).toBeInViewport();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(rowOf(page, all[0]!)).toBeInViewport();
    await expect.poll(listed).toEqual(all);

    await page.mouse.move(640, 400);
    const { seen, most } = await scrollToEnd(page, () => page.mouse.wheel(0, 500));
    await expect(rowOf(page, all.at(-1)!)).toBeInViewport();
    await expect(rowOf(page, all[0]!)).toHaveCount(0);
    expect([...seen].sort()).toEqual(all.toSorted());
    expect(most).toBeLessThan(MOST_ROWS);
    const far = rowOf(page, all.at(-3)!);
    await far.getByRole("button", { name: "Delete" }).click();
    await expect(far).toHaveCount(0);
    const told = page.waitForResponse(/\/v1\/history\?page_size=/);
    await page.getByRole("button", { name: "Undo" }).click();
    await told;
    await expect(far).toBeInViewport();
    await expect(rowOf(page, all.at(-1)!)).toBeInViewport();
  });
});

test.describe("by key", () => {
  test("deleting, of what is selected too, leaves the focus in the list, and Undo where it was before", async ({
    page,
  }) => {
    const rows = await openItems(page, ["One", "Two", "Three"]);
    const box = (text: string) => rows.filter({ hasText: text }).getByRole("checkbox");
    const bar = page.getByRole("toolbar", { name: "Selected items" });
    const select = async (...texts: string[]) => {
      for (const text of texts) {
        await box(text).focus();
        await page.keyboard.press("Space");
      }
    };
    await select("Three", "One", "Two");
    await bar.getByRole("button", { name: "Clear" }).focus();
    await page.keyboard.press("Enter");
    await expect(bar).toBeHidden();
    await expect(box("Two")).toBeFocused();
    await select("Three", "Two");
    await bar.getByRole("button", { name: "Delete" }).focus();
    await page.keyboard.press("Enter");
    await expect(rows).toHaveCount(1);
    await expect(box("One")).toBeFocused();
    await page.getByRole("button", { name: "Undo" }).press("Enter");
    await expect(rows).toHaveCount(3);

    const deleteOf = (text: string) => rows.filter({ hasText: text }).getByRole("button", { name: "Delete" });
    await deleteOf("Three").focus();
    await page.keyboard.press("Enter");
    await expect(rows).toHaveCount(2);
    await expect(deleteOf("Two")).toBeFocused();
    // The last one.
    await deleteOf("One").focus();
    await page.keyboard.press("Space");
    await expect(rows).toHaveCount(1);
    await expect(deleteOf("Two")).toBeFocused();
    const undo = page.getByRole("listitem").filter({ hasText: "Deleted" }).getByRole("button", { name: "Undo" });
    await expect(undo).toHaveCount(2);
    await undo.first().focus();
    await page.keyboard.press("Enter");
    await expect(rows).toHaveCount(2);
    await expect(undo).toHaveCount(1);
    await expect(deleteOf("Two")).toBeFocused();
    for (let left = 1; left >= 0; left--) {
      await page.keyboard.press("Enter");
      await expect(rows).toHaveCount(left);
    }
    await expect(page.getByRole("searchbox")).toBeFocused();
  });
});
