import { expect, type Page } from "@playwright/test";
import { totpCode } from "../../support/authenticator";
import { seriousProblems } from "../../support/serious-problems";

/** Sets up an authenticator app on the security screen; answers its seed. */
export async function addApp(page: Page): Promise<string> {
  await page.goto("/app/settings?dialog=add-2fa");
  await expect(page).toHaveURL("/app/settings/security?dialog=add-2fa");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Authenticator app" }).click();
  // What was pressed is gone, and the focus is on what comes next.
  const show = dialog.getByRole("button", { name: "Show the QR code" });
  await expect(show).toBeFocused();
  await show.click();
  await expect(dialog.getByRole("img", { name: /QR code/ })).toBeVisible();
  expect(await seriousProblems(page)).toEqual([]);
  const seed = await dialog.getByLabel("Secret", { exact: true }).inputValue();
  await dialog.getByLabel("Code that the app shows").fill(totpCode(seed, Date.now()));
  await expect(page.getByText("Second factor added.")).toBeVisible();
  await expect(dialog).toBeHidden();
  return seed;
}
