import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import axe from "axe-core";

/** The rules of WCAG 2.1, to level AA. */
export const WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"];

/** Longer ones go on while the page is used. */
const BRIEF_MS = 1000;

/** Waits until no colour or place is on its way to another, as after a change of theme. */
async function restOf(page: Page): Promise<void> {
  await page.waitForFunction(
    (briefMs) =>
      document
        .getAnimations()
        .every(
          ({ playState, effect }) =>
            playState !== "running" || Number(effect?.getComputedTiming().endTime ?? 0) > briefMs,
        ),
    BRIEF_MS,
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

/**
 * What axe finds on the page that is serious or worse, one line each. What is appearing is half transparent for a moment:
 * `settleMs` waits for it.
 */
export async function seriousProblems(page: Page, settleMs = 0): Promise<string[]> {
  await page.waitForTimeout(settleMs);
  const { violations } = await (await axeOf(page)).withTags(WCAG).analyze();
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(" ")} ${node.failureSummary ?? ""}`));
}
