/** What the picture of a spoken text looks like, 1200 by 630 pixels. */
import { formatClock } from "../../../app/lib/format-clock";
import type { FontStore } from "../fonts/font-store";
import type { CardRequest } from "../protocol";
import { type ComposedText, composeText, glyphsSvg, type TextStyle } from "./compose-text";
import { markSvg } from "./mark";
import { THEME_COLOURS, type ThemeColours } from "./themes";
import { waveformSvg } from "./waveform";

export const CARD_WIDTH_PX = 1200;
export const CARD_HEIGHT_PX = 630;

/** Where things stand, in pixels from the left and top edge. */
export const CARD_LAYOUT = {
  left: 72,
  right: 1128,
  mark: { top: 56, size: 36 },
  text: { top: 112, bottom: 392 },
  waveform: { top: 424, bottom: 524 },
  /** Without a text the waveform has its room too. */
  tallWaveform: { top: 150, bottom: 490 },
  footer: { middle: 571 },
} as const;

const TEXT_STYLE: TextStyle = { role: "speech", sizesPx: [78, 70, 62, 55, 49, 44, 40, 36], isBalanced: true };
const FOOTER_SIZE_PX = 27;
const FOOTER_BOX_HEIGHT_PX = 60;
const GAP_PX = 16;
const WORD_SPACE_PX = 7;
/** So that a long name leaves room for the voice. */
const SPEAKER_SHARE = 0.55;

/**
 * Text comes out as paths, so nothing in it can be taken for markup.
 * @throws Error when a font cannot be loaded.
 */
export async function cardSvg({ theme, speech }: CardRequest, fonts: FontStore): Promise<string> {
  const colours = THEME_COLOURS[theme];
  const { left, right, mark, text: textArea } = CARD_LAYOUT;
  const box = { widthPx: right - left, heightPx: textArea.bottom - textArea.top };
  const text = await composeText(speech.text, box, TEXT_STYLE, fonts);
  const wordmark = await composeLine("Parlando", "interface-strong", box.widthPx, fonts);
  const waveform = text.lines.length > 0 ? CARD_LAYOUT.waveform : CARD_LAYOUT.tallWaveform;
  const textTop = textArea.top + (box.heightPx - text.heightPx) / 2;
  const parts = [
    `<rect width="${CARD_WIDTH_PX}" height="${CARD_HEIGHT_PX}" fill="${colours.ground}"/>`,
    markSvg({ left, top: mark.top, sizePx: mark.size }, colours),
    lineSvg(wordmark, left + mark.size + 7, mark.top + mark.size / 2, colours.ink),
    group(colours.ink, left, textTop, text),
    waveformSvg(speech.peaks, { left, right, ...waveform }, colours),
    await footerSvg(speech, colours, fonts),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${CARD_WIDTH_PX}" height="${CARD_HEIGHT_PX}">${parts.join("")}</svg>`;
}

async function footerSvg(speech: CardRequest["speech"], colours: ThemeColours, fonts: FontStore): Promise<string> {
  const { left, right, footer } = CARD_LAYOUT;
  const duration = await composeLine(formatClock(speech.durationSeconds), "interface", right - left, fonts);
  const room = right - left - duration.widthPx - GAP_PX;
  const speaker = await composeLine(speech.speakerName, "interface-strong", room * SPEAKER_SHARE, fonts);
  const parts = [lineSvg(speaker, left, footer.middle, colours.ink)];
  const x = left + speaker.widthPx + GAP_PX;
  if (speech.voiceName.trim() !== "") {
    const by = await composeLine("spoken by", "interface", room, fonts);
    const voiceLeft = x + by.widthPx + WORD_SPACE_PX;
    const voice = await composeLine(speech.voiceName, "interface", left + room - voiceLeft, fonts);
    parts.push(
      lineSvg(by, x, footer.middle, colours.mutedInk),
      lineSvg(voice, voiceLeft, footer.middle, colours.mutedInk),
    );
  }
  parts.push(lineSvg(duration, right - duration.widthPx, footer.middle, colours.mutedInk));
  return parts.join("");
}

function composeLine(text: string, role: TextStyle["role"], widthPx: number, fonts: FontStore): Promise<ComposedText> {
  const line = text.replaceAll(/\s+/g, " ");
  return composeText(
    line,
    { widthPx, heightPx: FOOTER_BOX_HEIGHT_PX },
    { role, sizesPx: [FOOTER_SIZE_PX], maxLines: 1 },
    fonts,
  );
}

/** One line with its left edge and its middle at a place, whichever its direction. */
function lineSvg(text: ComposedText, left: number, middle: number, fill: string): string {
  return group(fill, left - (text.lines[0]?.leftPx ?? 0), middle - text.lineHeightPx / 2, text);
}

function group(fill: string, left: number, top: number, text: ComposedText): string {
  const glyphs = glyphsSvg(text.lines.flatMap((line) => line.glyphs));
  return `<g fill="${fill}" transform="translate(${left.toFixed(2)} ${top.toFixed(2)})">${glyphs}</g>`;
}
