import type { Page } from "@playwright/test";

/** Holds the scripts of the pages opened from now on back, as a slow line does. @returns what lets them come */
export async function holdScripts(page: Page): Promise<() => void> {
  let letCome = () => {};
  const released = new Promise<void>((resolve) => {
    letCome = resolve;
  });
  await page.route("**/assets/*.js", async (route) => {
    await released;
    await route.continue();
  });
  return letCome;
}
