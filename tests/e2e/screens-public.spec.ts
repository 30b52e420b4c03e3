import { expect, test } from "@playwright/test";
import { holdScripts } from "../support/held-scripts";
import { sharedProduct } from "../support/product";
import { scriptBytes } from "../support/script-bytes";

test.use({ baseURL: sharedProduct().url });

for (const address of ["/", "/text-to-speech", "/terms-of-use-eu"]) {
  test(`${address} ships at most 15 KB of script`, async ({ page }) => {
    const bytes = await scriptBytes(page, address);
    expect(bytes).toBeGreaterThan(0);
    expect(bytes).toBeLessThanOrEqual(15 * 1024);
  });

  test(`${address} looks up no session and may be kept by caches`, async ({ request }) => {
    const response = await request.get(address);
    expect(response.headers()["cache-control"]).toContain("public");
    expect(response.headers()["set-cookie"]).toBeUndefined();
  });
}

test("a visitor hears a text spoken once, also by a double click, with its real waveform, and can stop", async ({
  page,
}) => {
  await page.goto("/");
  let asked = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/v1/try-it/speech")) asked++;
  });
  const sound = page.waitForResponse((response) => response.url().endsWith("/v1/try-it/speech"));
  await page.getByRole("button", { name: "Speak" }).dblclick();
  expect((await sound).status()).toBe(200);
  expect((await sound).headers()["content-type"]).toBe("audio/mpeg");
  await expect(page.getByRole("button", { name: "Stop" })).toBeVisible();
  expect(asked).toBe(1);
  const darkPixels = () =>
    page.locator("canvas[data-waveform]").evaluate((canvas: HTMLCanvasElement) => {
      const middle = Math.floor(canvas.height / 4);
      const data = canvas.getContext("2d")!.getImageData(0, middle, canvas.width, 1).data;
      return data.filter((_, i) => i % 4 === 3 && data[i]! > 0).length;
    });
  // At a quarter of the height there is ink only where the sound is loud.
  await expect.poll(darkPixels, { timeout: 15_000 }).toBeGreaterThan(10);
  await page.getByRole("button", { name: "Stop" }).click();
  await expect(page.getByRole("button", { name: "Speak" })).toBeVisible();
  // What is stopped leaves no picture of itself under a text that may be another by then.
  await expect.poll(darkPixels).toBe(0);
});

test("what a visitor does before the script has come stays, is spoken then, and gets into no address", async ({
  page,
}) => {
  const letCome = await holdScripts(page);
  await page.goto("/text-to-speech", { waitUntil: "commit" });
  await page.getByLabel("Text to speak").fill("My own words.");
  await page.getByRole("combobox", { name: "Language" }).selectOption("fr");
  await page.getByRole("button", { name: "Speak" }).click();
  const asked = page.waitForRequest("**/v1/try-it/speech");
  letCome();
  expect((await asked).postDataJSON()).toMatchObject({ text: "My own words.", language: "fr" });
  await expect(page.locator("[data-count]")).toHaveText(/^13 \//);
  await expect(page.getByLabel("Text to speak")).toHaveValue("My own words.");
  await expect(page.getByLabel("Text to speak")).toHaveAttribute("lang", "fr");
  await expect(page).toHaveURL("/text-to-speech");
});

test("who types after pressing Speak early has gone on, and nothing is spoken unasked", async ({ page }) => {
  const letCome = await holdScripts(page);
  let asked = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/v1/try-it/speech")) asked++;
  });
  await page.goto("/text-to-speech", { waitUntil: "commit" });
  await page.getByRole("button", { name: "Speak" }).click();
  await page.getByLabel("Text to speak").pressSequentially("More");
  letCome();
  // The script has come once it counts.
  await page.getByLabel("Text to speak").fill("Done.");
  await expect(page.locator("[data-count]")).toHaveText(/^5 \//);
  expect(asked).toBe(0);
});

test("a visitor who had enough reads when to come back, and how to go on at once", async ({ page }) => {
  await page.route("**/v1/try-it/speech", (route) =>
    route.fulfill({
      status: 429,
      json: { detail: { status: "rate_limited", message: "Too many requests. Please try again in 3 minutes." } },
    }),
  );
  await page.goto("/");
  await page.getByRole("button", { name: "Speak" }).click();
  await expect(
    page.getByText("Too many requests. Please try again in 3 minutes. With an account you can go on now."),
  ).toBeVisible();
});

test("choosing a language brings its sample and its voices", async ({ page }) => {
  await page.goto("/text-to-speech?language=ar");
  const text = page.getByLabel("Text to speak");
  await expect(text).toHaveAttribute("dir", "rtl");
  await page.getByRole("combobox", { name: "Language" }).selectOption("de");
  await expect(text).toHaveAttribute("dir", "ltr");
  await expect(text).toHaveValue(/Regen/);
  await text.fill("Mein eigener Satz.");
  await page.getByRole("combobox", { name: "Language" }).selectOption("fr");
  await expect(text).toHaveValue("Mein eigener Satz.");
});

test("the text cannot be longer than a visitor may have spoken", async ({ page }) => {
  await page.goto("/");
  await page.getByLabel("Text to speak").fill("a".repeat(245));
  await page.getByLabel("Text to speak").pressSequentially("b".repeat(10), { delay: 0 });
  await expect(page.locator("[data-count]")).toHaveText("250 / 250");
});

test("a dark theme is there before the first paint and survives", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("button", { name: "Switch to dark" }).click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await page.goto("/text-to-speech", { waitUntil: "commit" });
  await page.waitForSelector("body", { state: "attached" });
  expect(await page.locator("html").getAttribute("data-theme")).toBe("dark");
});

test("the switch of the theme says and shows where it leads, as the one of the app does", async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem("xi:color-theme", "dark"));
  for (const address of ["/", "/text-to-speech", "/docs/api", "/privacy", "/app/share/shr_unknown"]) {
    await page.goto(address);
    const toggle = page.getByRole("button", { name: /^Switch/ });
    const [sun, moon] = [toggle.locator(".lucide-sun"), toggle.locator(".lucide-moon")];
    await expect(toggle, address).toHaveAccessibleName("Switch to light");
    await expect(sun, address).toBeVisible();
    await expect(moon, address).toBeHidden();
    await toggle.click();
    await expect(toggle, address).toHaveAccessibleName("Switch to dark");
    await expect(moon, address).toBeVisible();
    await expect(sun, address).toBeHidden();
  }
});

test("every component is shown in light and dark", async ({ page }, info) => {
  await page.goto("/dev/ui");
  await expect(page.getByRole("heading", { name: "Components" })).toBeVisible();
  for (const [theme, paper] of [
    ["light", "rgb(251, 250, 247)"],
    ["dark", "rgb(18, 19, 22)"],
  ] as const) {
    await page.evaluate((value) => document.documentElement.setAttribute("data-theme", value), theme);
    await expect
      .poll(() => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor), theme)
      .toBe(paper);
    await info.attach(`components-${theme}`, {
      body: await page.screenshot({ fullPage: true }),
      contentType: "image/png",
    });
  }
});
