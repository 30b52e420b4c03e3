// SPDX-License-Identifier: GPL-3.0-or-later
/** Given pronunciations in eSpeak's own alphabet, to stand in `[[ ]]` in its text. */
import type { Phone } from "../phonemes";

/** ARPAbet to eSpeak's ASCII mnemonics, as its English voice names them; all its languages know these. */
const MNEMONICS: Record<string, string> = {
  aa: "A:",
  ae: "a",
  ah: "V",
  ao: "O:",
  aw: "aU",
  ax: "@",
  ay: "aI",
  eh: "E",
  er: "3:",
  ey: "eI",
  ih: "I",
  iy: "i:",
  ow: "oU",
  oy: "OI",
  uh: "U",
  uw: "u:",
  ch: "tS",
  dh: "D",
  hh: "h",
  jh: "dZ",
  ng: "N",
  sh: "S",
  th: "T",
  y: "j",
  zh: "Z",
};

export function espeakPhonemes(phones: readonly Phone[]): string {
  const marks = { 0: "", 1: "'", 2: "," };
  return `[[${phones.map(({ name, stress }) => marks[stress] + (MNEMONICS[name] ?? name)).join("")}]]`;
}
