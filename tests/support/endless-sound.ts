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
