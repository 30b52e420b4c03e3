import type { Page } from "@playwright/test";
import { seriousProblems, seriousProblemsInBothThemes } from "../../support/serious-problems";
import { EDITOR, expect, openScreen, test } from "../../support/signed-in-page";
import { TOUCH_PIXELS, touchSize } from "../../support/touch-size";
import { callApi, pressShare, setFeature, shareableItem } from "./shareable-item";

const HISTORY = `${EDITOR}/history`;
const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1";

/** Of an item that nothing is changed about. */
let id: string;
const row = (page: Page, ofItem = id) => page.locator(`[data-history-item="${ofItem}"]`);
async function openLinkDialog(page: Page, ofItem = id): Promise<void> {
  await openScreen(page, HISTORY);
  await pressShare(row(page, ofItem));
  await expect(linkDialog(page)).toBeVisible();
}
const linkDialog = (page: Page) => page.getByRole("dialog", { name: "Share with your community" });
const shownLinkIn = (page: Page) => linkDialog(page).locator("[data-share-link]");
/** What a stranger's browser is answered at an address. */
const statusForStranger = async (address: string) => (await fetch(address)).status;

test.beforeAll(async () => {
  id = await shareableItem();
});
test.beforeEach(() => setFeature(false));

test("settings and the public name are kept, a revoked link is gone for good, and admins see that one was opened", async ({
  page,
}) => {
  const changed = await shareableItem();
  const opened = async () => {
    const answer = await callApi("/v1/workspace/analytics?days=1");
    const { days } = (await answer.json()) as { days: { events: Record<string, number> }[] };
    return days[0]?.events.share_link_opened ?? 0;
  };
  const openedBefore = await opened();
  await openLinkDialog(page, changed);
  const dialog = linkDialog(page);
  const first = (await shownLinkIn(page).getAttribute("data-share-link")) ?? "";
  await dialog.getByLabel("Allow download").click();
  await dialog.getByLabel("Expires").selectOption("In 7 days");
  await expect(dialog.getByLabel("Expires")).toHaveValue("set");
  await dialog.getByRole("button", { name: "Change the public name" }).click();
  await dialog.getByLabel("Public name").fill("Ada of the harbour");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByText("Ada of the harbour")).toBeVisible();
  const kept = async () =>
    (await (await callApi(`/v1/history/${changed}/share-link`)).json()) as Record<string, unknown>;
  await expect
    .poll(kept)
    .toMatchObject({ allows_download: true, is_indexed: false, public_user_name: "Ada of the harbour" });
  await expect.poll(async () => Number((await kept()).expires_at_unix)).toBeGreaterThan(Date.now() / 1000 + 6 * 86_400);

  await dialog.getByRole("button", { name: "Revoke link" }).click();
  await expect(dialog.getByRole("button", { name: "Keep it" })).toBeFocused();
  await dialog.getByRole("button", { name: "Revoke", exact: true }).click();
  await expect(dialog.getByText("The link is revoked.")).toBeVisible();
  expect(await statusForStranger(first)).toBe(410);
  await dialog.getByRole("button", { name: "Make a new link" }).click();
  await expect(shownLinkIn(page)).toBeVisible();
  expect(await shownLinkIn(page).getAttribute("data-share-link")).not.toBe(first);

  await expect.poll(opened).toBeGreaterThan(openedBefore);
  await openScreen(page, "/app/settings/analytics");
  await expect(page.getByText("Share link opened", { exact: true })).toBeVisible();
  expect(await seriousProblems(page)).toEqual([]);
});

test("by keys alone: open all of it, copy the whole link, which leads a stranger to the page, close, and be back where one was; axe finds nothing serious, and it stays a dialog in a narrow window", async ({
  page,
  context,
  productUrl,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await openScreen(page, HISTORY);
  const share = row(page).getByRole("button", { name: "Share" });
  await share.focus();
  await page.keyboard.press("Enter");
  const whole = (await shownLinkIn(page).getAttribute("data-share-link")) ?? "";
  expect(whole).toMatch(new RegExp(`^${productUrl}/app/share/shr_[0-9a-z]{26}$`));
  await expect(shownLinkIn(page)).toHaveText(`${whole.slice(0, 38)}…`);
  const copy = page.getByRole("button", { name: "Copy link" });
  for (let i = 0; i < 6 && !(await copy.evaluate((button) => button === document.activeElement)); i++)
    await page.keyboard.press("Tab");
  await expect(copy).toBeFocused();
  // Round once: the focus never leaves the dialog.
  for (let i = 0; i < 16; i++) {
    await page.keyboard.press("Tab");
    expect(await linkDialog(page).evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true);
  }
  await page.getByRole("button", { name: "QR code" }).press("Enter");
  await expect(page.getByRole("img", { name: /QR code of/ })).toBeVisible();
  await page.getByRole("button", { name: "Revoke link" }).press("Enter");
  await expect(page.getByRole("button", { name: "Keep it" })).toBeVisible();
  await page.getByRole("button", { name: "Change the public name" }).press("Enter");
  await expect(page.getByLabel("Public name")).toBeFocused();
  expect(await seriousProblemsInBothThemes(page)).toEqual([]);

  const { width, height } = page.viewportSize()!;
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(shownLinkIn(page)).toBeVisible();
  expect(await linkDialog(page).getAttribute("data-vaul-drawer-direction")).toBeNull();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width, height });

  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Change the public name" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Revoke link" })).toBeFocused();
  // The last, since a message says so for a while.
  await copy.press("Enter");
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(whole);
  expect(await statusForStranger(whole)).toBe(200);
  await page.keyboard.press("Escape");
  await expect(linkDialog(page)).toBeHidden();
  await expect(share).toBeFocused();
});

test.describe("on a phone by its user agent", () => {
  test.use({ userAgent: IPHONE, viewport: { width: 360, height: 740 }, hasTouch: true });

  test("the link is in a sheet from below, without anything serious for axe in light and dark", async ({ page }) => {
    await openLinkDialog(page);
    await expect(shownLinkIn(page)).toBeVisible();
    await expect(linkDialog(page)).toHaveAttribute("data-vaul-drawer-direction", "bottom");
    expect(await seriousProblemsInBothThemes(page)).toEqual([]);
    const box = await linkDialog(page).boundingBox();
    expect(Math.round((box?.y ?? 0) + (box?.height ?? 0))).toBe(740);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
    const close = linkDialog(page).getByRole("button", { name: "Close" });
    expect(await touchSize(close)).toBeGreaterThanOrEqual(TOUCH_PIXELS);
    await close.tap();
    await expect(linkDialog(page)).toBeHidden();
  });
});
