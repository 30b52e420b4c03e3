import type { Page } from "@playwright/test";
import { playWithoutEnd } from "../support/endless-sound";
import { EDITOR, expect, openScreen, test } from "../support/signed-in-page";

const SPEECH = "**/v1/text-to-speech/*/stream/with-timestamps**";
const player = (page: Page) => page.getByRole("region", { name: "Player" });

/** From now on, the answers of generations have their head at once, and the rest by `letSoundCome`. */
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

const letSoundCome = (page: Page) =>
  page.evaluate(() => (window as unknown as { letSoundCome(): void }).letSoundCome());

test("a generation can be stopped before its first sound, and the keys go on: where the button was, and where nothing has the focus", async ({
  page,
}) => {
  await openScreen(page, EDITOR);
  const stop = page.getByRole("button", { name: "Stop" });
  const generate = page.getByRole("button", { name: /^Generate/ });
  await holdSound(page);
  await page.getByLabel("Text to speak").fill("Stopped before its first sound.");
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(player(page)).toBeVisible();
  await stop.click();
  await expect(player(page)).toBeHidden();
  await expect(generate).toBeFocused();
  await expect(generate).toBeEnabled();
  await expect(page.locator("[data-sonner-toast]")).toHaveCount(0);

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

test("a sound that is on its way can be paused and played, and a double click on Regenerate makes one more take, which comes into the history", async ({
  page,
}) => {
  await playWithoutEnd(page);
  await openScreen(page, EDITOR);
  await holdSound(page);
  await page.getByLabel("Text to speak").fill("A sound that is on its way.");
  await page.keyboard.press("ControlOrMeta+Enter");
  await player(page).getByRole("button", { name: "Pause" }).click();
  const play = player(page).getByRole("button", { name: "Play", exact: true });
  await expect(play).toBeVisible();
  await letSoundCome(page);
  const regenerate = page.getByRole("button", { name: "Regenerate" });
  await expect(regenerate).toBeEnabled();
  await expect(player(page)).toHaveAttribute("data-state", "paused");
  await play.click();
  await expect(player(page)).toHaveAttribute("data-state", "playing");

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
  await page.getByRole("link", { name: "History", exact: true }).first().click();
  const takes = page.locator("[data-history-item]").filter({ hasText: "A sound that is on its way." });
  await expect(takes.first()).toBeVisible();
  const before = await takes.count();
  letGo();
  await expect(takes).toHaveCount(before + 1);
  await expect(player(page)).toHaveAttribute("data-state", "playing");
  expect(asked).toBe(1);
});
