/** Browser tests of someone who is signed in: `page` starts with the demo person's session, made once per run. */
import { test as base, expect } from "@playwright/test";
import { sharedProduct } from "./product";

type StorageState = Awaited<ReturnType<import("@playwright/test").BrowserContext["storageState"]>>;

export const test = base.extend<object, { session: StorageState; productUrl: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
  productUrl: [({}, use) => use(sharedProduct().url), { scope: "worker" }],
  session: [
    async ({ browser }, use) => {
      const { url, email, password } = sharedProduct();
      const context = await browser.newContext({ baseURL: url });
      const page = await context.newPage();
      await page.goto("/app/sign-in");
      await page.getByLabel("E-mail").fill(email);
      await page.getByLabel("Password", { exact: true }).fill(password);
      await page.keyboard.press("Enter");
      await page.waitForURL("**/app/home");
      const state = await context.storageState();
      await context.close();
      await use(state);
    },
    { scope: "worker" },
  ],
  baseURL: ({ productUrl }, use) => use(productUrl),
  storageState: ({ session }, use) => use(session),
});

export { expect };

export const EDITOR = "/app/speech-synthesis/text-to-speech";

/** Every screen of the app that only reads, and the public pages. */
export const APP_SCREENS = [
  "/app/home",
  EDITOR,
  `${EDITOR}/history`,
  "/app/usage",
  "/app/settings/security",
  "/app/settings/sessions",
  "/app/settings/api-keys",
  "/app/settings/privacy",
  "/app/onboarding-checklist",
  "/app/settings/features",
  "/app/settings/analytics",
];
export const PUBLIC_PAGES = ["/", "/text-to-speech", "/privacy", "/terms-of-use-eu", "/docs/api"];
export const SIGN_IN_SCREENS = ["/app/sign-in", "/app/sign-up", "/app/sign-in/forgot-password"];

/** Opens a screen and waits until its React is in charge. */
export async function openScreen(page: import("@playwright/test").Page, address: string): Promise<void> {
  await page.goto(address);
  // A slow machine may fetch nothing for half a second and still be at work. React is done with the body after all within.
  await page.waitForFunction(
    () => !("__remixContext" in window) || Object.keys(document.body).some((key) => key.startsWith("__reactFiber$")),
  );
}
