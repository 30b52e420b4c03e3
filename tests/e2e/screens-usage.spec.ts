import { expect, openScreen, test } from "../support/signed-in-page";
import { shareableItem } from "./share/shareable-item";

test("each tick of the usage chart is written at the height of its line", async ({ page }) => {
  await shareableItem();
  await openScreen(page, "/app/usage?days=7");
  const chart = page.locator(".recharts-wrapper");
  const heights = () =>
    chart.evaluate((shown) => {
      const at = (selector: string, name: string) =>
        [...shown.querySelectorAll(selector)].map((each) => Number(each.getAttribute(name))).sort();
      const ticks = at(".recharts-yAxis-tick-labels text", "y");
      const lines = at(".recharts-cartesian-grid-horizontal line", "y1");
      return { count: ticks.length, areTheLines: String(ticks) === String(lines) };
    });
  await expect.poll(heights).toEqual({ count: 5, areTheLines: true });
});
