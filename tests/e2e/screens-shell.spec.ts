import { holdScripts } from "../support/held-scripts";
import { scriptBytes } from "../support/script-bytes";
import { APP_SCREENS, EDITOR, expect, openScreen, test } from "../support/signed-in-page";

test("a screen ships at most 180 KB of script, and the code of those near by once nothing else is to do", async ({
  page,
}) => {
  const ahead: string[] = [];
  page.on("response", (response) => {
    if (/\/assets\/usage-.*\.js$/.test(response.url())) ahead.push(response.url());
  });
  // On a slow machine what comes ahead would come before the rest of the screen is there.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  for (const address of ["/app/home", EDITOR]) {
    const bytes = await scriptBytes(page, address);
    expect(bytes, address).toBeGreaterThan(50 * 1024);
    expect(bytes, address).toBeLessThanOrEqual(180 * 1024);
  }
  expect(ahead).toEqual([]);
  // One screen after the other, each once the page is idle.
  await expect
    .poll(
      async () => {
        await page.clock.runFor(5000);
        return ahead.length;
      },
      { intervals: [50] },
    )
    .toBeGreaterThan(0);
});

test("no screen has a part that React takes over later than the rest: what happens before would throw it away", async ({
  request,
}) => {
  for (const address of APP_SCREENS) {
    const html = await (await request.get(address)).text();
    // Behind the document stands how Remix sends the data.
    const [document, after] = html.split("</html>");
    expect(after, address).toContain("__remixContext");
    expect(document, address).not.toMatch(/<!--\$/);
  }
});

test("by key alone the first stop skips to the content, the command palette goes anywhere, does things and searches the history, and ? lists the keys of the screen, but not while something is typed", async ({
  page,
}) => {
  await openScreen(page, "/app/home");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.locator("#content")).toBeFocused();

  const query = page.getByPlaceholder("Go to a screen, or do something");
  await page.keyboard.press("ControlOrMeta+k");
  await query.fill("lighthouse");
  await page.getByRole("option", { name: /Search history for/ }).click();
  await expect(page).toHaveURL(/history\?search=lighthouse/);
  await expect(query).toBeHidden();
  // So it goes on from the history, too, whose field is made anew.
  await page.keyboard.press("ControlOrMeta+k");
  await query.fill("harbour");
  await page.getByRole("option", { name: /Search history for/ }).click();
  await expect(page).toHaveURL(/history\?search=harbour/);
  await expect(query).toBeHidden();
  await expect(page.locator("#content")).toBeFocused();
  await page.keyboard.press("ControlOrMeta+k");
  await query.fill("dark");
  await page.keyboard.press("Enter");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect(query).toBeHidden();
  // The focus is in what the next screen does not have.
  await page.getByLabel("Search the history").focus();
  await page.keyboard.press("ControlOrMeta+k");
  await query.fill("text to speech");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(EDITOR);
  await expect(page.locator("#content")).toBeFocused();

  const text = page.getByLabel("Text to speak");
  const keys = page.getByRole("dialog", { name: "Keys" });
  await text.fill("");
  await text.press("?");
  await expect(text).toHaveValue("?");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await text.blur();
  await page.keyboard.press("?");
  await expect(keys.getByText("Generate", { exact: true })).toBeVisible();
  await expect(keys.getByText("Play or pause")).toBeVisible();
});

test("while the scripts are on their way, a menu or a key that is pressed opens once they are there, and what is written stays and counts", async ({
  page,
}) => {
  for (const [press, opened] of [
    [() => page.getByRole("button", { name: /Demo/ }).click(), "menu"],
    [() => page.keyboard.press("ControlOrMeta+k"), "dialog"],
  ] as const) {
    const letCome = await holdScripts(page);
    await page.goto("/app/home", { waitUntil: "commit" });
    await page.getByRole("heading", { level: 1 }).waitFor();
    await press();
    letCome();
    await expect(page.getByRole(opened)).toBeVisible();
  }

  const letCome = await holdScripts(page);
  await page.goto(EDITOR, { waitUntil: "commit" });
  await page.getByLabel("Text to speak").fill("Early birds");
  letCome();
  await expect(page.getByText(/^11 \/ /)).toBeVisible();
  await expect(page.getByLabel("Text to speak")).toHaveValue("Early birds");
});
