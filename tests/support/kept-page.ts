import type { BrowserContextOptions, Page } from "@playwright/test";
import { test } from "./signed-in-page";

/**
 * A page for all tests of a file that only look at screens, one after another, as a person does: what it has loaded for one
 * it need not load for the next, which takes less than half the time. Answers how to get it within a test.
 */
export function keptPage(whose: "member" | "visitor", options: BrowserContextOptions = {}): () => Page {
  let page: Page | undefined;
  test.beforeAll(async ({ browser, session, productUrl }) => {
    const storageState = whose === "member" ? session : undefined;
    const context = await browser.newContext({ ...options, baseURL: productUrl, storageState });
    page = await context.newPage();
  });
  test.afterAll(() => page?.context().close());
  return () => {
    if (!page) throw new Error("there is a page only while a test runs");
    return page;
  };
}
