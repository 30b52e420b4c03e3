import { keptPage } from "../support/kept-page";
import { expect, openScreen, test } from "../support/signed-in-page";

/** Below screens, public pages, addresses that only lead on, and what answers without a page; which routes are found there is asked over HTTP. */
const ADDRESSES = [
  "/app/nope",
  "/app/settings/nope",
  "/app/sign-in/nope",
  "/app/sso/start/x/nope",
  "/docs/nope",
  "/embed/x/nope",
  "/history/nope",
  "/privacy/nope",
  "/privacy/nope/nope",
];

const ofMember = keptPage("member");
test.beforeAll(() => ofMember().addInitScript(() => localStorage.setItem("xi:color-theme", "dark")));
for (const address of ADDRESSES) {
  test(`nothing is at ${address}: the page says so, dark from the first paint, and its scripts find what was rendered`, async () => {
    const page = ofMember();
    const wrong: string[] = [];
    const note = (error: Error) => wrong.push(error.message);
    page.on("pageerror", note);
    await openScreen(page, address);
    await expect(page.getByRole("heading", { name: "There is nothing here" })).toBeVisible();
    await expect(page).toHaveTitle("There is nothing here · Parlando");
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
    // The rest of the app is a click away.
    if (address.startsWith("/app")) await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
    expect(wrong).toEqual([]);
    page.off("pageerror", note);
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
