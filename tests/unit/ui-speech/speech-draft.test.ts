import { expect, test } from "vitest";
import {
  changeDraft,
  countCharacters,
  dialogueToWire,
  MAX_DIALOGUE_ENTRIES,
  parseDialogue,
  parseDraft,
  withoutBracketedTags,
} from "~/features/speech/speech-draft";

const known = {
  voiceIds: ["v1", "v2"],
  modelIds: ["m1", "m2"],
  defaultModelId: "m1",
  defaultDialogueModelId: "m2",
};

test("without a kept draft there are the defaults", () => {
  expect(parseDraft(null, known)).toEqual({
    mode: "speech",
    text: "",
    voiceId: "v1",
    modelId: "m1",
    dialogueModelId: "m2",
    language: "",
    moved: {},
    dialogueStability: null,
  });
});

test("a kept draft comes back as it was", () => {
  const draft = {
    mode: "dialogue" as const,
    text: "Hello",
    voiceId: "v2",
    modelId: "m2",
    dialogueModelId: "m1",
    language: "de",
    moved: { stability: 0.1, similarityBoost: 0.2, style: 0.3, useSpeakerBoost: false, speed: 1.1 },
    dialogueStability: 0.7,
  };
  expect(parseDraft(JSON.parse(JSON.stringify(draft)), known)).toEqual(draft);
});

test("voices and models that are gone, and settings out of bounds, take their defaults", () => {
  const draft = parseDraft(
    { text: 7, voiceId: "v2", modelId: "gone", moved: { stability: 2, speed: 0.1, style: "x" }, dialogueStability: -1 },
    known,
  );
  expect(draft).toMatchObject({ text: "", voiceId: "v2", modelId: "m1", dialogueStability: null });
  expect(draft.moved).toEqual({});
  const ofAnother = parseDraft({ voiceId: "gone", moved: { stability: 0.1 } }, known);
  expect(ofAnother.voiceId).toBe("v1");
  expect(ofAnother.moved).toEqual({});
});

test("of an older draft, which kept all settings, those count as moved that are not where they began", () => {
  const settings = { stability: 0.2, similarityBoost: 0.75, style: 0, useSpeakerBoost: false, speed: 1 };
  const older = parseDraft({ voiceId: "v2", settings }, known);
  expect(older.moved).toEqual({ stability: 0.2, useSpeakerBoost: false });
  expect(older.dialogueStability).toBe(0.2);
  const untouched = parseDraft({ voiceId: "v2", settings: { stability: 0.5, speed: 1 } }, known);
  expect(untouched.moved).toEqual({});
  expect(untouched.dialogueStability).toBeNull();
});

test("what was moved stays with its voice: another one comes with its own settings", () => {
  const draft = { ...parseDraft(null, known), moved: { stability: 0.1 }, dialogueStability: 0.2 };
  expect(changeDraft(draft, { text: "Hello" })).toEqual({ ...draft, text: "Hello" });
  expect(changeDraft(draft, { voiceId: "v1" }).moved).toEqual({ stability: 0.1 });
  expect(changeDraft(draft, { voiceId: "v2" })).toEqual({ ...draft, voiceId: "v2", moved: {} });
});

test("a kept dialogue loses what is empty or broken, and what is over fifty lines", () => {
  const kept = [{ text: "Hi", voice_id: "v1" }, { text: "  ", voice_id: "v1" }, { text: "No voice" }, null, "x"];
  expect(parseDialogue(kept)).toEqual([{ text: "Hi", voiceId: "v1" }]);
  const many = Array.from({ length: 60 }, (_, i) => ({ text: `Line ${i}`, voice_id: "v1" }));
  expect(parseDialogue(many)).toHaveLength(MAX_DIALOGUE_ENTRIES);
  expect(parseDialogue({ text: "Hi" })).toEqual([]);
});

test("what is kept and sent has no empty lines", () => {
  const entries = [
    { text: "Hi", voiceId: "v1" },
    { text: " \n", voiceId: "v2" },
  ];
  expect(dialogueToWire(entries)).toEqual([{ text: "Hi", voice_id: "v1" }]);
});

test("taking a bracketed tag out leaves one space", () => {
  expect(withoutBracketedTags("[whispers] I heard it.")).toBe("I heard it.");
  expect(withoutBracketedTags("No [sighs] way [laughs]!")).toBe("No way!");
  expect(withoutBracketedTags("Nothing to take")).toBe("Nothing to take");
});

test("an emoji counts as one character", () => {
  expect(countCharacters("a🙂b")).toBe(3);
});
