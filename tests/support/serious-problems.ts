import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";

/** The rules of WCAG 2.1, to level AA. */
export const WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"];

/**
 * Axe for a page, with all of its rules. What they pass is named once each instead of with all elements, and sums are made in
 * the page itself instead of another one: together half of the time. No page here has a frame of another site, which axe
 * could not look into this way.
 */
export const axeOf = (page: Page): AxeBuilder =>
  new AxeBuilder({ page }).options({ resultTypes: ["violations"] }).setLegacyMode();

/**
 * What axe finds on the page that is serious or worse, one line each. What is appearing is half transparent for a moment:
 * `settleMs` waits for it.
 */
export async function seriousProblems(page: Page, settleMs = 0): Promise<string[]> {
  await page.waitForTimeout(settleMs);
  const { violations } = await axeOf(page).withTags(WCAG).analyze();
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(" ")} ${node.failureSummary ?? ""}`));
}
