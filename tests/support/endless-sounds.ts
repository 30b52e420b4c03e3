import type { Page } from "@playwright/test";

/** Lets every sound of the page begin anew where it would end, so that it plays for as long as a test takes to look. */
export const playWithoutEnd = (page: Page): Promise<void> =>
  page.addInitScript(() => {
    const { play } = HTMLMediaElement.prototype;
    HTMLMediaElement.prototype.play = function (this: HTMLMediaElement) {
      this.loop = true;
      return play.call(this);
    };
  });
