import type { Page } from "@playwright/test";
import { seriousProblems, seriousProblemsInBothThemes } from "../../support/serious-problems";
import { EDITOR, expect, openScreen, test } from "../../support/signed-in-page";
import { type AnsweredVideos, answerVideos } from "./answered-videos";
import { callApi, pressShare, setFeature, shareableItem, spokenText } from "./shareable-item";

const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1";

const dialog = (page: Page) => page.getByRole("dialog", { name: "Share video" });
const button = (page: Page, name: string) => dialog(page).getByRole("button", { name, exact: true });

async function openVideoDialog(page: Page): Promise<{ id: string; videos: AnsweredVideos }> {
  const videos = await answerVideos(page);
  const id = await shareableItem();
  await openScreen(page, `${EDITOR}/history`);
  await reopen(page, id);
  return { id, videos };
}
async function reopen(page: Page, id: string): Promise<void> {
  const row = page.locator(`[data-history-item="${id}"]`);
  await pressShare(row);
  await expect(dialog(page)).toBeVisible();
}

test.beforeEach(() => setFeature(true));
test.afterAll(() => setFeature(false));

test("an admin switches videos on, and the control becomes a button at once", async ({ page }) => {
  await setFeature(false);
  const id = await shareableItem();
  await openScreen(page, "/app/settings/features");
  const feature = page.getByLabel("Videos of text to speech");
  await expect(feature).not.toBeChecked();
  expect(await seriousProblems(page)).toEqual([]);
  await feature.click();
  await expect(feature).toBeChecked();
  await expect
    .poll(async () => (await (await callApi("/v1/workspace/features")).json()) as unknown)
    .toEqual({ text_to_speech_video: true });
  await page.getByRole("navigation", { name: "Main" }).first().getByRole("link", { name: "History" }).click();
  const row = page.locator(`[data-history-item="${id}"]`);
  await row.hover();
  await expect(row.getByRole("button", { name: "Share" })).toHaveText("Share");
});

test("another theme loads another picture and clears the video; closing begins anew", async ({ page }) => {
  await page.addInitScript(() => {
    const live = new Set<string>();
    Object.assign(window, { liveObjectUrls: live });
    const { createObjectURL, revokeObjectURL } = URL;
    URL.createObjectURL = (blob) => {
      const url = createObjectURL.call(URL, blob);
      live.add(url);
      return url;
    };
    URL.revokeObjectURL = (url) => {
      live.delete(url);
      revokeObjectURL.call(URL, url);
    };
  });
  const { id, videos } = await openVideoDialog(page);
  await expect(dialog(page).getByRole("img", { name: "Preview of the video" })).toBeVisible();
  await expect(dialog(page).getByLabel("Multicolor")).toBeChecked();
  await button(page, "Generate").click();
  await expect(dialog(page).locator("video")).toBeVisible();
  await dialog(page).getByText("Black", { exact: true }).click();
  await expect(dialog(page).locator("video")).toHaveCount(0);
  await expect(dialog(page).getByRole("img", { name: "Preview of the video" })).toBeVisible();
  await dialog(page).getByText("Portrait", { exact: true }).click();
  await button(page, "Generate").click();
  await expect(dialog(page).locator("video")).toBeVisible();
  expect(videos.calls).toEqual(["PICTURE colour", "POST colour square", "PICTURE dark", "POST dark portrait"]);
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toBeHidden();
  expect(await page.evaluate(() => (window as unknown as { liveObjectUrls: Set<string> }).liveObjectUrls.size)).toBe(0);
  await reopen(page, id);
  await expect(dialog(page).getByLabel("Multicolor")).toBeChecked();
  await expect(button(page, "Generate")).toBeVisible();
});

