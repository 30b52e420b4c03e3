import { expect, test } from "vitest";
import { voiceNamesOf } from "../../../app/lib/voice-names";

const dialogueOf = (...names: string[]) => ({
  voiceName: "Clara",
  dialogue: names.map((voiceName) => ({ text: "x", voiceName })),
});

test.each([
  [{ voiceName: "Clara", dialogue: null }, "Clara"],
  [{ voiceName: " ", dialogue: null }, "a voice"],
  [{ voiceName: "\u202eClara\n", dialogue: null }, "Clara"],
  [dialogueOf("Clara", "Theo", "Clara"), "Clara and Theo"],
  [dialogueOf("Clara", "Theo", "Maya", "Ben"), "Clara, Theo and 2 more"],
  [dialogueOf("Clara", "", ""), "Clara and a voice"],
  [dialogueOf(), "a voice"],
])("of %j speaks %s", (item, names) => expect(voiceNamesOf(item)).toBe(names));
