import { expect, type Page, test } from "@playwright/test";
import { playWithoutEnd } from "../../support/endless-sound";
import { holdScripts } from "../../support/held-scripts";
import { sharedProduct } from "../../support/product";
import { type MadeShare, shareText } from "../../support/public-share";
import { scriptBytes } from "../../support/script-bytes";
import { axeOf, inBothThemes, WCAG } from "../../support/serious-problems";

const SHORT = "The harbour was quiet in the early morning.";
const LONG =
  "The harbour was quiet in the early morning, and the boats lay still. A man walked along the quay with a small dog.\n\n" +
  "He stopped at the last house and looked out over the water. Somewhere behind the hills a train went by.";
const RIGHT_TO_LEFT =
  "كان الميناء هادئًا في الصباح الباكر، والقوارب ساكنة. سار رجل على الرصيف مع كلب صغير.\nThen English.";
/** It ends with a word that is wider than any screen, of signs that take no time to speak. */
const HOSTILE = `</title><script>window.hacked=1</script><img src=x onerror="window.hacked=1"> \u202eevil\u202c "a" & 'b' 👩‍👩‍👧‍👦 ${"_".repeat(700)}`;

/** What a person's browser calls itself; plays of what calls itself a robot do not count. */
const USER_AGENT =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36";
/** A word is soon over; what is missed comes again where a sound begins anew. */
const OFTEN = { intervals: [30] };
const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1280, height: 900 };

test.use({ baseURL: sharedProduct().url, userAgent: USER_AGENT });

let short: MadeShare;
let long: MadeShare;
test.beforeAll(async () => {
  short = await shareText(SHORT);
  long = await shareText(LONG);
  await long.settings({ allows_download: true });
});

const positionOf = (page: Page) =>
  page.locator("audio[data-live]").evaluate((audio: HTMLAudioElement) => audio.currentTime);
const isPlaying = (page: Page) => page.locator("audio[data-live]").evaluate((audio: HTMLAudioElement) => !audio.paused);
const litWord = (page: Page) =>
  page.evaluate(() => [...(CSS.highlights.get("spoken") ?? [])].map((range) => String(range)).join());
const overflows = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth > innerWidth);

