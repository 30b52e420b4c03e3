import { routePaths } from "../support/route-paths";
import { expect, openScreen, test } from "../support/signed-in-page";

for (const address of ["/app/nope", "/app/settings/nope", "/app/sign-in/nope", "/docs/nope", "/privacy/nope"]) {
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

/** Addresses below those of all routes, as far as they are no address themselves; below public pages in two depths. */
const BELOW = (() => {
  const taken = new Set(routePaths("nope"));
  const paths = routePaths("x").map((path) => path.replace(/\/$/, ""));
  const deep = paths.filter((path) => !path.startsWith("/app")).map((path) => `${path}/nope/nope`);
  return [...paths.map((path) => `${path}/nope`), ...deep].filter((path) => !taken.has(path));
})();

test("the table of routes says where there are pages to be below of", () => {
  expect(BELOW).toEqual(expect.arrayContaining(["/nope", "/privacy/nope/nope", "/docs/api/nope", "/app/usage/nope"]));
});

for (const [place, addresses] of [
  ["the app", BELOW.filter((path) => path.startsWith("/app/"))],
  ["the public pages", BELOW.filter((path) => !path.startsWith("/app/"))],
] as const) {
  test(`below every address of ${place} that leads nowhere, the page's scripts find what was rendered`, async ({
    page,
  }) => {
    let wrong: string[] = [];
    page.on("pageerror", (error) => wrong.push(error.message));
    const failed: Record<string, string[]> = {};
    for (const address of addresses) {
      wrong = [];
      const response = await page.goto(address, { waitUntil: "commit" });
      const heading = page.getByRole("heading", { name: "There is nothing here" });
      await expect(heading, address).toBeVisible();
      expect(response?.status(), address).toBe(404);
      // React marks what it has taken over; by then it has told what it did not find.
      await expect
        .poll(() => heading.evaluate((it) => Object.keys(it).some((key) => key.startsWith("__reactFiber"))), {
          message: address,
          intervals: [20],
        })
        .toBe(true);
      if (wrong.length > 0) failed[address] = wrong;
    }
    expect(failed).toEqual({});
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
