import { beforeAll, describe, expect, it } from "vitest";
import { CARD_LAYOUT, cardSvg } from "../../../workers/media/cards/card-svg";
import { THEME_COLOURS } from "../../../workers/media/cards/themes";
import { waveformBars } from "../../../workers/media/cards/waveform";
import type { FontStore } from "../../../workers/media/fonts/font-store";
import { SHARE_THEMES, type SharedSpeech, type ShareTheme } from "../../../workers/media/protocol";
import { drawSvg, openFonts } from "../../support/media-fonts";
import { SCRIPT_SAMPLES } from "../../support/script-samples.mjs";

const { left, right, text: textArea, waveform, tallWaveform, footer } = CARD_LAYOUT;
const TEXT_AREA = { left, right, ...textArea };
const FOOTER = { left, right, top: footer.middle - 30, bottom: footer.middle + 30 };

const SPEECH: SharedSpeech = {
  text: SCRIPT_SAMPLES.latin!,
  speakerName: "A speaker",
  voiceName: "A voice",
  durationSeconds: 12,
  peaks: Array.from({ length: 500 }, (_, i) => Math.round(255 * Math.abs(Math.sin(i / 40)))),
};

let fonts: FontStore;
beforeAll(async () => {
  fonts = await openFonts();
});

const svgOf = (speech: Partial<SharedSpeech> = {}, theme: ShareTheme = "light") =>
  cardSvg({ theme, speech: { ...SPEECH, ...speech } }, fonts);
const draw = async (speech: Partial<SharedSpeech> = {}, theme: ShareTheme = "light") =>
  drawSvg(await svgOf(speech, theme));
type Picture = Awaited<ReturnType<typeof draw>>;

function expectClearMargins(picture: Picture): void {
  for (const area of [
    { left: 0, right: left - 4, top: 0, bottom: 630 },
    { left: right + 4, right: 1200, top: 0, bottom: 630 },
    { left: 0, right: 1200, top: 0, bottom: 40 },
    { left: 0, right: 1200, top: 604, bottom: 630 },
    { left: 0, right: 1200, top: waveform.bottom + 1, bottom: waveform.bottom + 16 },
  ])
    expect(picture.inkIn(area)).toBe(0);
}

