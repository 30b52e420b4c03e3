/** Voice settings as the editor holds them. */
import { DEFAULT_VOICE_SETTINGS, VOICE_SETTING_BOUNDS, type VoiceSettings } from "~/domains/voices/schema";

/** Settings out of anything: what is missing or out of bounds takes its default. */
export function settingsFrom(record: Record<string, unknown>): VoiceSettings {
  const within = (name: keyof typeof VOICE_SETTING_BOUNDS, value: unknown) => {
    const { min, max } = VOICE_SETTING_BOUNDS[name];
    return typeof value === "number" && value >= min && value <= max ? value : DEFAULT_VOICE_SETTINGS[name];
  };
  const boost = record.useSpeakerBoost ?? record.use_speaker_boost;
  return {
    stability: within("stability", record.stability),
    similarityBoost: within("similarityBoost", record.similarityBoost ?? record.similarity_boost),
    style: within("style", record.style),
    useSpeakerBoost: typeof boost === "boolean" ? boost : DEFAULT_VOICE_SETTINGS.useSpeakerBoost,
    speed: within("speed", record.speed),
  };
}

export function isDefaultSettings(settings: VoiceSettings): boolean {
  const defaults = DEFAULT_VOICE_SETTINGS;
  return (Object.keys(defaults) as (keyof VoiceSettings)[]).every((name) => settings[name] === defaults[name]);
}