test("progress is estimated until the channel reports it, and the video comes when it says so", async ({ page }) => {
  const { id, videos } = await openVideoDialog(page);
  videos.answer = { state: "queued" };
  await button(page, "Generate").click();
  const bar = dialog(page).getByRole("progressbar", { name: "Generating video" });
  const percent = async () => Number(await bar.getAttribute("aria-valuenow"));
  await expect.poll(percent).toBeGreaterThan(5);
  // The whole text is expected to take 10 s.
  expect(await percent()).toBeLessThan(90);
  const of = { history_item_id: id, theme: "colour", shape: "square" };
  videos.report({ ...of, theme: "dark", state: "running", progress: 0.93 });
  videos.report({ ...of, state: "running", progress: 0.02 });
  await expect.poll(percent).toBe(2);
  videos.answer = { state: "running", progress: 0.02 };
  await page.waitForTimeout(500);
  expect(await percent()).toBe(2);
  videos.answer = { state: "done" };
  videos.report({ ...of, state: "done", progress: 1 });
  await expect(dialog(page).locator("video")).toBeVisible({ timeout: 1500 });
});

test("the video plays by itself, loops, can be muted and stopped, and is saved under a neutral name", async ({
  page,
}) => {
  await openVideoDialog(page);
  await button(page, "Generate").click();
  const video = dialog(page).locator("video");
  const property = (name: "paused" | "loop" | "muted") => video.evaluate((v, n) => (v as HTMLVideoElement)[n], name);
  await expect.poll(() => property("paused")).toBe(false);
  expect(await property("loop")).toBe(true);
  expect(await property("muted")).toBe(false);
  await button(page, "Mute").click();
  expect(await property("muted")).toBe(true);
  await button(page, "Unmute").click();
  expect(await property("muted")).toBe(false);
  await button(page, "Pause").click();
  expect(await property("paused")).toBe(true);
  const saved = page.waitForEvent("download");
  await button(page, "Download video").click();
  expect((await saved).suggestedFilename()).toBe("text-to-speech-video.mp4");
});

test("a failure says why and can be tried again", async ({ page }) => {
  const { videos } = await openVideoDialog(page);
  const alert = dialog(page).getByRole("alert");
  videos.answer = { state: "failed", error: "The voice ran out of breath." };
  await button(page, "Generate").click();
  await expect(alert).toHaveText("Error generating video: The voice ran out of breath.");
  await expect(dialog(page).getByText("Error generating video", { exact: true })).toBeVisible();
  videos.answer = { state: "failed", error: null };
  await button(page, "Retry").click();
  await expect(alert).toHaveText("Unknown error generating video");
  videos.answer = { refusedWith: 429, message: "Too many videos at once." };
  await button(page, "Retry").click();
  await expect(alert).toHaveText("Error generating video: Too many videos at once.");
  await dialog(page).getByText("White", { exact: true }).click();
  await expect(alert).toHaveCount(0);
  videos.answer = { state: "done" };
  await button(page, "Generate").click();
  await expect(dialog(page).locator("video")).toBeVisible();
});

test("a refusal for good is said, and not offered again", async ({ page }) => {
  const { videos } = await openVideoDialog(page);
  const alert = dialog(page).getByRole("alert");
  videos.answer = { refusedWith: 400, message: "Videos can be made of up to 5 minutes of speech." };
  await button(page, "Generate").click();
  await expect(alert).toHaveText("Error generating video: Videos can be made of up to 5 minutes of speech.");
  await expect(button(page, "Retry")).toHaveCount(0);
  await expect(button(page, "Generate")).toBeDisabled();
  await dialog(page).getByText("White", { exact: true }).click();
  await expect(button(page, "Generate")).toBeDisabled();
});

test("a picture that fails says why, and can be loaded again", async ({ page }) => {
  const { videos } = await openVideoDialog(page);
  videos.previewProblem = { status: 429, message: "Too many pictures at once." };
  await dialog(page).getByText("Black", { exact: true }).click();
  await expect(dialog(page).getByRole("alert")).toContainText(
    "Error generating video preview: Too many pictures at once.",
  );
  await expect(dialog(page).getByText("Error generating video", { exact: true })).toBeVisible();
  videos.previewProblem = null;
  await button(page, "Load the preview again").click();
  await expect(dialog(page).getByRole("img", { name: "Preview of the video" })).toBeVisible();
  await expect(dialog(page).getByRole("alert")).toHaveCount(0);
});

