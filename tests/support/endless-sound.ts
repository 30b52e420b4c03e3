import type { Page } from "@playwright/test";

/** Lets what plays on the pages opened from now on begin anew at its end: it plays however long a slow machine takes meanwhile. */
export const playWithoutEnd = (page: Page) =>
  page.addInitScript(() => {
    const { play } = HTMLMediaElement.prototype;
    HTMLMediaElement.prototype.play = function () {
      this.loop = true;
      return play.call(this);
    };
  });

/** How long the first sound may take that is spoken while all else is busy. */
export const WHILE_SPOKEN = { timeout: 30_000 };
