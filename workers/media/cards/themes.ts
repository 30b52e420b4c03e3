import type { ShareTheme } from "../protocol";

/** What pictures and videos are painted with; the values are those of `app/ui/tokens.css`. */
export interface ThemeColours {
  ground: string;
  /** Text, and bars of the waveform. */
  ink: string;
  /** Text of second rank, 4.5:1 against the ground. */
  mutedInk: string;
  /** Words and bars that are not spoken yet. */
  quietInk: string;
  /** The one bar of the mark, the playhead, the word being spoken. */
  accent: string;
  hairline: string;
}

export const THEME_COLOURS: Record<ShareTheme, ThemeColours> = {
  colour: {
    ground: "#c03724",
    ink: "#ffffff",
    mutedInk: "#ffe4de",
    quietInk: "#e9a193",
    accent: "#16171b",
    hairline: "#cf6153",
  },
  light: {
    ground: "#fbfaf7",
    ink: "#16171b",
    mutedInk: "#5d6069",
    quietInk: "#a9a8a4",
    accent: "#d9432f",
    hairline: "#e6e3dc",
  },
  dark: {
    ground: "#121316",
    ink: "#f2f0ea",
    mutedInk: "#a2a5ad",
    quietInk: "#6b6f78",
    accent: "#ff6b55",
    hairline: "#2b2e34",
  },
};
