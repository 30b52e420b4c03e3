import zlib from "node:zlib";
import type { Page, Response } from "@playwright/test";

/** Opens a page and answers the bytes of script it loads until it rests, as gzip sends them. */
export async function scriptBytes(page: Page, address: string): Promise<number> {
  const sizes: Promise<number>[] = [];
  const measure = (response: Response) => {
    if (!new URL(response.url()).pathname.endsWith(".js")) return;
    sizes.push(response.body().then((body) => zlib.gzipSync(body).length));
  };
  page.on("response", measure);
  await page.goto(address);
  await page.waitForLoadState("networkidle");
  // What comes later, when nothing else is to do, may come when the test has ended.
  page.off("response", measure);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
