import { beforeAll, describe, expect, it } from "vitest";
import { THEME_COLOURS } from "../../../workers/media/cards/themes";
import type { FontStore } from "../../../workers/media/fonts/font-store";
import { VIDEO_SHAPES, type VideoShape } from "../../../workers/media/protocol";
import { headSvg } from "../../../workers/media/video/head";
import { LAYOUTS } from "../../../workers/media/video/layout";
import { drawSvg, openFonts } from "../../support/media-fonts";

let fonts: FontStore;
beforeAll(async () => {
  fonts = await openFonts();
});

const draw = async (shape: VideoShape, speakerName: string, voiceName: string) =>
  drawSvg(await headSvg({ speakerName, voiceName }, LAYOUTS[shape], THEME_COLOURS.light, fonts));

/** Where the names stand, left of the mark. */
function namesArea(shape: VideoShape) {
  const { shown, margin, head } = LAYOUTS[shape];
  const [top, bottom] = [head.names - head.textPx, head.names + head.textPx];
  return { left: margin - 2, right: shown.width - margin - head.markPx - 8, top, bottom };
}

describe.each(VIDEO_SHAPES)("the head of a %s video", (shape) => {
  it("says who speaks in the words of the page, and nothing of a voice that is not known", async () => {
    const area = namesArea(shape);
    const alone = (await draw(shape, "Ada", " ")).inkIn(area);
    const one = (await draw(shape, "Ada", "C")).inkIn(area);
    const both = (await draw(shape, "Ada", "Clara and Maya")).inkIn(area);
    // "spoken by" is ten letters more than "C".
    expect(one - alone).toBeGreaterThan(alone);
    expect(both).toBeGreaterThan(one);
  });

  it("keeps long names out of the mark and the margins", async () => {
    const { shown, margin, head } = LAYOUTS[shape];
    const name = "A name that goes on for longer than there is room";
    const picture = await draw(shape, name, name);
    const gap = { left: namesArea(shape).right, right: namesArea(shape).right + 6, top: 0, bottom: head.names * 2 };
    expect(picture.inkIn(gap)).toBe(0);
    expect(picture.inkIn({ left: 0, right: margin - 3, top: 0, bottom: shown.height })).toBe(0);
  });
});
