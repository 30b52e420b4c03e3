import type { StoredVoiceSettings, VoiceSettings } from "~/domains/voices/schema";
import type { DialogueEntry, SpeechDraft } from "./speech-draft";
import { areSameSettings, commonStability, movedByReset, settingsOfVoice } from "./speech-settings";

/** What the panel shows of the settings, and what it does with them. */
export interface SettingsControls {
  settings: VoiceSettings;
  /** The voices of a dialogue have different ones, and no other has been chosen for all. */
  stabilityDiffers: boolean;
  onMove: (part: Partial<VoiceSettings>) => void;
  /** Absent where there is nothing to reset. */
  onReset: (() => void) | undefined;
  resetLabel: string;
}

type Change = (part: Partial<SpeechDraft>) => void;

const RESET_LABEL = "Reset to default";

/** Of a single text: its voice's settings with what was moved. The default is the workspace's. Source: spec 001, section 7. */
export function speechControls(stored: StoredVoiceSettings, draft: SpeechDraft, change: Change): SettingsControls {
  const settings = { ...settingsOfVoice(stored, draft.voiceId), ...draft.moved };
  return {
    settings,
    stabilityDiffers: false,
    onMove: (part) => change({ moved: { ...draft.moved, ...part } }),
    onReset: areSameSettings(settings, stored.defaults)
      ? undefined
      : () => change({ moved: movedByReset(stored, draft.voiceId) }),
    resetLabel: RESET_LABEL,
  };
}

/** Of a dialogue: one stability for all lines once it was moved, and each voice's own until then and after a reset. */
export function dialogueControls(
  stored: StoredVoiceSettings,
  draft: SpeechDraft,
  entries: readonly DialogueEntry[],
  change: Change,
): SettingsControls {
  const voiceIds = entries.map((entry) => entry.voiceId);
  const stability = draft.dialogueStability ?? commonStability(stored, voiceIds);
  return {
    settings: { ...stored.defaults, ...(stability !== null && { stability }) },
    stabilityDiffers: stability === null,
    onMove: (part) => part.stability !== undefined && change({ dialogueStability: part.stability }),
    onReset: draft.dialogueStability === null ? undefined : () => change({ dialogueStability: null }),
    resetLabel: voiceIds.some((id) => stored.ofVoices[id]) ? "Use each voice's own" : RESET_LABEL,
  };
}