test("by keys alone: choose, generate, cancel, go to the link, and be back where one was", async ({ page }) => {
  const { id, videos } = await openVideoDialog(page);
  await dialog(page).getByLabel("Multicolor").focus();
  await page.keyboard.press("ArrowDown");
  await expect(dialog(page).getByLabel("White")).toBeChecked();
  videos.answer = { state: "running", progress: 0.1 };
  await button(page, "Generate").press("Enter");
  await expect(button(page, "Generating")).toBeFocused();
  await button(page, "Cancel").press("Enter");
  await expect(button(page, "Generate")).toBeFocused();
  await expect(dialog(page).getByRole("progressbar")).toHaveCount(0);
  await expect.poll(() => videos.calls.at(-1)).toBe("DELETE light square");
  await button(page, "Share link").press("Enter");
  const link = page.getByRole("dialog", { name: "Share with your community" });
  await expect(link.getByRole("button", { name: "Copy link" })).toBeVisible();
  await page.keyboard.press("Tab");
  expect(await link.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  await page.keyboard.press("Escape");
  await expect(link).toBeHidden();
  await expect(page.locator(`[data-history-item="${id}"]`).getByRole("button", { name: "Share" })).toBeFocused();
});

test("player and speech screen have the button too", async ({ page }) => {
  await answerVideos(page);
  await openScreen(page, EDITOR);
  const share = page.locator("#content").getByRole("button", { name: "Share" });
  await page.getByLabel("Text to speak").fill(spokenText);
  await expect(share).toBeDisabled();
  await page.getByRole("button", { name: /^Generate/ }).click();
  await expect(share).toBeEnabled({ timeout: 20_000 });
  await share.click();
  await expect(dialog(page)).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("region", { name: "Player" }).getByRole("button", { name: "Share" }).click();
  await expect(dialog(page)).toBeVisible();
});

test("axe finds nothing serious in any state of the video dialog, in light and dark", async ({ page }, info) => {
  const { videos } = await openVideoDialog(page);
  await expect(dialog(page).getByRole("img", { name: "Preview of the video" })).toBeVisible();
  const look = async (name: string) => {
    const problems = await seriousProblemsInBothThemes(page, async (theme) =>
      info.attach(`${name}-${theme}`, { body: await page.screenshot(), contentType: "image/png" }),
    );
    expect(problems).toEqual([]);
  };
  await look("video-preview");
  videos.answer = { state: "running", progress: 0.4 };
  await button(page, "Generate").click();
  await look("video-generating");
  videos.answer = { state: "failed", error: "The voice ran out of breath." };
  await expect(button(page, "Retry")).toBeVisible({ timeout: 8000 });
  await look("video-failed");
  videos.answer = { state: "done" };
  await button(page, "Retry").click();
  await expect(dialog(page).locator("video")).toBeVisible();
  await look("video-ready");
});

test.describe("on a phone by its user agent", () => {
  test.use({ userAgent: IPHONE, viewport: { width: 360, height: 740 }, hasTouch: true });

  test("the video is in a sheet that fits", async ({ page }, info) => {
    await openVideoDialog(page);
    await expect(dialog(page)).toHaveAttribute("data-vaul-drawer-direction", "bottom");
    await expect(dialog(page).getByRole("img", { name: "Preview of the video" })).toBeVisible();
    expect(await seriousProblems(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
    await info.attach("video-sheet", { body: await page.screenshot(), contentType: "image/png" });
    await button(page, "Generate").click();
    await expect(dialog(page).locator("video")).toBeVisible();
  });
});
