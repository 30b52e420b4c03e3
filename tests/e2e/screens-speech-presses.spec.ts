import type { Page } from "@playwright/test";
import { EDITOR, expect, openScreen, test } from "../support/signed-in-page";

const SPEECH = "**/v1/text-to-speech/*/stream/with-timestamps**";
const player = (page: Page) => page.getByRole("region", { name: "Player" });

/** From now on, the answers of generations have their head at once, and the rest once the page calls `letSoundCome`. */
async function holdSound(page: Page): Promise<void> {
  await page.evaluate(() => {
    const fetchNow = window.fetch;
    const released = new Promise<void>((resolve) => Object.assign(window, { letSoundCome: resolve }));
    window.fetch = async (input, init) => {
      const response = await fetchNow(input, init);
      if (!String(input).includes("/with-timestamps") || !response.body) return response;
      const stopped = new Promise<never>((_, refuse) =>
        init?.signal?.addEventListener("abort", () => refuse(init.signal?.reason)),
      );
      const held = new TransformStream<Uint8Array, Uint8Array>({
        transform: async (piece, rest) => {
          await Promise.race([released, stopped]);
          rest.enqueue(piece);
        },
      });
      return new Response(response.body.pipeThrough(held), response);
    };
  });
}

test("stopped between the answer and its first sound, nothing is said, and there is no player", async ({ page }) => {
  await openScreen(page, EDITOR);
  await holdSound(page);
  await page.getByLabel("Text to speak").fill("Stopped before its first sound.");
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(player(page)).toBeVisible();
  await page.getByRole("button", { name: "Stop" }).click();
  await expect(player(page)).toBeHidden();
  await expect(page.getByRole("button", { name: /^Generate/ })).toBeEnabled();
  await expect(page.locator("[data-sonner-toast]")).toHaveCount(0);
});

test("after a stop the keys go on: where the button was that had the focus, and where nothing has it", async ({
  page,
}) => {
  await openScreen(page, EDITOR);
  await holdSound(page);
  await page.getByLabel("Text to speak").fill("Stopped, and asked for again.");
  await page.keyboard.press("ControlOrMeta+Enter");
  const stop = page.getByRole("button", { name: "Stop" });
  await stop.click();
  await expect(page.getByRole("button", { name: /^Generate/ })).toBeFocused();
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(stop).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(stop).toBeHidden();
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(stop).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(stop).toBeHidden();
});

test("while its sound is on its way, the player offers to pause it, and then to play it", async ({ page }) => {
  await openScreen(page, EDITOR);
  await holdSound(page);
  await page.getByLabel("Text to speak").fill("A sound that is on its way.");
  await page.keyboard.press("ControlOrMeta+Enter");
  await player(page).getByRole("button", { name: "Pause" }).click();
  const play = player(page).getByRole("button", { name: "Play", exact: true });
  await expect(play).toBeVisible();
  await page.evaluate(() => (window as unknown as { letSoundCome(): void }).letSoundCome());
  await expect(page.getByRole("button", { name: "Regenerate" })).toBeEnabled();
  await expect(player(page)).toHaveAttribute("data-state", "paused");
  await play.click();
  await expect(player(page)).toHaveAttribute("data-state", "playing");
});

test("a double click on Regenerate makes one more take, and does not stop it", async ({ page }) => {
  await openScreen(page, EDITOR);
  await page.getByLabel("Text to speak").fill("Once more, please.");
  await page.keyboard.press("ControlOrMeta+Enter");
  const regenerate = page.getByRole("button", { name: "Regenerate" });
  await expect(regenerate).toBeEnabled();
  let letGo = () => {};
  const released = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let asked = 0;
  await page.route(SPEECH, async (route) => {
    asked++;
    await released;
    await route.continue();
  });
  await regenerate.dblclick();
  await expect(page.getByRole("button", { name: "Stop" })).toBeVisible();
  letGo();
  await expect(regenerate).toBeEnabled();
  await expect(player(page)).toHaveAttribute("data-state", "playing");
  expect(asked).toBe(1);
});

test("a sound that comes late does not replace the one that was chosen since", async ({ page }) => {
  await openScreen(page, EDITOR);
  await page.getByLabel("Text to speak").fill("Chosen last, and heard on. ".repeat(4));
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(page.getByRole("button", { name: "Regenerate" })).toBeEnabled();
  let letGo = () => {};
  const released = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(SPEECH, async (route) => {
    await released;
    await route.continue();
  });
  await page.getByLabel("Text to speak").fill("Wanted first, but late.");
  await page.keyboard.press("ControlOrMeta+Enter");
  await page.getByRole("link", { name: "History", exact: true }).first().click();
  const row = page.locator("[data-history-item]").filter({ hasText: "Chosen last" }).first();
  await row.getByRole("button", { name: "Pause" }).click();
  await row.getByRole("button", { name: "Play", exact: true }).click();
  letGo();
  await expect(page.locator("[data-history-item]").first()).toContainText("Wanted first");
  await expect(player(page)).toContainText("Chosen last");
  await expect(player(page)).toHaveAttribute("data-state", "playing");
});
