/** Which settings hold in the editor: what is stored for a voice, and what the person has moved. Source: spec 001, section 3. */
import {
  DEFAULT_VOICE_SETTINGS,
  type StoredVoiceSettings,
  VOICE_SETTING_BOUNDS,
  type VoiceSettings,
} from "~/domains/voices/schema";

/** The settings that hold for a voice where nobody has moved any, as the API has them. */
export function settingsOfVoice(stored: StoredVoiceSettings, voiceId: string): VoiceSettings {
  return stored.ofVoices[voiceId] ?? stored.defaults;
}

/** What is moved by going back to the defaults: nothing for a voice that has them anyway, so that it goes on following them. */
export function movedByReset(stored: StoredVoiceSettings, voiceId: string): Partial<VoiceSettings> {
  return stored.ofVoices[voiceId] ? { ...stored.defaults } : {};
}

/** The stability that the voices of a dialogue have in common where nobody has moved it; null where they differ. */
export function commonStability(stored: StoredVoiceSettings, voiceIds: readonly string[]): number | null {
  const [first = stored.defaults.stability, ...others] = voiceIds.map((id) => settingsOfVoice(stored, id).stability);
  return others.every((stability) => stability === first) ? first : null;
}

/** Moved settings out of anything kept: what is broken or out of bounds was not moved. */
export function movedFrom(record: Record<string, unknown>): Partial<VoiceSettings> {
  const moved: Partial<VoiceSettings> = {};
  for (const name of Object.keys(VOICE_SETTING_BOUNDS) as (keyof typeof VOICE_SETTING_BOUNDS)[]) {
    const { min, max } = VOICE_SETTING_BOUNDS[name];
    const value = record[name];
    if (typeof value === "number" && value >= min && value <= max) moved[name] = value;
  }
  if (typeof record.useSpeakerBoost === "boolean") moved.useSpeakerBoost = record.useSpeakerBoost;
  return moved;
}

/** The same of a draft that has settings kept whole, as older ones have: they began at the product's defaults. */
export function movedFromWhole(record: Record<string, unknown>): Partial<VoiceSettings> {
  const moved = Object.entries(movedFrom(record));
  return Object.fromEntries(moved.filter(([name, value]) => value !== DEFAULT_VOICE_SETTINGS[name as SettingName]));
}

export function areSameSettings(some: VoiceSettings, others: VoiceSettings): boolean {
  return (Object.keys(others) as SettingName[]).every((name) => some[name] === others[name]);
}

type SettingName = keyof VoiceSettings;
