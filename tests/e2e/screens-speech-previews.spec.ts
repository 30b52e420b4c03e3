import type { Page, Route } from "@playwright/test";
import { playWithoutEnd } from "../support/endless-sound";
import { EDITOR, expect, openScreen, test } from "../support/signed-in-page";
import { noteToasts } from "../support/toasts-said";

const PREVIEW = /\/v1\/voices\/[^/]+\/preview/;
/** How long the pointer rests on a voice before it is heard. */
const REST_MS = 450;

test.beforeEach(async ({ page }) => {
  await playWithoutEnd(page);
  // Previews play apart from the page's elements.
  await page.addInitScript(() => {
    const played = new Set<HTMLMediaElement>();
    const { play } = HTMLMediaElement.prototype;
    HTMLMediaElement.prototype.play = function () {
      played.add(this);
      return play.call(this);
    };
    Object.assign(window, { played });
  });
});

/** What can be heard now: `preview` and `speech`. */
const heard = (page: Page) =>
  page.evaluate(() =>
    [...(window as unknown as { played: Set<HTMLMediaElement> }).played]
      .filter((sound) => !sound.paused && !sound.ended && sound.currentTime > 0)
      .map((sound) => (sound.src.startsWith("blob:") ? "speech" : "preview")),
  );
/** Waits until just that is heard. A preview is spoken when it is first asked for. */
const expectHeard = (page: Page, what: string) => expect.poll(() => heard(page), { intervals: [50] }).toEqual([what]);
/** Whether no preview plays on, or has come to its end. */
const isCutShort = (page: Page) =>
  page.evaluate(() =>
    [...(window as unknown as { played: Set<HTMLMediaElement> }).played]
      .filter((sound) => !sound.src.startsWith("blob:"))
      .every((sound) => sound.paused && !sound.ended),
  );
/** Lets the preview that plays come to its end. */
const hearToEnd = (page: Page) =>
  page.evaluate(() => {
    for (const sound of (window as unknown as { played: Set<HTMLMediaElement> }).played)
      if (!sound.src.startsWith("blob:")) Object.assign(sound, { loop: false, currentTime: sound.duration - 0.2 });
  });
const voices = (page: Page) => page.getByRole("listbox", { name: "Voices" }).getByRole("option");
const search = (page: Page) => page.getByRole("combobox", { name: "Search voices" });
const player = (page: Page) => page.locator("section[aria-label='Player']");
/** Of a voice that is heard, the button stops it. */
const stopOf = (page: Page, at: number) => voices(page).nth(at).locator(".lucide-square");

async function openPicker(page: Page): Promise<void> {
  await page.getByRole("button", { name: /Change the voice/ }).click();
  await expect(search(page)).toBeFocused();
}

/** With a clock that only the test moves. Answers the addresses of the previews that are asked for from then on. */
async function openPickerAtRest(page: Page): Promise<string[]> {
  const asked: string[] = [];
  page.on("request", (request) => PREVIEW.test(request.url()) && asked.push(request.url()));
  await page.clock.install();
  await openScreen(page, EDITOR);
  await openPicker(page);
  await page.clock.pauseAt(Date.now() + 60_000);
  return asked;
}

test("a voice is heard once the pointer rests on it, until it leaves or keys scroll the list below it", async ({
  page,
}) => {
  const asked = await openPickerAtRest(page);
  // Passed over on the way to another.
  await voices(page).nth(1).hover();
  await page.clock.runFor(REST_MS - 50);
  await voices(page).nth(2).hover();
  await page.clock.runFor(REST_MS - 50);
  expect(asked).toEqual([]);
  await page.clock.runFor(50);
  await expect(stopOf(page, 2)).toBeVisible();
  await expectHeard(page, "preview");
  expect(asked).toHaveLength(1);

  await search(page).hover();
  await expect(stopOf(page, 2)).toHaveCount(0);
  expect(await heard(page)).toEqual([]);
  expect(await isCutShort(page)).toBe(true);
  await page.clock.runFor(10 * REST_MS);
  expect(await heard(page)).toEqual([]);

  asked.length = 0;
  await voices(page).nth(3).hover();
  await page.clock.runFor(REST_MS);
  await expect(stopOf(page, 3)).toBeVisible();
  for (let i = 0; i < 20; i++) await page.keyboard.press("ArrowDown");
  await expect(stopOf(page, 3)).toHaveCount(0);
  // Nor is what comes below the mouse then.
  await page.clock.runFor(3 * REST_MS);
  expect(asked).toHaveLength(1);
  expect(await isCutShort(page)).toBe(true);
});

