import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import axe from "axe-core";

/** The rules of WCAG 2.1, to level AA. */
export const WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"];

/** Longer ones go on while the page is used. */
const BRIEF_MS = 1000;

/** How long nothing has to change. What begins in answer to something else begins within. */
const REST_MS = 100;

/** Waits until all is loaded, and no colour or place is on its way to another, as in what has just opened, or after a change of size or theme. */
export async function restOf(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle");
  await page.evaluate(() => Reflect.deleteProperty(window, "restsSince"));
  await page.waitForFunction(
    ({ briefMs, restMs }) => {
      const here = window as { restsSince?: number };
      const moves = document
        .getAnimations()
        .some(
          ({ playState, effect }) =>
            playState === "running" && Number(effect?.getComputedTiming().endTime ?? 0) <= briefMs,
        );
      if (moves) delete here.restsSince;
      else here.restsSince ??= performance.now();
      return here.restsSince !== undefined && performance.now() - here.restsSince >= restMs;
    },
    { briefMs: BRIEF_MS, restMs: REST_MS },
  );
}

/**
 * Axe for a page at rest, with all of its rules. What they pass is named once each instead of with all elements, and sums are made in
 * the page itself instead of another one: together half of the time. No page here has a frame of another site, which axe
 * could not look into this way.
 */
export async function axeOf(page: Page): Promise<AxeBuilder> {
  await restOf(page);
  // The builder would hand axe to each frame whenever it is asked, and to the page itself twice.
  for (const frame of page.frames()) {
    if (!(await frame.evaluate(() => "axe" in window))) await frame.evaluate(axe.source);
  }
  return new AxeBuilder({ page, axeSource: "void 0" }).options({ resultTypes: ["violations"] }).setLegacyMode();
}

/** What axe finds on the page that is serious or worse, one line each. */
export async function seriousProblems(page: Page): Promise<string[]> {
  const { violations } = await (await axeOf(page)).analyze();
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(" ")} ${node.failureSummary ?? ""}`));
}

/**
 * What a look finds in light and then in dark, each with its theme. The page goes from one to the other by the attribute that a
 * press of its switch sets, so that it need not be opened, nor brought to what is looked at, twice.
 *
 * @param seen is called after each look, while the theme is on screen
 */
export async function inBothThemes(
  page: Page,
  look: (page: Page) => Promise<string[]>,
  seen: (theme: "light" | "dark") => Promise<void> = async () => {},
): Promise<string[]> {
  const problems: string[] = [];
  for (const theme of ["light", "dark"] as const) {
    await page.evaluate((value) => document.documentElement.setAttribute("data-theme", value), theme);
    problems.push(...(await look(page)).map((problem) => `${theme}: ${problem}`));
    await seen(theme);
  }
  await page.evaluate(() => document.documentElement.removeAttribute("data-theme"));
  return problems;
}

/** What axe finds in light and dark that is serious or worse; see `inBothThemes`. */
export const seriousProblemsInBothThemes = (page: Page, seen?: (theme: "light" | "dark") => Promise<void>) =>
  inBothThemes(page, seriousProblems, seen);