/** Of any impact, unlike on other screens. */
async function problemsOfShare(page: Page): Promise<string[]> {
  const { violations } = await (await axeOf(page)).withTags(WCAG).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(" ")}`));
}

test("a visitor hears a shared text with at most 5 KB of script, and sees each word lit as it is said", async ({
  page,
}) => {
  await playWithoutEnd(page);
  const bytes = await scriptBytes(page, long.path);
  expect(bytes).toBeGreaterThan(0);
  expect(bytes).toBeLessThanOrEqual(5 * 1024);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    "The harbour was quiet in the early morning, and the boats lay still.",
  );
  await expect(page.getByRole("article")).toContainText(/Shared by \S.* · spoken by \S+/);
  await page.getByRole("button", { name: "Play" }).click();
  await expect(page.getByRole("button", { name: "Pause" })).toBeVisible();
  await expect.poll(() => litWord(page), OFTEN).toMatch(/^(The|harbour|was|quiet|in|the|early)$/);
  await expect.poll(() => litWord(page), OFTEN).toMatch(/^(morning,|and|boats|lay|still\.)$/);
  await page.getByRole("combobox", { name: "Speed" }).selectOption("2×");
  expect(await page.locator("audio[data-live]").evaluate((audio: HTMLAudioElement) => audio.playbackRate)).toBe(2);
  await page.getByRole("button", { name: "Pause" }).click();
  await expect(page.getByRole("button", { name: "Play" })).toBeVisible();
});

test("a short text is said once, as the heading; two seconds of it count as a play, its end puts the light out, and a click on a word plays from there", async ({
  page,
}) => {
  const share = await shareText(SHORT);
  await page.goto(share.path);
  await expect(page.getByText(SHORT)).toHaveCount(1);
  const counted = page.waitForResponse((response) => response.url().endsWith(`${share.path}/play`));
  await page.getByRole("button", { name: "Play" }).click();
  expect((await counted).status()).toBe(204);
  expect(await positionOf(page)).toBeGreaterThan(1.9);
  expect(await share.playCount()).toBe(1);
  await expect(page.getByRole("button", { name: "Play" })).toBeVisible();
  await expect.poll(() => litWord(page)).toBe("");

  const box = (await page.evaluate(() => {
    const node = document.querySelector("[data-words]")!.firstChild as Text;
    const range = document.createRange();
    range.setStart(node, node.data.indexOf("early"));
    range.setEnd(node, node.data.indexOf("early") + 5);
    // Read in the click itself: the word is soon over.
    const audio = document.querySelector<HTMLAudioElement>("audio[data-live]")!;
    const answers = window as { answerToClick?: object };
    document.addEventListener("click", () => {
      const lit = [...(CSS.highlights.get("spoken") ?? [])].map((each) => String(each)).join();
      answers.answerToClick = { lit, isPlaying: !audio.paused };
    });
    return range.getBoundingClientRect().toJSON();
  })) as { x: number; y: number; width: number; height: number };
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await expect
    .poll(() => page.evaluate(() => (window as { answerToClick?: object }).answerToClick))
    .toEqual({ lit: "early", isPlaying: true });
});

test("keeps the word on a small screen, unless its reader scrolls away", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 480 });
  await page.goto(long.path);
  /** Goes there, and hardly on: at a sixteenth of the speed. */
  const hearAt = (part: number) =>
    page.locator("audio[data-live]").evaluate((audio: HTMLAudioElement, at) => {
      audio.playbackRate = 1 / 16;
      audio.currentTime = audio.duration * at;
    }, part);
  const scrolled = () => page.evaluate(() => scrollY);
  await page.getByRole("button", { name: "Play" }).click();
  await expect.poll(() => isPlaying(page)).toBe(true);
  // Below the screen. A turn of the wheel on the way there would be lost.
  const brought = page.evaluate(() => new Promise((resolve) => addEventListener("scrollend", resolve, { once: true })));
  await hearAt(0.8);
  await brought;
  expect(await scrolled()).toBeGreaterThan(50);
  expect(await isPlaying(page)).toBe(true);
  await page.mouse.move(200, 400);
  await page.mouse.wheel(0, -2000);
  await expect.poll(scrolled).toBe(0);
  const word = await litWord(page);
  await hearAt(0.9);
  await expect.poll(() => litWord(page)).not.toBe(word);
  await page.waitForTimeout(500);
  expect(await scrolled()).toBe(0);
});

test("what is pressed and chosen before the script has come is done once it is there", async ({ page }) => {
  await playWithoutEnd(page);
  const letCome = await holdScripts(page);
  await page.goto(short.path, { waitUntil: "commit" });
  await page.getByRole("combobox", { name: "Speed" }).selectOption("1.5");
  await page.getByRole("button", { name: "Switch to dark" }).click();
  await page.getByRole("button", { name: "Play" }).click();
  letCome();
  await expect.poll(() => isPlaying(page)).toBe(true);
  expect(await page.locator("audio").evaluate((audio: HTMLAudioElement) => audio.playbackRate)).toBe(1.5);
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
});

test("a link can start at a time; with keys alone it is heard, moved in, downloaded, and one copied that starts there", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await playWithoutEnd(page);
  await page.goto(`${long.path}?t=4`);
  await expect(page.locator("[data-position]")).toHaveText("0:04");
  expect(await isPlaying(page)).toBe(false);
  await page.keyboard.press("Space");
  await expect.poll(() => positionOf(page)).toBeGreaterThan(4.2);
  expect(await isPlaying(page)).toBe(true);
  await page.keyboard.press("Space");
  await expect.poll(() => isPlaying(page)).toBe(false);
  const slider = page.getByRole("slider", { name: "Position" });
  await slider.press("Home");
  expect(await positionOf(page)).toBe(0);
  await slider.press("ArrowRight");
  expect(await positionOf(page)).toBeCloseTo(3, 1);
  await expect(slider).toHaveAttribute("aria-valuetext", /^0:03 of 0:\d\d$/);
  await slider.blur();
  await page.keyboard.press("ArrowRight");
  expect(await positionOf(page)).toBeCloseTo(6, 1);
  await page.keyboard.press("ArrowLeft");
  expect(await positionOf(page)).toBeCloseTo(3, 1);

  const reached: string[] = [];
  await page.locator("body").press("Shift");
  for (let i = 0; i < 12; i++) {
    await page.keyboard.press("Tab");
    reached.push(
      await page.evaluate(
        () => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent ?? "",
      ),
    );
  }
  for (const name of ["Speed", "Copy link", "Download", "Make your own"]) expect(reached).toContain(name);
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download" }).press("Enter");
  expect((await download).suggestedFilename()).toMatch(/\.mp3$/);
  await page.getByRole("button", { name: "Copy link" }).press("Enter");
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toBe(`${sharedProduct().url}${long.path}?t=3`);
});

test("a sound that is taken back while its page is open says so, and does not claim to play; the page is then one that says so, too", async ({
  page,
}) => {
  const share = await shareText(SHORT);
  let letCome = () => {};
  const isDeleted = new Promise<void>((resolve) => {
    letCome = resolve;
  });
  await page.route("**/audio", async (route) => {
    await isDeleted;
    await route.continue();
  });
  await page.goto(share.path);
  await page.getByRole("button", { name: "Play" }).click();
  await expect(page.getByRole("button", { name: "Pause" })).toBeVisible();
  await share.deleteItem();
  letCome();
  const status = page.locator("[data-status]");
  await expect(status).toHaveText("This is no longer available.");
  await expect(page.getByRole("button", { name: "Play" })).toBeVisible();
  await page.getByRole("button", { name: "Play" }).click();
  await expect(status).toHaveText("This is no longer available.");
  await expect(page.getByRole("button", { name: "Play" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Pause" })).toHaveCount(0);

  expect((await page.goto(share.path))!.status()).toBe(410);
  await expect(page.getByRole("heading", { name: "This is no longer available" })).toBeVisible();
  expect(await problemsOfShare(page)).toEqual([]);
});

test("a sound that the network lost goes on where it was, once it is back", async ({ page }) => {
  await playWithoutEnd(page);
  await page.route("**/audio", (route) => route.abort());
  await page.goto(`${long.path}?t=3`);
  // What is loaded ahead is lost first; what is said of that does not tell that the second one is lost, too.
  await expect.poll(() => page.evaluate(() => document.querySelector("audio")!.error !== null)).toBe(true);
  await Promise.all([
    page.waitForEvent("requestfailed", (request) => request.method() === "GET" && request.url().endsWith("/audio")),
    page.getByRole("button", { name: "Play" }).click(),
  ]);
  await expect(page.locator("[data-status]")).toHaveText("The sound could not be loaded. Press play to try again.");
  await expect(page.getByRole("button", { name: "Play" })).toBeVisible();
  await page.unroute("**/audio");
  await page.getByRole("button", { name: "Play" }).click();
  await expect(page.getByRole("button", { name: "Pause" })).toBeVisible();
  await expect.poll(() => positionOf(page), OFTEN).toBeGreaterThan(3);
  await expect(page.locator("[data-status]")).toHaveText("");
});

test("without scripts there are the words and the browser's own player", async ({ browser }) => {
  const context = await browser.newContext({ baseURL: sharedProduct().url, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(long.path);
  await expect(page.getByText("He stopped at the last house")).toBeVisible();
  await expect(page.locator("audio[controls]")).toBeVisible();
  await expect(page.locator("[data-toggle]")).toBeHidden();
  await context.close();
});

test("each paragraph is written in its own direction", async ({ page }) => {
  const share = await shareText(RIGHT_TO_LEFT);
  await page.setViewportSize(PHONE);
  await page.goto(share.path);
  const edges = await page.evaluate(() => {
    const text = document.querySelector("[data-words]")!;
    const node = text.firstChild as Text;
    const boxOf = (from: number, to: number) => {
      const range = document.createRange();
      range.setStart(node, from);
      range.setEnd(node, to);
      return range.getBoundingClientRect();
    };
    const column = text.getBoundingClientRect();
    const english = node.data.indexOf("Then");
    return { arabic: column.right - boxOf(0, 1).right, english: boxOf(english, english + 1).left - column.left };
  });
  expect(Math.abs(edges.arabic)).toBeLessThan(4);
  expect(Math.abs(edges.english)).toBeLessThan(4);
});

test("hostile text stays text, and within the page", async ({ page }) => {
  const share = await shareText(HOSTILE);
  await page.goto(share.path);
  await expect(page).toHaveTitle(/^<\/title><script>window\.hacked=1<\/script>/);
  const description = await page.locator('meta[property="og:description"]').getAttribute("content");
  expect(description).not.toMatch(/[\u202a-\u202e]/);
  for (const size of [PHONE, DESKTOP]) {
    await page.setViewportSize(size);
    expect(await overflows(page), `${size.width} pixels`).toBe(false);
  }
  expect(await page.evaluate(() => "hacked" in window)).toBe(false);
  await page.setViewportSize({ width: 320, height: 160 });
  await page.goto(`/embed/${share.shareId}`);
  expect(await overflows(page), "the player").toBe(false);
});

test("axe finds nothing on a desktop and on a phone, in light and dark", async ({ page }) => {
  await page.goto(`${long.path}?t=2`);
  await expect(page.locator("[data-position]")).toHaveText("0:02");
  for (const [device, size] of [
    ["a desktop", DESKTOP],
    ["a phone", PHONE],
  ] as const) {
    await page.setViewportSize(size);
    expect(await inBothThemes(page, problemsOfShare), device).toEqual([]);
    expect(await overflows(page), device).toBe(false);
  }
});
