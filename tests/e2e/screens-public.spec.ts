import { expect, test } from "@playwright/test";
import { playWithoutEnd } from "../support/endless-sound";
import { holdScripts } from "../support/held-scripts";
import { sharedProduct } from "../support/product";

test.use({ baseURL: sharedProduct().url });

test("a visitor hears a text spoken once, also by a double click, with its real waveform, and can stop", async ({
  page,
}) => {
  await playWithoutEnd(page);
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
  await expect.poll(darkPixels).toBeGreaterThan(10);
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

test("a dark theme is there before the first paint on each page, and its switch says and shows where it leads", async ({
  page,
}) => {
  const theme = page.locator("html");
  const toggle = page.getByRole("button", { name: /^Switch/ });
  const [sun, moon] = [toggle.locator(".lucide-sun"), toggle.locator(".lucide-moon")];
  async function expectLight(address: string) {
    await expect(toggle, address).toHaveAccessibleName("Switch to dark");
    await expect(moon, address).toBeVisible();
    await expect(sun, address).toBeHidden();
    await expect(theme, address).toHaveCSS("background-color", "rgb(251, 250, 247)");
  }
  await page.goto("/");
  await expectLight("/");
  await toggle.click();
  await expect(theme).toHaveAttribute("data-theme", "dark");
  for (const address of ["/", "/text-to-speech", "/docs/api", "/privacy", "/app/share/shr_unknown"]) {
    await page.goto(address, { waitUntil: "commit" });
    await page.waitForSelector("body", { state: "attached" });
    expect(await theme.getAttribute("data-theme"), address).toBe("dark");
    await page.waitForLoadState();
    await expect(toggle, address).toHaveAccessibleName("Switch to light");
    await expect(sun, address).toBeVisible();
    await expect(moon, address).toBeHidden();
    await expect(theme, address).toHaveCSS("background-color", "rgb(18, 19, 22)");
    await toggle.click();
    await expectLight(address);
    await toggle.click();
    await expect(theme, address).toHaveAttribute("data-theme", "dark");
  }
});
