import { expect, test, vi } from "vitest";
import { DEFAULT_VOICE_SETTINGS, type StoredVoiceSettings } from "~/domains/voices/schema";
import { dialogueRequest } from "~/features/speech/generation-request";
import { dialogueControls, speechControls } from "~/features/speech/settings-controls";
import type { SpeechDraft } from "~/features/speech/speech-draft";

const defaults = { ...DEFAULT_VOICE_SETTINGS, stability: 0.6, speed: 1.1 };
const ofTuned = { ...DEFAULT_VOICE_SETTINGS, stability: 0.3, style: 0.4 };
const stored: StoredVoiceSettings = { defaults, ofVoices: { tuned: ofTuned } };

const draftOf = (part: Partial<SpeechDraft>): SpeechDraft => ({
  mode: "speech",
  text: "",
  voiceId: "tuned",
  modelId: "m1",
  dialogueModelId: "m2",
  language: "",
  moved: {},
  dialogueStability: null,
  ...part,
});
const linesOf = (...voiceIds: string[]) => voiceIds.map((voiceId) => ({ text: "Yes.", voiceId }));

/** The controls of a text, and the changes that they ask for. */
function textWith(part: Partial<SpeechDraft>) {
  const change = vi.fn<(part: Partial<SpeechDraft>) => void>();
  return { change, controls: speechControls(stored, draftOf(part), change) };
}

test("the settings are those stored for the voice, else the defaults", () => {
  expect(textWith({}).controls.settings).toEqual(ofTuned);
  expect(textWith({ voiceId: "plain" }).controls.settings).toEqual(defaults);
});

test("what was moved stays where it was put, and the rest is the voice's", () => {
  const { controls, change } = textWith({ moved: { stability: 0.9 } });
  expect(controls.settings).toEqual({ ...ofTuned, stability: 0.9 });
  controls.onMove({ speed: 0.8 });
  expect(change).toHaveBeenCalledExactlyOnceWith({ moved: { stability: 0.9, speed: 0.8 } });
});

test("resetting leads to the workspace's defaults, also for a voice with settings of its own", () => {
  const own = textWith({});
  own.controls.onReset?.();
  expect(own.change).toHaveBeenCalledExactlyOnceWith({ moved: defaults });
  expect(textWith({ moved: defaults }).controls).toMatchObject({ settings: defaults, onReset: undefined });
});

test("a voice without settings of its own follows the defaults again after a reset", () => {
  expect(textWith({ voiceId: "plain" }).controls.onReset).toBeUndefined();
  const { controls, change } = textWith({ voiceId: "plain", moved: { stability: 0.9 } });
  controls.onReset?.();
  expect(change).toHaveBeenCalledExactlyOnceWith({ moved: {} });
});

test("in a dialogue each voice speaks with its own settings until stability is moved for all", () => {
  const change = vi.fn<(part: Partial<SpeechDraft>) => void>();
  const untouched = draftOf({ moved: { stability: 0.9 } });
  const controls = dialogueControls(stored, untouched, linesOf("tuned", "plain"), change);
  expect(controls).toMatchObject({ stabilityDiffers: true, onReset: undefined });
  expect(dialogueRequest(linesOf("tuned", "plain"), untouched).body).not.toHaveProperty("settings");

  controls.onMove({ stability: 0.2 });
  expect(change).toHaveBeenCalledExactlyOnceWith({ dialogueStability: 0.2 });
  const moved = draftOf({ dialogueStability: 0.2 });
  expect(dialogueRequest(linesOf("tuned", "plain"), moved).body.settings).toEqual({ stability: 0.2 });
  const after = dialogueControls(stored, moved, linesOf("tuned", "plain"), change);
  expect(after).toMatchObject({ stabilityDiffers: false, resetLabel: "Use each voice's own" });
  expect(after.settings.stability).toBe(0.2);
  after.onReset?.();
  expect(change).toHaveBeenLastCalledWith({ dialogueStability: null });
});

test("the stability that all voices of a dialogue have is shown as theirs", () => {
  const shown = (...voiceIds: string[]) => dialogueControls(stored, draftOf({}), linesOf(...voiceIds), () => {});
  expect(shown("tuned", "tuned")).toMatchObject({ stabilityDiffers: false, settings: { stability: 0.3 } });
  expect(shown("plain", "other")).toMatchObject({ settings: { stability: 0.6 }, resetLabel: "Reset to default" });
  expect(shown()).toMatchObject({ stabilityDiffers: false, settings: { stability: 0.6 } });
});
