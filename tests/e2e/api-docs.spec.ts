import { expect, test } from "../support/signed-in-page";

test("the API's page shows a member their key's end and the way into the app", async ({ page }) => {
  await page.goto("/docs/api");
  await expect(page.getByText(/The examples show your key “.+” as sk_…\w{4}/)).toBeVisible();
  await expect(page.getByRole("banner").getByRole("link", { name: "Open the app" })).toHaveAttribute(
    "href",
    "/app/home",
  );
  await expect(page.getByRole("link", { name: "Sign in", exact: true })).toHaveCount(0);
});

test.describe("a visitor", () => {
  test.use({ storageState: { cookies: [], origins: [] } });

  test("is offered an account on the API's page", async ({ page }) => {
    await page.goto("/docs/api");
    await expect(page.getByRole("banner").getByRole("link", { name: "Create an account" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Open the app" })).toHaveCount(0);
  });
});
