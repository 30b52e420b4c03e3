/**
 * How voices of other languages sound in English: flite's woman or man at the voice's own pitch. Higher voices get shorter
 * throats, lower ones longer, within what the bases bear (the woman's base must not be raised, nor the man's lowered).
 */
import type { FliteRow } from "./build-voice";

export function englishWoman(f0: number): FliteRow {
  const formants = Math.min(0, (f0 - 214) / 11 - 1.5);
  return {
    base: "slt",
    f0,
    spread: Math.round(f0 * 0.21),
    formants: round(formants),
    tone: [["high", 3000, 3]],
    gain: -1.3,
  };
}

export function englishMan(f0: number): FliteRow {
  const formants = Math.max(0, (f0 - 98) / 5);
  return {
    base: "rms",
    f0,
    spread: Math.round(f0 * 0.28),
    formants: round(formants),
    tone: [
      ["low", 250, 2],
      ["high", 4000, -2],
    ],
    gain: 4,
  };
}

const round = (value: number) => Math.round(value * 10) / 10;
