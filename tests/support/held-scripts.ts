import type { Page } from "@playwright/test";

/** Holds scripts of the pages opened from now on back, as a slow line does: all, or those of a name. @returns what lets them come */
export async function holdScripts(page: Page, name = "*"): Promise<() => void> {
  let letCome = () => {};
  const released = new Promise<void>((resolve) => {
    letCome = resolve;
  });
  await page.route(`**/assets/${name}.js`, async (route) => {
    await released;
    await route.continue();
  });
  return letCome;
}
