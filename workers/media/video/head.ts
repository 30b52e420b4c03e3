/** What stands still in a video: the ground, who speaks, the product's mark. */
import { composeText, glyphsSvg, type TextStyle } from "../cards/compose-text";
import { markSvg } from "../cards/mark";
import type { ThemeColours } from "../cards/themes";
import type { FontStore } from "../fonts/font-store";
import type { SharedSpeech } from "../protocol";
import type { VideoLayout } from "./layout";

const GAP_PX = 12;
const WORD_SPACE_PX = 6;
const LINE_HEIGHT = 1.4;
/** Of the room for names, so that a long one leaves room for the voice. */
const SPEAKER_SHARE = 0.5;

/**
 * As SVG of the shown size. Text comes out as paths, so nothing in it can be taken for markup.
 * @throws Error when a font cannot be loaded.
 */
export async function headSvg(
  speech: Pick<SharedSpeech, "speakerName" | "voiceName">,
  layout: VideoLayout,
  colours: ThemeColours,
  fonts: FontStore,
): Promise<string> {
  const { shown, margin, head } = layout;
  const line = async (text: string, role: TextStyle["role"], left: number, room: number, fill: string) => {
    const heightPx = head.textPx * LINE_HEIGHT * 2;
    const style: TextStyle = { role, sizesPx: [head.textPx], maxLines: 1 };
    const set = await composeText(text.replaceAll(/\s+/g, " "), { widthPx: Math.max(1, room), heightPx }, style, fonts);
    const x = left - (set.lines[0]?.leftPx ?? 0);
    const y = head.names - set.lineHeightPx / 2;
    const glyphs = glyphsSvg(set.lines.flatMap(({ glyphs }) => glyphs));
    const svg = `<g fill="${fill}" transform="translate(${x.toFixed(2)} ${y.toFixed(2)})">${glyphs}</g>`;
    return { svg, widthPx: set.widthPx };
  };
  const right = shown.width - margin;
  const mark = { left: right - head.markPx, top: head.mark - head.markPx / 2, sizePx: head.markPx };
  const room = mark.left - GAP_PX * 2 - margin;
  const speaker = await line(speech.speakerName, "interface-strong", margin, room * SPEAKER_SHARE, colours.ink);
  const parts = [speaker.svg];
  if (speech.voiceName.trim() !== "") {
    const left = margin + speaker.widthPx + (speaker.widthPx > 0 ? GAP_PX : 0);
    const by = await line("spoken by", "interface", left, room, colours.mutedInk);
    const voiceLeft = left + by.widthPx + WORD_SPACE_PX;
    const voice = await line(speech.voiceName, "interface", voiceLeft, margin + room - voiceLeft, colours.mutedInk);
    parts.push(by.svg, voice.svg);
  }
  const ground = `<rect width="${shown.width}" height="${shown.height}" fill="${colours.ground}"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${shown.width}" height="${shown.height}">${ground}${parts.join("")}${markSvg(mark, colours)}</svg>`;
}
