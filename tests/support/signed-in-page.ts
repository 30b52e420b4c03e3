/** Browser tests of someone who is signed in: `page` starts with the demo person's session, made once per run. */
import { type BrowserContext, test as base, expect } from "@playwright/test";
import { sharedProduct } from "./product";
import { csrfTokenIn } from "./visitor";

type StorageState = Awaited<ReturnType<BrowserContext["storageState"]>>;

/** Sends the form of a sign-in from a browser without a page of it. Answers where it leads. */
export async function sendSignIn(
  context: BrowserContext,
  { href, origin }: URL,
  { email, password }: { email: string; password: string },
): Promise<string> {
  const csrf = csrfTokenIn(await (await context.request.get(href)).text());
  const form = { csrf, email, password };
  const answer = await context.request.post(href, { form, headers: { origin }, maxRedirects: 0 });
  expect(answer.status()).toBe(302);
  return answer.headers().location!;
}

export const test = base.extend<object, { session: StorageState; productUrl: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
  productUrl: [({}, use) => use(sharedProduct().url), { scope: "worker" }],
  session: [
    async ({ browser }, use) => {
      const { url, email, password } = sharedProduct();
      const context = await browser.newContext();
      await sendSignIn(context, new URL("/app/sign-in", url), { email, password });
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