describe("pictures of shared items", () => {
  it.each(Object.entries(SCRIPT_SAMPLES))("show a text in %s, inside its area", async (_script, text) => {
    const picture = await draw({ text, speakerName: text, voiceName: text });
    expect([picture.widthPx, picture.heightPx]).toEqual([1200, 630]);
    expect(picture.inkIn(TEXT_AREA)).toBeGreaterThan(5000);
    expect(picture.inkIn(FOOTER)).toBeGreaterThan(1000);
    expectClearMargins(picture);
  });

  it.each(SHARE_THEMES)("are painted in the colours of the theme %s", async (theme) => {
    const picture = await draw({}, theme);
    const { ground, ink, accent } = THEME_COLOURS[theme];
    const seen = new Set<string>();
    for (let y = 0; y < 630; y++) for (let x = 0; x < 1200; x++) seen.add(picture.colourAt(x, y));
    expect(picture.colourAt(0, 0)).toBe(ground);
    expect(seen).toContain(ink);
    expect(seen).toContain(accent);
  });

  it("have text that contrasts with the ground, at least 4.5 to 1", () => {
    for (const theme of SHARE_THEMES) {
      const { ground, ink, mutedInk } = THEME_COLOURS[theme];
      for (const colour of [ink, mutedInk]) expect(contrast(colour, ground)).toBeGreaterThanOrEqual(4.5);
    }
  });

  it("have bars as high as the peaks, the second tallest in the accent", async () => {
    const picture = await draw();
    const area = { left, right, ...waveform };
    const bars = waveformBars(SPEECH.peaks, area);
    const middle = (waveform.top + waveform.bottom) / 2;
    for (const bar of bars) {
      const x = Math.floor(bar.left + bar.width / 2);
      let height = 0;
      for (let y = waveform.top; y < waveform.bottom; y++)
        if (picture.colourAt(x, y) !== picture.colourAt(0, 0)) height++;
      expect(Math.abs(height - bar.height)).toBeLessThanOrEqual(2);
      expect(picture.colourAt(x, middle)).toBe(bar.isAccent ? THEME_COLOURS.light.accent : THEME_COLOURS.light.ink);
    }
    const heights = bars.map(({ height }) => height).sort((a, b) => b - a);
    expect(bars.filter(({ isAccent }) => isAccent).map(({ height }) => height)).toEqual([heights[1]]);
  });

  it("show silence, no peaks and very many of them", () => {
    const area = { left, right, ...waveform };
    for (const peaks of [[], [0, 0, 0]]) {
      const bars = waveformBars(peaks, area);
      expect(new Set(bars.map(({ height }) => height)).size).toBe(1);
      expect(bars.some(({ isAccent }) => isAccent)).toBe(false);
    }
    const bars = waveformBars(new Array<number>(300_000).fill(9), area);
    expect(bars.at(-1)!.left + bars.at(-1)!.width).toBeCloseTo(right);
    for (const { height } of bars) expect(height).toBe(waveform.bottom - waveform.top);
  });

  it("give the waveform their room when there is no text to show", async () => {
    const picture = await draw({ text: " \u0000" });
    expect(picture.inkIn({ left, right, top: tallWaveform.top, bottom: tallWaveform.top + 30 })).toBeGreaterThan(100);
    expect(picture.inkIn({ left, right, top: tallWaveform.bottom + 1, bottom: footer.middle - 20 })).toBe(0);
  });

  it.each([
    ["5,000 characters without a space", "x".repeat(5000)],
    ["5,000 wide characters", "﷽".repeat(5000)],
    ["letters with fifty marks", "ab\u0316\u0316".repeat(20) + "\u0301".repeat(50)],
    ["overrides of direction", "\u202eabc\u202d\u2067def ".repeat(200)],
    ["halves of pairs and controls", "\ud800\u0000\u001b[31m\udfff".repeat(300)],
    ["markup", '</svg><script>alert("1")</script>&lt;![CDATA[<!ENTITY x SYSTEM "file:///etc/passwd">]]>&x;'.repeat(3)],
    ["emoji of every kind", "😀👍🏽👨‍👩‍👧🇫🇷❤️1️⃣🏴󠁧󠁢󠁥󠁮󠁧󠁿".repeat(30)],
    ["line ends", "a\n\n\nb\r\n".repeat(500)],
  ])("stay whole whatever is written: %s", async (_what, text) => {
    const svg = await svgOf({ text, speakerName: text, voiceName: text });
    expect(svg).not.toMatch(/<(?!\/?(svg|g|rect|path)\b)|&|script|ENTITY/);
    expectClearMargins(await drawSvg(svg));
  });

  it("name the speaker even where the name is longer than its room, and leave the duration readable", async () => {
    const short = await draw();
    const long = await draw({ speakerName: "A very long name ".repeat(20), voiceName: "Another ".repeat(20) });
    const duration = { left: right - 60, right, top: FOOTER.top, bottom: FOOTER.bottom };
    expect(long.inkIn(duration)).toBe(short.inkIn(duration));
    expect(long.inkIn({ ...duration, left: right - 76, right: right - 62 })).toBe(0);
  });

  it("say nothing of a voice that has no name", async () => {
    expect((await svgOf({ voiceName: "" })).length).toBeLessThan((await svgOf({ voiceName: "I" })).length - 1000);
  });
});

/** WCAG 2: of two `#rrggbb`. */
function contrast(a: string, b: string): number {
  const luminance = (colour: string) => {
    const [r, g, blue] = [1, 3, 5].map((at) => {
      const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r! + 0.7152 * g! + 0.0722 * blue!;
  };
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high! + 0.05) / (low! + 0.05);
}
