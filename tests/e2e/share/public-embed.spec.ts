import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "@playwright/test";
import { playWithoutEnd } from "../../support/endless-sound";
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
    const frames = new URL(request.url ?? "/", "http://localhost").searchParams.getAll("frames").map((path) => {
      const source = `${sharedProduct().url}${path}`.replaceAll("&", "&amp;");
      return `<iframe title="framed" width="600" height="220" src="${source}"></iframe>`;
    });
    response.setHeader("content-type", "text/html");
    response.end(`<!doctype html>${frames.join("")}`);
  });
  await new Promise<void>((resolve) => anotherSite.listen(0, "127.0.0.1", resolve));
  anotherUrl = `http://localhost:${(anotherSite.address() as AddressInfo).port}`;
});
test.afterAll(() => {
  anotherSite.close();
});

test("the player plays within a page of another site, and is as dark as that asks; the page of the link does not come there", async ({
  page,
}) => {
  await playWithoutEnd(page);
  const refused = page.waitForEvent("requestfailed", (request) => request.url().endsWith(share.path));
  const frames = [`/embed/${share.shareId}?theme=dark`, share.path].map((path) => ["frames", path]);
  await page.goto(`${anotherUrl}/?${new URLSearchParams(frames)}`);
  const player = page.frameLocator("iframe").first();
  await expect(player.locator("html")).toHaveAttribute("data-theme", "dark");
  await player.getByRole("button", { name: "Play" }).click();
  await expect(player.locator("[data-position]")).toHaveText(/^0:0[1-9]$/);
  await player.getByRole("button", { name: "Pause" }).click();
  await refused;
  await expect(page.frameLocator("iframe").last().getByRole("button", { name: "Play" })).toHaveCount(0);
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
