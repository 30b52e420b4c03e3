import { plainLine } from "./plain-line";

/** What is said of a voice whose name is not known. */
const NAMELESS = "a voice";

/** Who speaks, in words and in one line: "Clara", "Clara and Theo", "Clara, Theo and 2 more". Each is named once. */
export function joinVoiceNames(voiceNames: readonly string[]): string {
  const names = [...new Set(voiceNames.map((name) => plainLine(name) || NAMELESS))];
  if (names.length === 0) return NAMELESS;
  if (names.length <= 2) return names.join(" and ");
  return `${names.slice(0, 2).join(", ")} and ${names.length - 2} more`;
}

/** Who speaks an item: all the voices of a dialogue, or its one voice. The same words wherever an item is credited. */
export function voiceNamesOf(item: { voiceName: string; dialogue: readonly { voiceName: string }[] | null }): string {
  return joinVoiceNames((item.dialogue ?? [item]).map((line) => line.voiceName));
}
