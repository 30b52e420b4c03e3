import type { Page } from "@playwright/test";
import { playWithoutEnd } from "../support/endless-sound";
import { seriousProblemsInBothThemes } from "../support/serious-problems";
import { EDITOR, expect, openScreen, test } from "../support/signed-in-page";
import { TOUCH_PIXELS, touchSize } from "../support/touch-size";
import { shareableItem } from "./share/shareable-item";

const bar = (page: Page) => page.locator("section[aria-label='Player']");
const sheet = (page: Page) => page.getByRole("dialog");

let id: string;
test.beforeAll(async () => {
  id = await shareableItem("A long walk along the shore, and back again before the evening. ".repeat(4));
});

/** More than ten seconds of sound, paused at its beginning. It plays on until it is paused. */
async function playPaused(page: Page): Promise<void> {
  await playWithoutEnd(page);
  await openScreen(page, `${EDITOR}/history`);
  await page.locator(`[data-history-item="${id}"]`).getByRole("button", { name: "Play" }).click();
  await expect(bar(page)).toHaveAttribute("data-state", "playing");
  await bar(page).getByRole("button", { name: "Pause" }).click();
  await bar(page).getByRole("slider", { name: "Position" }).press("Home");
}

test("skipping while nothing plays moves the clock and the position, and a link can start there", async ({ page }) => {
  await playPaused(page);
  const position = bar(page).getByRole("slider", { name: "Position" });
  await expect(position).toHaveAttribute("aria-valuenow", "0");
  await bar(page).getByRole("button", { name: "Forward 10 seconds" }).click();
  await expect(bar(page).getByText(/^0:10 \/ 0:/)).toBeVisible();
  await expect(position).toHaveAttribute("aria-valuenow", "10");
  await expect(page.getByRole("button", { name: "Open the player" })).toBeHidden();

  await bar(page).getByRole("button", { name: "Share" }).click();
  await page.getByRole("dialog", { name: "Share with your community" }).getByLabel("Start at 0:10").click();
  await expect(page.locator("[data-share-link]")).toHaveAttribute("data-share-link", /\?t=10$/);
  await page.keyboard.press("Escape");
  await bar(page).getByRole("button", { name: "Back 10 seconds" }).click();
  await expect(bar(page).getByText(/^0:00 \/ 0:/)).toBeVisible();
});

for (const format of ["pcm_16000", "ulaw_8000", "alaw_8000"]) {
  test(`a sound that was made as ${format}, without a header, plays, and is downloaded as it was made`, async ({
    page,
  }) => {
    const made = await shareableItem("The tide comes in, and goes out again before the evening.", format);
    await playWithoutEnd(page);
    await openScreen(page, `${EDITOR}/history`);
    const row = page.locator(`[data-history-item="${made}"]`);
    await row.getByRole("button", { name: "Play" }).click();
    await expect(bar(page)).toHaveAttribute("data-state", "playing");
    await expect(bar(page).getByText(/^0:0[1-9] \/ 0:0\d$/)).toBeVisible();
    const download = page.waitForEvent("download");
    await bar(page).getByRole("button", { name: "Download" }).click();
    expect((await download).suggestedFilename()).toMatch(new RegExp(`\\.${format.split("_")[0]}$`));
  });
}

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test("the bar says where the sound is; everything else is in a sheet, by key and by touch, in which axe finds nothing serious", async ({
    page,
  }) => {
    await playPaused(page);
    await expect(bar(page).getByText(/^0:00 \/ 0:\d\d$/)).toBeInViewport();
    const opener = page.getByRole("button", { name: "Open the player" });
    await opener.press("Enter");
    await expect(sheet(page)).toBeVisible();
    expect(await seriousProblemsInBothThemes(page)).toEqual([]);
    await sheet(page).getByRole("radio", { name: "1 times", exact: true }).press("ArrowRight");
    await expect(sheet(page).getByRole("radio", { name: "1.2 times" })).toBeChecked();
    await sheet(page).getByRole("slider", { name: "Position" }).press("ArrowRight");
    await expect(sheet(page).getByText("0:03", { exact: true })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(sheet(page)).toBeHidden();
    await expect(opener).toBeFocused();

    await bar(page).getByText("A long walk").filter({ visible: true }).tap({ force: true });
    await expect(sheet(page)).toContainText("A long walk along the shore");
    await sheet(page).getByRole("button", { name: "Forward 10 seconds" }).tap();
    await expect(sheet(page).getByText("0:13", { exact: true })).toBeVisible();
    await sheet(page).getByText("1.5×").tap();
    await expect(sheet(page).getByRole("radio", { name: "1.5 times" })).toBeChecked();
    await sheet(page).getByRole("button", { name: "Play", exact: true }).tap();
    await expect(bar(page)).toHaveAttribute("data-state", "playing");
    await expect(sheet(page).getByRole("group", { name: "Rate this speech" })).toBeVisible();
    const download = page.waitForEvent("download");
    await sheet(page).getByRole("button", { name: "Download" }).tap();
    expect((await download).suggestedFilename()).toMatch(/\.mp3$/);
    for (const name of ["Back 10 seconds", "Pause", "Download", "Share", "Good", "Close the player"]) {
      const button = sheet(page).getByRole("button", { name, exact: true });
      expect(await touchSize(button), name).toBeGreaterThanOrEqual(TOUCH_PIXELS);
    }

    // Sharing takes the place of the sheet.
    await sheet(page).getByRole("button", { name: "Share", exact: true }).tap();
    await expect(sheet(page)).toHaveCount(1);
    await expect(sheet(page).getByRole("button", { name: "Copy link" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(sheet(page)).toBeHidden();
    await opener.tap();
    await sheet(page).getByRole("button", { name: "Close the player" }).tap();
    await expect(sheet(page)).toBeHidden();
    await expect(bar(page)).toBeHidden();
  });
});