test("a voice is found, heard and chosen by key; heard until the key comes again, another voice is gone to, or the list closes", async ({
  page,
}) => {
  await openScreen(page, EDITOR);
  await openPicker(page);
  await page.getByRole("combobox", { name: "Language" }).selectOption("es");
  await page.getByRole("combobox", { name: "Gender" }).selectOption("male");
  await expect(voices(page).first()).toContainText("Spanish");
  await search(page).focus();
  const hear = async () => {
    await search(page).press("ArrowRight");
    await expectHeard(page, "preview");
  };
  await hear();
  await expect(voices(page).locator(".lucide-square")).toHaveCount(1);
  await search(page).press("ArrowRight");
  expect(await heard(page)).toEqual([]);
  await hear();
  await search(page).press("ArrowDown");
  expect(await heard(page)).toEqual([]);
  expect(await isCutShort(page)).toBe(true);
  await expect(voices(page).locator(".lucide-square")).toHaveCount(0);
  await search(page).press("ArrowUp");
  await hear();
  const name = await voices(page).first().locator("span span").first().textContent();
  await search(page).press("Enter");
  await expect(search(page)).toBeHidden();
  expect(await heard(page)).toEqual([]);
  await expect(page.getByRole("button", { name: `${name}. Change the voice` })).toBeVisible();

  await openPicker(page);
  await hear();
  await search(page).press("Escape");
  await expect(search(page)).toBeHidden();
  expect(await heard(page)).toEqual([]);
});

test("what plays goes on while the pointer rests on a voice, and after a voice that was asked for", async ({
  page,
}) => {
  await openScreen(page, EDITOR);
  await page.getByLabel("Text to speak").fill("A long walk along the shore, and back before the evening.");
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(page.getByRole("button", { name: "Regenerate" })).toBeEnabled();
  await expectHeard(page, "speech");
  await openPicker(page);
  await voices(page).nth(2).hover();
  await page.waitForTimeout(2 * REST_MS);
  await expectHeard(page, "speech");

  await search(page).press("ArrowRight");
  await expectHeard(page, "preview");
  await expect(player(page)).toHaveAttribute("data-state", "paused");
  await hearToEnd(page);
  await expectHeard(page, "speech");
  await expect(player(page)).toHaveAttribute("data-state", "playing");
});

test("a preview that is refused, or does not come, is silent under the pointer, and said where it was asked for", async ({
  page,
}) => {
  const problems: Error[] = [];
  page.on("pageerror", (problem) => problems.push(problem));
  let tries = 0;
  let answer: (route: Route) => Promise<void> = (route) =>
    route.fulfill({ status: 404, json: { detail: { status: "voice_not_found", message: "Gone." } } });
  await page.route(PREVIEW, (route) => {
    tries++;
    return answer(route);
  });
  const said = await noteToasts(page);
  await openScreen(page, EDITOR);
  await openPicker(page);
  for (const how of ["refused", "lost"]) {
    const [triesBefore, saidBefore] = [tries, await said()];
    await search(page).hover();
    await voices(page).nth(2).hover();
    await expect.poll(() => tries, how).toBe(triesBefore + 1);
    await expect(stopOf(page, 2), how).toHaveCount(0);
    expect(await said(), how).toEqual(saidBefore);

    await search(page).press("ArrowRight");
    await expect
      .poll(said, how)
      .toEqual([...saidBefore, expect.stringContaining("We are sorry, something went wrong.")]);
    await expect(voices(page).locator(".lucide-square"), how).toHaveCount(0);
    expect(await heard(page), how).toEqual([]);
    answer = (route) => route.abort();
  }
  expect(problems).toEqual([]);
  // The list goes on.
  await search(page).press("ArrowDown");
  await search(page).press("Enter");
  await expect(search(page)).toBeHidden();
});
