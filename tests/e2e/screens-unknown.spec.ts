import { keptPage } from "../support/kept-page";
import { expect, openScreen, test } from "../support/signed-in-page";

/** Below a screen, a screen of visitors, a public page, and what answers without a page; all others are asked for over HTTP. */
const ADDRESSES = ["/app/settings/nope", "/app/sign-in/nope", "/privacy/nope/nope", "/embed/x/nope"];

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
