import { creditsAtRest } from "../support/charges";
import { playWithoutEnd } from "../support/endless-sound";
import { sharedProduct } from "../support/product";
import { sdkClient } from "../support/sdk-client";
import { EDITOR, expect, openScreen, test } from "../support/signed-in-page";

const TEXT = "The lighthouse keeper read the letter twice, folded it, and laughed.";

/** Waits for what an earlier test left, which would be charged meanwhile. */
async function nothingIsSpoken(): Promise<void> {
  const { url, apiKey, voiceId } = sharedProduct();
  const used = async () => (await sdkClient(apiKey).user.subscription.get()).characterCount;
  const speak = (body: unknown) =>
    fetch(`${url}/v1/text-to-speech/${voiceId}`, {
      method: "POST",
      headers: { "xi-api-key": apiKey, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  await creditsAtRest({ used, speak })();
}

test("⌘↵ generates, it plays while the words light up and on another screen, and the credits fall", async ({
  page,
}) => {
  await playWithoutEnd(page);
  /** What the history was asked for the item that plays. */
  const asked: number[] = [];
  page.on("response", (response) => {
    if (/\/v1\/history\/[^/?]+$/.test(response.url())) asked.push(response.status());
  });
  await nothingIsSpoken();
  await openScreen(page, EDITOR);
  const credits = page.getByRole("link", { name: /credits left/ });
  const before = Number(((await credits.textContent()) ?? "").replace(/\D/g, ""));
  await page.getByLabel("Text to speak").fill(TEXT);
  await page.keyboard.press("ControlOrMeta+Enter");
  const player = page.getByRole("region", { name: "Player" });
  await expect(player).toHaveAttribute("data-state", "playing");
  const lit = new Set<string>();
  await expect
    .poll(
      async () => {
        for (const word of await page.locator("mark").allTextContents()) lit.add(word);
        return lit.size;
      },
      // Words are short: looked at often enough to see most of them.
      { intervals: [50] },
    )
    .toBeGreaterThan(3);
  for (const word of lit) expect(TEXT).toContain(word);
  await expect(page.getByRole("button", { name: "Regenerate" })).toBeEnabled();
  await expect
    .poll(async () => Number(((await credits.textContent()) ?? "").replace(/\D/g, "")))
    .toBe(before - Array.from(TEXT).length);

  await page.getByRole("link", { name: "Usage", exact: true }).first().click();
  await expect(page).toHaveURL(/\/app\/usage/);
  await expect(player).toHaveAttribute("data-state", "playing");
  await expect(player.getByRole("group", { name: "Rate this speech" })).toBeVisible();
  expect(asked, "once all of it was made, not before").toEqual([200]);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test("the navigation is at the bottom with the account in it; the editor says what it costs and what is left, the filters of the voices show their names whole, and switches work by their label", async ({
    page,
  }) => {
    await openScreen(page, "/app/home");
    const navigation = page.locator("[data-bottom-navigation]");
    await navigation.getByRole("button", { name: "Account" }).click();
    await expect(page.getByRole("menuitem", { name: "Sign out" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("menuitem", { name: "Sign out" })).toBeHidden();
    await navigation.getByRole("link", { name: "Speech" }).click();
    await expect(page).toHaveURL(EDITOR);

    await page.getByLabel("Text to speak").fill("Twelve marks");
    await expect(page.getByText(/^12 of [\d,]+ credits$/)).toBeInViewport();

    await page.getByRole("button", { name: /Change the voice/ }).click();
    for (const name of ["Language", "Gender", "Accent"]) {
      const select = page.getByRole("combobox", { name, exact: true });
      const room = await select.evaluate((field, shown) => {
        const { font, paddingLeft, paddingRight } = getComputedStyle(field as unknown as Element);
        const pen = document.createElement("canvas").getContext("2d")!;
        pen.font = font;
        const words = pen.measureText(shown).width;
        return field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight) - words;
      }, name);
      expect(room, name).toBeGreaterThanOrEqual(0);
    }
    await page.keyboard.press("Escape");

    await page.getByRole("button", { name: "Voice and settings" }).click();
    const boost = page.getByRole("dialog").getByRole("switch", { name: "Speaker boost" });
    for (const checked of ["true", "false"]) {
      await expect(boost).toHaveAttribute("aria-checked", checked);
      await expect
        .poll(
          () =>
            boost.evaluate((track) => {
              const [outer, knob] = [track, track.firstElementChild!].map((each) => each.getBoundingClientRect());
              return [Math.min(knob!.left - outer!.left, outer!.right - knob!.right) > 1, knob!.left > outer!.left];
            }),
          { message: "the knob stays within its switch" },
        )
        .toEqual([true, true]);
      await page.getByRole("dialog").getByText("Speaker boost").click();
    }
    await expect(boost).toHaveAttribute("aria-checked", "true");
    await page.keyboard.press("Escape");

    await page.getByRole("tab", { name: "Dialogue" }).click();
    await page.getByLabel("Line 1", { exact: true }).fill("Nine now.");
    await expect(page.getByText(/^9 of [\d,]+ credits$/)).toBeInViewport();
  });
});

/** The ring around the nearest frame of what has the focus: how wide, how far off, and whether a parent cuts it. */
const ringOfFocus = () => {
  for (let frame = document.activeElement; frame; frame = frame.parentElement) {
    const { outlineStyle, outlineWidth, outlineOffset, borderRadius } = getComputedStyle(frame);
    if (outlineStyle === "none") continue;
    const box = frame.getBoundingClientRect();
    const reach = Number.parseFloat(outlineOffset) + Number.parseFloat(outlineWidth);
    let cut = box.left - reach < 0 || box.right + reach > window.innerWidth;
    for (let parent = frame.parentElement; parent; parent = parent.parentElement) {
      const { left, right, top, bottom } = parent.getBoundingClientRect();
      const clips = getComputedStyle(parent).overflow !== "visible" && parent !== document.documentElement;
      if (
        clips &&
        (box.left - reach < left || box.right + reach > right || box.top - reach < top || box.bottom + reach > bottom)
      )
        cut = true;
    }
    return { outlineWidth, outlineOffset, round: Number.parseFloat(borderRadius) > 0, cut };
  }
  return null;
};

test("voice and settings stay in sight beside a long text, and the editor's focus is a whole ring, on a desktop and on a phone", async ({
  page,
}) => {
  /** Looks at what has the focus, as wide as a desktop and then as a phone. */
  async function expectRings(what: string, offsetOnDesktop: string, offsetOnPhone = offsetOnDesktop) {
    for (const [width, outlineOffset] of [
      [1280, offsetOnDesktop],
      [360, offsetOnPhone],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      await expect
        .poll(() => page.evaluate(ringOfFocus), { message: `${what}, ${width} px wide` })
        .toEqual({ outlineWidth: "2px", outlineOffset, round: true, cut: false });
    }
  }
  await openScreen(page, EDITOR);
  await page.getByLabel("Text to speak").fill("A long walk along the shore. ".repeat(260));
  await page.mouse.move(500, 400);
  const scrolled = () => page.evaluate(() => window.scrollY);
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 2000);
      return scrolled();
    })
    .toBeGreaterThan(500);
  await expect(page.getByRole("button", { name: /Change the voice/ })).toBeInViewport();
  // What has no room there is reached without leaving the place in the text.
  await page.getByRole("button", { name: "Reset to default" }).scrollIntoViewIfNeeded();
  expect(await scrolled()).toBeGreaterThan(500);

  await page.getByLabel("Text to speak").fill("A short one.");
  await page.getByLabel("Text to speak").focus();
  await expectRings("a text", "2px", "-6px");
  await page.getByRole("tab", { name: "Dialogue" }).click();
  await page.getByLabel("Line 1", { exact: true }).focus();
  await expectRings("a line of a dialogue", "0px");
  await page.goto("/");
  await page.getByLabel("Text to speak").focus();
  await expectRings("a visitor's text", "2px");
});

test("a dialogue's lines are moved by key, spoken in turn and kept", async ({ page }) => {
  await playWithoutEnd(page);
  await openScreen(page, EDITOR);
  await page.getByRole("tab", { name: "Dialogue" }).click();
  const line = (number: number) => page.getByLabel(`Line ${number}`, { exact: true });
  await line(1).fill("Second, for now.");
  await line(2).fill("First, in the end.");
  const handle = page.getByRole("button", { name: "Move line 2", exact: true });
  await handle.focus();
  await page.keyboard.press("Space");
  await expect(page.getByText("Over place 2 of 2.")).toBeAttached();
  await page.keyboard.press("ArrowUp");
  await expect(page.getByText("Over place 1 of 2.")).toBeAttached();
  await page.keyboard.press("Space");
  await expect(line(1)).toHaveValue("First, in the end.");

  const asked = page.waitForRequest((request) => request.url().includes("/v1/text-to-dialogue/stream/with-timestamps"));
  await page.keyboard.press("ControlOrMeta+Enter");
  const { inputs } = (await asked).postDataJSON() as { inputs: { text: string; voice_id: string }[] };
  expect(inputs.map((input) => input.text)).toEqual(["First, in the end.", "Second, for now."]);
  expect(new Set(inputs.map((input) => input.voice_id)).size).toBe(2);
  await expect(page.getByRole("region", { name: "Player" })).toHaveAttribute("data-state", "playing");

  await page.getByRole("button", { name: "Add a line" }).click();
  await page.reload();
  await expect(line(1)).toHaveValue("First, in the end.");
  await expect(line(3)).toHaveCount(0);
});

test("without a media source for MP3 the sound still plays, when it is complete", async ({ page }) => {
  await playWithoutEnd(page);
  await page.addInitScript(() => {
    Object.defineProperty(window, "MediaSource", { value: undefined });
    Object.defineProperty(window, "ManagedMediaSource", { value: undefined });
  });
  await openScreen(page, EDITOR);
  await page.getByLabel("Text to speak").fill(TEXT);
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(page.getByRole("region", { name: "Player" })).toHaveAttribute("data-state", "playing");
});
