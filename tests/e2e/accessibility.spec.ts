import type { Page } from "@playwright/test";
import { playWithoutEnd } from "../support/endless-sound";
import { keptPage } from "../support/kept-page";
import { restOf, seriousProblemsInBothThemes } from "../support/serious-problems";
import {
  APP_SCREENS,
  EDITOR,
  expect,
  openScreen,
  PUBLIC_PAGES,
  SIGN_IN_SCREENS,
  test,
} from "../support/signed-in-page";

/** Far from the server's time zone: what a page says of times has to be the same in both. */
const timezoneId = "Pacific/Kiritimati";
test.use({ timezoneId });

const DESKTOP = { width: 1280, height: 720 };
const SMALLEST_PHONE = { width: 360, height: 740 };

/**
 * Leaves of some hundred articles and links only those that have an element which none before has: by its tag, classes, names
 * of attributes, and whether it has words and scrolls. The rest is the same to axe, which would need half a minute for it. Only
 * ids, which must be the page's only ones, are not: they are looked at before. Answers how many are left.
 */
const keepOneOfEachKind = (page: Page, repeated: string) =>
  page.evaluate((selector) => {
    const ids = [...document.querySelectorAll("[id]")].map(({ id }) => id);
    const twice = ids.filter((id, index) => ids.indexOf(id) !== index);
    if (twice.length > 0) throw new Error(`more than one element has the id ${twice.join(", ")}`);
    const seen = new Set<string>();
    const kindOf = (element: Element) =>
      [
        element.tagName,
        element.className,
        element.getAttribute("role"),
        element.getAttributeNames().sort().join(),
        element.textContent?.trim() === "",
        element.getAttribute("aria-label") === "",
        element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight,
        element.parentElement?.className,
      ].join("|");
    const blocks = [...document.querySelectorAll(selector)].map((block) => ({
      block,
      kinds: [block, ...block.querySelectorAll("*")].map(kindOf),
    }));
    for (const { block, kinds } of blocks) {
      if (kinds.every((kind) => seen.has(kind))) block.remove();
      for (const kind of kinds) seen.add(kind);
    }
    return document.querySelectorAll(selector).length;
  }, repeated);

// Signed in, the sign-in screens lead on to the app.
const ofVisitor = keptPage("visitor", { timezoneId });
const ofMember = keptPage("member", { timezoneId });
for (const address of [...PUBLIC_PAGES, ...SIGN_IN_SCREENS, ...APP_SCREENS, "/dev/ui", "/dev/mailbox"]) {
  test(`${address} fits a screen 360 px wide, and axe finds nothing serious on it in light and dark`, async () => {
    const page = SIGN_IN_SCREENS.includes(address) ? ofVisitor() : ofMember();
    const wrong: string[] = [];
    const note = (error: Error) => wrong.push(error.message);
    page.on("pageerror", note);
    await page.setViewportSize(SMALLEST_PHONE);
    await openScreen(page, address);
    await expect(page).toHaveURL(address);
    await restOf(page);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect.soft(overflow, "pixels beyond the edge").toBeLessThanOrEqual(0);
    await page.setViewportSize(DESKTOP);
    if (address === "/docs/api") expect(await keepOneOfEachKind(page, "article, nav li")).toBeGreaterThan(2);
    expect(await seriousProblemsInBothThemes(page)).toEqual([]);
    // React says so when it could not take over what the server sent.
    expect(wrong).toEqual([]);
    page.off("pageerror", note);
  });
}

test("axe finds nothing serious in what opens over the editor, in light and dark", async ({ page }) => {
  await openScreen(page, EDITOR);
  await page.getByRole("tab", { name: "Dialogue" }).click();
  await expect(page.getByLabel("Line 1", { exact: true })).toBeVisible();
  expect(await seriousProblemsInBothThemes(page)).toEqual([]);
  await page.getByRole("tab", { name: "Text" }).click();
  // With a text, what was grey can be pressed.
  await page.getByLabel("Text to speak").fill("Ready to be spoken.");
  await expect(page.getByRole("button", { name: /^Generate/ })).toBeEnabled();
  expect(await seriousProblemsInBothThemes(page)).toEqual([]);
  await page.getByRole("button", { name: /Change the voice/ }).click();
  await expect(page.getByRole("listbox", { name: "Voices" }).getByRole("option").first()).toBeVisible();
  expect(await seriousProblemsInBothThemes(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await page.keyboard.press("ControlOrMeta+k");
  await expect(page.getByPlaceholder("Go to a screen, or do something")).toBeVisible();
  expect(await seriousProblemsInBothThemes(page)).toEqual([]);
});

test("axe finds nothing serious on a phone, with the player open, in light and dark", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await playWithoutEnd(page);
  await openScreen(page, EDITOR);
  await page.getByLabel("Text to speak").fill("Heard by everyone, on every screen.");
  await page.getByRole("button", { name: /^Generate/ }).click();
  await expect(page.getByRole("region", { name: "Player" })).toHaveAttribute("data-state", "playing");
  expect(await seriousProblemsInBothThemes(page)).toEqual([]);
  await page.getByRole("button", { name: "Voice and settings" }).click();
  await expect(page.getByRole("dialog", { name: "Voice and settings" })).toBeVisible();
  expect(await seriousProblemsInBothThemes(page)).toEqual([]);
});
