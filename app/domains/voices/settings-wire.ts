/** Voice settings in the contract's names, one place for API, history and screens. Source: contract, `VoiceSettings`. */
import type { VoiceSettings } from "./schema";

export function settingsToWire(settings: VoiceSettings) {
  return {
    stability: settings.stability,
    similarity_boost: settings.similarityBoost,
    style: settings.style,
    use_speaker_boost: settings.useSpeakerBoost,
    speed: settings.speed,
  };
}

type GivenSettings = { [Name in keyof ReturnType<typeof settingsToWire>]?: ReturnType<typeof settingsToWire>[Name] };

/** Only what was given, in the product's names. */
export function settingsFromWire(wire: GivenSettings | undefined): Partial<VoiceSettings> {
  const settings: Partial<VoiceSettings> = {};
  if (wire?.stability !== undefined) settings.stability = wire.stability;
  if (wire?.similarity_boost !== undefined) settings.similarityBoost = wire.similarity_boost;
  if (wire?.style !== undefined) settings.style = wire.style;
  if (wire?.use_speaker_boost !== undefined) settings.useSpeakerBoost = wire.use_speaker_boost;
  if (wire?.speed !== undefined) settings.speed = wire.speed;
  return settings;
}
