import { holdScripts } from "../support/held-scripts";
import { EDITOR, expect, openScreen, test } from "../support/signed-in-page";

const TEXT = "The lighthouse keeper read the letter twice, folded it, and laughed.";

test("⌘↵ generates, it plays while the words light up, and the credits fall", async ({ page }) => {
  await openScreen(page, EDITOR);
  const credits = page.getByRole("link", { name: /credits left/ });
  const before = Number(((await credits.textContent()) ?? "").replace(/\D/g, ""));
  await page.getByLabel("Text to speak").fill(TEXT);
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(page.getByRole("region", { name: "Player" })).toHaveAttribute("data-state", "playing");
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
  await expect
    .poll(async () => Number(((await credits.textContent()) ?? "").replace(/\D/g, "")))
    .toBe(before - Array.from(TEXT).length);
  await expect(page.getByRole("button", { name: "Regenerate" })).toBeEnabled();
});

test("playback goes on while the person moves to another screen", async ({ page }) => {
  await openScreen(page, EDITOR);
  await page.getByLabel("Text to speak").fill(TEXT);
  await page.keyboard.press("ControlOrMeta+Enter");
  const player = page.getByRole("region", { name: "Player" });
  await expect(player).toHaveAttribute("data-state", "playing");
  await page.getByRole("link", { name: "Usage", exact: true }).first().click();
  await expect(page).toHaveURL(/\/app\/usage/);
  await expect(player).toHaveAttribute("data-state", "playing");
});

test("a long generation can be stopped", async ({ page }) => {
  await openScreen(page, EDITOR);
  await page.getByLabel("Text to speak").fill("One two three four five six seven eight nine ten. ".repeat(50));
  await page.keyboard.press("ControlOrMeta+Enter");
  await page.getByRole("button", { name: "Stop" }).click();
  await expect(page.getByRole("button", { name: /^Generate/ })).toBeEnabled();
  // Stopped before the first sound there is no player at all; later it is paused.
  await expect(page.locator('[aria-label="Player"][data-state="playing"]')).toHaveCount(0);
});

test("text, voice, settings and mode survive a reload", async ({ page }) => {
  await openScreen(page, EDITOR);
  await page.getByLabel("Text to speak").fill("A draft that stays");
  await page.getByRole("slider", { name: "Stability" }).press("Home");
  await page.reload();
  await expect(page.getByLabel("Text to speak")).toHaveValue("A draft that stays");
  await expect(page.getByRole("slider", { name: "Stability" })).toHaveAttribute("aria-valuenow", "0");
  await page.getByRole("button", { name: "Reset to default" }).click();
  await expect(page.getByRole("slider", { name: "Stability" })).toHaveAttribute("aria-valuenow", "0.5");
});

test("a right-to-left text is written from the right", async ({ page }) => {
  await openScreen(page, EDITOR);
  const text = page.getByLabel("Text to speak");
  await text.fill("123 مرحبا بكم");
  await expect(text).toHaveAttribute("dir", "rtl");
  await text.fill("Hello");
  await expect(text).toHaveAttribute("dir", "ltr");
});

test("a text over the model's limit says by how much, and is not sent", async ({ page }) => {
  await openScreen(page, EDITOR);
  await page.getByLabel("Text to speak").fill("x".repeat(10_007));
  await expect(page.getByText("7 characters too long for this model.")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Generate/ })).toBeDisabled();
});

test("a text with nothing to say says so, and is not sent", async ({ page }) => {
  await openScreen(page, EDITOR);
  const generate = page.getByRole("button", { name: /^Generate/ });
  await page.getByLabel("Text to speak").fill("?! … <break time='1s'/>");
  await expect(generate).toBeDisabled();
  await expect(generate).toHaveAccessibleDescription("Nothing here can be spoken. Add a word or a number.");
  await page.getByLabel("Text to speak").fill("?! … 7");
  await expect(generate).toBeEnabled();
  await expect(generate).toHaveAccessibleDescription("");

  await page.getByRole("tab", { name: "Dialogue" }).click();
  await page.getByLabel("Line 1", { exact: true }).fill("…");
  await page.getByLabel("Line 2", { exact: true }).fill("[whispers]");
  await expect(page.getByText("Nothing here can be spoken.")).toBeVisible();
  await expect(generate).toBeDisabled();
  await page.getByLabel("Line 2", { exact: true }).fill("[whispers] So?");
  await expect(generate).toBeEnabled();
});

