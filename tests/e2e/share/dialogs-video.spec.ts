import type { Page } from "@playwright/test";
import { seriousProblems, seriousProblemsInBothThemes } from "../../support/serious-problems";
import { EDITOR, expect, openScreen, test } from "../../support/signed-in-page";
import { type AnsweredVideos, answerVideos } from "./answered-videos";
import { callApi, pressShare, setFeature, shareableItem, spokenText } from "./shareable-item";

const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1";

const dialog = (page: Page) => page.getByRole("dialog", { name: "Share video" });
const button = (page: Page, name: string) => dialog(page).getByRole("button", { name, exact: true });

let id: string;
const row = (page: Page) => page.locator(`[data-history-item="${id}"]`);

async function openVideoDialog(page: Page): Promise<AnsweredVideos> {
  const videos = await answerVideos(page);
  await openScreen(page, `${EDITOR}/history`);
  await pressShare(row(page));
  await expect(dialog(page)).toBeVisible();
  return videos;
}

test.beforeAll(async () => {
  id = await shareableItem();
});
test.beforeEach(() => setFeature(true));
test.afterAll(() => setFeature(false));

test("an admin switches videos on, and at once one is shared, which plays by itself, loops, can be muted and stopped, and is saved under a neutral name", async ({
  page,
}) => {
  await setFeature(false);
  await answerVideos(page);
  await openScreen(page, "/app/settings/features");
  const feature = page.getByLabel("Videos of text to speech");
  await expect(feature).not.toBeChecked();
  await feature.click();
  await expect(feature).toBeChecked();
  await expect
    .poll(async () => (await (await callApi("/v1/workspace/features")).json()) as unknown)
    .toEqual({ text_to_speech_video: true });
  await page.getByRole("navigation", { name: "Main" }).first().getByRole("link", { name: "History" }).click();
  await row(page).hover();
  const share = row(page).getByRole("button", { name: "Share" });
  await expect(share).toHaveText("Share");
  await share.click();

  await button(page, "Generate").click();
  const video = dialog(page).locator("video");
  const property = (name: "paused" | "loop" | "muted") => video.evaluate((v, n) => (v as HTMLVideoElement)[n], name);
  await expect(video).toBeVisible();
  await expect.poll(() => property("paused")).toBe(false);
  expect(await property("loop")).toBe(true);
  expect(await property("muted")).toBe(false);
  await button(page, "Mute").click();
  expect(await property("muted")).toBe(true);
  await button(page, "Unmute").click();
  expect(await property("muted")).toBe(false);
  await button(page, "Pause").click();
  await expect.poll(() => property("paused")).toBe(true);
  const saved = page.waitForEvent("download");
  await button(page, "Download video").click();
  expect((await saved).suggestedFilename()).toBe("text-to-speech-video.mp4");
});

test("by keys alone: choose, generate, cancel, try again, go to the link, be back where one was, and begin anew; axe finds nothing serious in any state, in light and dark", async ({
  page,
}) => {
  const look = async (state: string) => expect(await seriousProblemsInBothThemes(page), state).toEqual([]);
  const videos = await openVideoDialog(page);
  await expect(dialog(page).getByRole("img", { name: "Preview of the video" })).toBeVisible();
  await look("preview");
  await dialog(page).getByLabel("Multicolor").focus();
  await page.keyboard.press("ArrowDown");
  await expect(dialog(page).getByLabel("White")).toBeChecked();
  videos.answer = { state: "running", progress: 0.4 };
  await button(page, "Generate").press("Enter");
  await expect(button(page, "Generating")).toBeFocused();
  await look("generating");
  await button(page, "Cancel").press("Enter");
  await expect(button(page, "Generate")).toBeFocused();
  await expect(dialog(page).getByRole("progressbar")).toHaveCount(0);
  await expect.poll(() => videos.calls.at(-1)).toBe("DELETE light square");
  videos.answer = { state: "failed", error: "The voice ran out of breath." };
  await button(page, "Generate").press("Enter");
  await expect(button(page, "Retry")).toBeVisible();
  await look("failed");
  videos.answer = { state: "done" };
  await button(page, "Retry").press("Enter");
  await expect(dialog(page).locator("video")).toBeVisible();
  await look("ready");

  await button(page, "Share link").press("Enter");
  const link = page.getByRole("dialog", { name: "Share with your community" });
  await expect(link.getByRole("button", { name: "Copy link" })).toBeVisible();
  await page.keyboard.press("Tab");
  expect(await link.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  await page.keyboard.press("Escape");
  await expect(link).toBeHidden();
  await expect(row(page).getByRole("button", { name: "Share" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(dialog(page).getByLabel("Multicolor")).toBeChecked();
  await expect(button(page, "Generate")).toBeVisible();
});

test("the speech screen and the player share what was just made, as video and by link, and nothing before", async ({
  page,
}) => {
  await answerVideos(page);
  await openScreen(page, EDITOR);
  const share = page.locator("#content").getByRole("button", { name: "Share" });
  await page.getByLabel("Text to speak").fill(spokenText);
  await expect(share).toBeDisabled();
  await page.getByRole("button", { name: /^Generate/ }).click();
  await expect(share).toBeEnabled();
  await share.click();
  await expect(dialog(page)).toBeVisible();
  await button(page, "Share link").click();
  await expect(page.getByRole("dialog").locator("[data-share-link]")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("region", { name: "Player" }).getByRole("button", { name: "Share" }).click();
  await expect(dialog(page)).toBeVisible();
});

test.describe("on a phone by its user agent", () => {
  test.use({ userAgent: IPHONE, viewport: { width: 360, height: 740 }, hasTouch: true });

  test("the video is in a sheet that fits", async ({ page }) => {
    await openVideoDialog(page);
    await expect(dialog(page)).toHaveAttribute("data-vaul-drawer-direction", "bottom");
    await expect(dialog(page).getByRole("img", { name: "Preview of the video" })).toBeVisible();
    expect(await seriousProblems(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
    await button(page, "Generate").click();
    await expect(dialog(page).locator("video")).toBeVisible();
  });
});
