import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";

/**
 * What axe finds on the page that is serious or worse, one line each. What is appearing is half transparent for a moment:
 * `settleMs` waits for it.
 */
export async function seriousProblems(page: Page, settleMs = 0): Promise<string[]> {
  await page.waitForTimeout(settleMs);
  const { violations } = await new AxeBuilder({ page })
    .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"])
    .analyze();
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(" ")} ${node.failureSummary ?? ""}`));
}