for (const [text, sent] of [
  ["!!! ...", false],
  ["\u{1F600}", true],
] as const) {
  test(`a text without words that is generated before it is known whether it can be spoken is ${sent ? "sent then" : "not sent, and that is said once"}: ${text}`, async ({
    page,
  }) => {
    const letRuleCome = await holdScripts(page, "speakable-*");
    const requests: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("/v1/text-to-speech/")) requests.push(request.url());
    });
    await openScreen(page, EDITOR);
    await page.getByLabel("Text to speak").fill(text);
    await page.keyboard.press("ControlOrMeta+Enter");
    await expect(page.getByRole("button", { name: /^Generating/ })).toBeVisible();
    await page.keyboard.press("ControlOrMeta+Enter");
    expect(requests).toEqual([]);
    letRuleCome();
    if (sent) await expect(page.getByRole("region", { name: "Player" })).toBeVisible();
    else await expect(page.getByText("Nothing here can be spoken. Add a word or a number.")).toBeVisible();
    await expect(page.getByRole("button", { name: /^Generate/ })).toBeVisible();
    await page.waitForLoadState("networkidle");
    expect(requests).toHaveLength(sent ? 1 : 0);
    await expect(page.locator("[data-sonner-toast]")).toHaveCount(0);
  });
}

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test("the editor says what it costs and what is left, for a text and for a dialogue", async ({ page }) => {
    await openScreen(page, EDITOR);
    await page.getByLabel("Text to speak").fill("Twelve marks");
    await expect(page.getByText(/^12 of [\d,]+ credits$/)).toBeInViewport();
    await page.getByRole("tab", { name: "Dialogue" }).click();
    await page.getByLabel("Line 1", { exact: true }).fill("Nine now.");
    await expect(page.getByText(/^9 of [\d,]+ credits$/)).toBeInViewport();
  });

  test("the filters of the voices show their names whole", async ({ page }) => {
    await openScreen(page, EDITOR);
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
  });

  test("the knob of a switch stays within it, and its label works it", async ({ page }) => {
    await openScreen(page, EDITOR);
    await page.getByRole("button", { name: "Voice and settings" }).click();
    const boost = page.getByRole("dialog").getByRole("switch", { name: "Speaker boost" });
    for (const checked of ["true", "false"]) {
      await expect(boost).toHaveAttribute("aria-checked", checked);
      await expect
        .poll(() =>
          boost.evaluate((track) => {
            const [outer, knob] = [track, track.firstElementChild!].map((each) => each.getBoundingClientRect());
            return [Math.min(knob!.left - outer!.left, outer!.right - knob!.right) > 1, knob!.left > outer!.left];
          }),
        )
        .toEqual([true, true]);
      await page.getByRole("dialog").getByText("Speaker boost").click();
    }
    await expect(boost).toHaveAttribute("aria-checked", "true");
  });
});

test("voice and settings stay in sight beside a long text", async ({ page }) => {
  await openScreen(page, EDITOR);
  await page.getByLabel("Text to speak").fill("A long walk along the shore. ".repeat(260));
  await page.mouse.move(500, 400);
  await page.mouse.wheel(0, 2000);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(500);
  await expect(page.getByRole("button", { name: /Change the voice/ })).toBeInViewport();
  // What has no room there is reached without leaving the place in the text.
  await page.getByRole("button", { name: "Reset to default" }).scrollIntoViewIfNeeded();
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(500);
});

