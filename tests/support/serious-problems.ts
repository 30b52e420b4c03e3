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

/** As long as colours take to change, and some. */
const THEME_MS = 400;

/**
 * What axe finds on the page that is serious or worse, one line each. What is appearing is half transparent for a moment:
 * `settleMs` waits for it.
 */
export async function seriousProblems(page: Page, settleMs = 0): Promise<string[]> {
  await page.waitForTimeout(settleMs);
  return linesOf(await axeOf(page).withTags(WCAG).analyze());
}

/** The same, and what axe finds once the page's theme is the other one: of that only the contrast, since all else stays. */
export async function seriousProblemsInBothThemes(page: Page, settleMs = 0): Promise<string[]> {
  const problems = await seriousProblems(page, settleMs);
  await flipTheme(page);
  await page.waitForTimeout(THEME_MS);
  problems.push(...linesOf(await axeOf(page).withRules(["color-contrast"]).analyze()));
  await flipTheme(page);
  return problems;
}

/** Has the page loaded in the dark, the theme that the server does not know of when it renders. */
export const loadInTheDark = (page: Page): Promise<unknown> =>
  page.addInitScript(() => localStorage.setItem("xi:color-theme", "dark"));

/** As the product does, see `app/ui/toggle-theme.ts`. */
const flipTheme = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const { dataset } = document.documentElement;
    if (dataset.theme === "dark") delete dataset.theme;
    else dataset.theme = "dark";
  });

function linesOf({ violations }: Awaited<ReturnType<AxeBuilder["analyze"]>>): string[] {
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(" ")} ${node.failureSummary ?? ""}`));
}
