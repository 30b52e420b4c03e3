import { expect, openScreen, test } from "../support/signed-in-page";
import { shareableItem } from "./share/shareable-item";

test("each tick of the usage chart is written at the height of its line", async ({ page }) => {
  await shareableItem();
  await openScreen(page, "/app/usage?days=7");
  const lines = page.locator(".recharts-cartesian-grid-horizontal line");
  const labels = page.locator(".recharts-yAxis-tick-labels text");
  await expect(labels).toHaveCount(5);
  const heights = (await lines.evaluateAll((all) => all.map((line) => Number(line.getAttribute("y1"))))).sort();
  const written = (await labels.evaluateAll((all) => all.map((label) => Number(label.getAttribute("y"))))).sort();
  expect(written).toEqual(heights);
});