test("the history is asked for what plays once all of it is made, not before", async ({ page }) => {
  const asked: number[] = [];
  page.on("response", (response) => {
    if (/\/v1\/history\/[^/?]+$/.test(response.url())) asked.push(response.status());
  });
  await openScreen(page, EDITOR);
  await page
    .getByLabel("Text to speak")
    .fill("A long walk along the shore, and back again before the evening. ".repeat(40));
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(page.getByRole("button", { name: "Regenerate" })).toBeEnabled({ timeout: 30_000 });
  await expect(page.getByRole("group", { name: "Rate this speech" })).toBeVisible({ timeout: 10_000 });
  expect(asked).toEqual([200]);
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

for (const [size, width, offset] of [
  ["a desktop", 1280, "2px"],
  ["a phone", 360, "-6px"],
] as const) {
  test(`the editor's focus is a whole ring, on ${size}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await openScreen(page, EDITOR);
    await page.getByLabel("Text to speak").focus();
    expect(await page.evaluate(ringOfFocus)).toEqual({
      outlineWidth: "2px",
      outlineOffset: offset,
      round: true,
      cut: false,
    });
    await page.getByRole("tab", { name: "Dialogue" }).click();
    await page.getByLabel("Line 1", { exact: true }).focus();
    expect(await page.evaluate(ringOfFocus)).toEqual({
      outlineWidth: "2px",
      outlineOffset: "0px",
      round: true,
      cut: false,
    });
    await page.goto("/");
    await page.getByLabel("Text to speak").focus();
    expect(await page.evaluate(ringOfFocus)).toEqual({
      outlineWidth: "2px",
      outlineOffset: "2px",
      round: true,
      cut: false,
    });
  });
}

test("a voice is found, heard and chosen by key", async ({ page }) => {
  await openScreen(page, EDITOR);
  await page.getByRole("button", { name: /Change the voice/ }).click();
  const search = page.getByRole("combobox", { name: "Search voices" });
  await expect(search).toBeFocused();
  await page.getByRole("combobox", { name: "Language" }).selectOption("es");
  await page.getByRole("combobox", { name: "Gender" }).selectOption("male");
  const options = page.getByRole("listbox", { name: "Voices" }).getByRole("option");
  await expect(options.first()).toContainText("Spanish");
  await search.focus();
  const preview = page.waitForResponse((response) => response.url().includes("/preview"));
  await search.press("ArrowRight");
  expect((await preview).ok()).toBe(true);
  const name = await options.first().locator("span span").first().textContent();
  await search.press("Enter");
  await expect(page.getByRole("button", { name: `${name}. Change the voice` })).toBeVisible();
});

test("a search without a match can be cleared", async ({ page }) => {
  await openScreen(page, EDITOR);
  await page.getByRole("button", { name: /Change the voice/ }).click();
  await page.getByRole("combobox", { name: "Search voices" }).fill("no such voice at all");
  await page.getByRole("button", { name: "Clear search and filters" }).click();
  await expect(page.getByRole("listbox", { name: "Voices" }).getByRole("option").nth(5)).toBeVisible();
});

test("a dialogue's lines are moved by key, spoken in turn and kept", async ({ page }) => {
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

test("a refusal of the server is said in a toast, and the text stays", async ({ page }) => {
  await page.route("**/v1/text-to-speech/**", (route) =>
    route.fulfill({
      status: 429,
      json: { detail: { status: "too_many_concurrent_requests", message: "Too many at once." } },
    }),
  );
  await openScreen(page, EDITOR);
  await page.getByLabel("Text to speak").fill(TEXT);
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(page.getByText("Too many at once.")).toBeVisible();
  await expect(page.getByLabel("Text to speak")).toHaveValue(TEXT);
  await expect(page.getByRole("button", { name: /^Generate/ })).toBeEnabled();
});

test("a broken network is said as such", async ({ page }) => {
  await page.route("**/v1/text-to-speech/**", (route) => route.abort());
  await openScreen(page, EDITOR);
  await page.getByLabel("Text to speak").fill(TEXT);
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(page.getByText("Network error")).toBeVisible();
});

test("without a media source for MP3 the sound still plays, when it is complete", async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, "MediaSource", { value: undefined });
    Object.defineProperty(window, "ManagedMediaSource", { value: undefined });
  });
  await openScreen(page, EDITOR);
  await page.getByLabel("Text to speak").fill(TEXT);
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(page.getByRole("region", { name: "Player" })).toHaveAttribute("data-state", "playing");
});

test("what is written before the page's scripts are there stays, and counts", async ({ page }) => {
  let release!: () => void;
  const written = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/assets/**.js", async (route) => {
    await written;
    await route.continue();
  });
  await page.goto(EDITOR, { waitUntil: "commit" });
  await page.getByLabel("Text to speak").fill("Early birds");
  release();
  await expect(page.getByText(/^11 \/ /)).toBeVisible();
  await expect(page.getByLabel("Text to speak")).toHaveValue("Early birds");
});
