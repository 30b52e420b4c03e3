/** Voice settings as the editor holds them; defaults and bounds are the contract's. */
export interface SpeechSettings {
  stability: number;
  similarityBoost: number;
  style: number;
  useSpeakerBoost: boolean;
  speed: number;
}

export const DEFAULT_SPEECH_SETTINGS: SpeechSettings = {
  stability: 0.5,
  similarityBoost: 0.75,
  style: 0,
  useSpeakerBoost: true,
  speed: 1,
};

export const SPEED_BOUNDS = { min: 0.7, max: 1.2 };

/** Settings out of anything: what is missing or out of bounds takes its default. */
export function settingsFrom(record: Record<string, unknown>): SpeechSettings {
  const within = (value: unknown, min: number, max: number, fallback: number) =>
    typeof value === "number" && value >= min && value <= max ? value : fallback;
  const defaults = DEFAULT_SPEECH_SETTINGS;
  return {
    stability: within(record.stability, 0, 1, defaults.stability),
    similarityBoost: within(record.similarityBoost ?? record.similarity_boost, 0, 1, defaults.similarityBoost),
    style: within(record.style, 0, 1, defaults.style),
    useSpeakerBoost:
      typeof (record.useSpeakerBoost ?? record.use_speaker_boost) === "boolean"
        ? Boolean(record.useSpeakerBoost ?? record.use_speaker_boost)
        : defaults.useSpeakerBoost,
    speed: within(record.speed, SPEED_BOUNDS.min, SPEED_BOUNDS.max, defaults.speed),
  };
}

export function settingsToWire(settings: SpeechSettings): Record<string, number | boolean> {
  return {
    stability: settings.stability,
    similarity_boost: settings.similarityBoost,
    style: settings.style,
    use_speaker_boost: settings.useSpeakerBoost,
    speed: settings.speed,
  };
}

export function isDefaultSettings(settings: SpeechSettings): boolean {
  const defaults = DEFAULT_SPEECH_SETTINGS;
  return (Object.keys(defaults) as (keyof SpeechSettings)[]).every((name) => settings[name] === defaults[name]);
}
