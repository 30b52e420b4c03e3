import { expect, openScreen, test } from "../support/signed-in-page";

for (const address of ["/app/nope", "/app/settings/nope", "/app/sign-in/nope", "/docs/nope"]) {
  test(`nothing is at ${address}: the page says so, dark from the first paint, and its scripts find what was rendered`, async ({
    page,
  }) => {
    await page.addInitScript(() => localStorage.setItem("xi:color-theme", "dark"));
    const wrong: string[] = [];
    page.on("pageerror", (error) => wrong.push(error.message));
    await openScreen(page, address);
    await expect(page.getByRole("heading", { name: "There is nothing here" })).toBeVisible();
    await expect(page).toHaveTitle("There is nothing here · Parlando");
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
    // The rest of the app is a click away.
    if (address.startsWith("/app")) await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
    expect(wrong).toEqual([]);
  });
}

test.describe("a stranger", () => {
  test.use({ storageState: { cookies: [], origins: [] } });

  test("is asked to sign in at an unknown address of the app", async ({ page }) => {
    await openScreen(page, "/app/nope");
    await expect(page).toHaveURL(/\/app\/sign-in/);
    await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  });
});
