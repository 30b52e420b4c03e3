import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, type Page, test } from "@playwright/test";
import { sharedProduct } from "../../support/product";
import { type MadeShare, shareText } from "../../support/public-share";
import { axeOf, WCAG } from "../../support/serious-problems";

test.use({ baseURL: sharedProduct().url });

let share: MadeShare;
let anotherSite: Server;
let anotherUrl: string;

test.beforeAll(async () => {
  share = await shareText("The harbour was quiet in the early morning, and the boats lay still.");
  // Another site on this machine: browsers do not let sites of the internet frame what runs here.
  anotherSite = createServer((request, response) => {
    const path = new URL(request.url ?? "/", "http://localhost").searchParams.get("frames") ?? "";
    const source = `${sharedProduct().url}${path}`.replaceAll("&", "&amp;");
    response.setHeader("content-type", "text/html");
    response.end(`<!doctype html><iframe title="framed" width="600" height="220" src="${source}"></iframe>`);
  });
  await new Promise<void>((resolve) => anotherSite.listen(0, "127.0.0.1", resolve));
  anotherUrl = `http://localhost:${(anotherSite.address() as AddressInfo).port}`;
});
test.afterAll(() => {
  anotherSite.close();
});

/** Opens a page of another site that holds one of ours in a frame. */
async function frame(page: Page, path: string) {
  await page.goto(`${anotherUrl}/?${new URLSearchParams({ frames: path })}`);
  return page.frameLocator("iframe");
}

test("the player plays within a page of another site, and is as dark as that asks", async ({ page }) => {
  const framed = await frame(page, `/embed/${share.shareId}?theme=dark`);
  await expect(framed.locator("html")).toHaveAttribute("data-theme", "dark");
  await framed.getByRole("button", { name: "Play" }).click();
  await expect(framed.locator("[data-position]")).toHaveText("0:01", { timeout: 10_000 });
  await framed.getByRole("button", { name: "Pause" }).click();
});

test("the player may be framed by anybody, and nothing else may", async ({ page, request }) => {
  const embed = (await request.get(`/embed/${share.shareId}`)).headers();
  expect(embed["content-security-policy"]).toContain("frame-ancestors *;");
  expect(embed["content-security-policy"]).toContain("form-action 'none'");
  expect(embed["x-frame-options"]).toBeUndefined();
  const others = [share.path, `/s/${share.shareId}`, `${share.path}/audio`, "/", "/app/sign-in", "/embed", "/healthz"];
  for (const path of others) {
    const headers = (await request.get(path)).headers();
    expect(headers["content-security-policy"], path).toContain("frame-ancestors 'none'");
    expect(headers["x-frame-options"], path).toBe("DENY");
  }
  const framed = await frame(page, share.path);
  await page.waitForTimeout(500);
  await expect(framed.getByRole("button", { name: "Play" })).toHaveCount(0);
});

test("fits into 600 × 220 and 280 × 120, and axe finds nothing", async ({ page }) => {
  await page.goto(`/embed/${share.shareId}`);
  for (const size of [
    { width: 600, height: 220 },
    { width: 280, height: 120 },
  ]) {
    await page.setViewportSize(size);
    await expect(page.getByRole("button", { name: "Play" })).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole("combobox", { name: "Speed" })).toBeInViewport({ ratio: 1 });
    const { violations } = await (await axeOf(page)).withTags(WCAG).analyze();
    expect(
      violations.map(({ id }) => id),
      `${size.width} × ${size.height}`,
    ).toEqual([]);
  }
});
