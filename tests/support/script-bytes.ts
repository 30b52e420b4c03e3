import zlib from "node:zlib";
import type { Page } from "@playwright/test";

/** Opens a page and answers the bytes of script it loads, as gzip sends them. */
export async function scriptBytes(page: Page, address: string): Promise<number> {
  const sizes: Promise<number>[] = [];
  page.on("response", (response) => {
    if (!new URL(response.url()).pathname.endsWith(".js")) return;
    sizes.push(response.body().then((body) => zlib.gzipSync(body).length));
  });
  await page.goto(address);
  await page.waitForLoadState("networkidle");
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
