import zlib from "node:zlib";
import type { Page } from "@playwright/test";

/** Opens a page and answers the bytes of script it loads until it rests, as gzip sends them. */
export async function scriptBytes(page: Page, address: string): Promise<number> {
  await page.goto(address);
  await page.waitForLoadState("networkidle");
  // Asked of the page itself: what the one before it still loads is not its own. Not of `performance`, which a held clock replaces.
  const loaded = await page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const observer = new PerformanceObserver((list) => resolve(list.getEntries().map(({ name }) => name)));
        observer.observe({ type: "resource", buffered: true });
      }),
  );
  const scripts = loaded.filter((address) => new URL(address).pathname.endsWith(".js"));
  const sizes = scripts.map(async (script) => zlib.gzipSync(await (await page.request.get(script)).body()).length);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
