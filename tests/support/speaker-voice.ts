/** A voice and its settings, for tests that need some voice. */
import type { SpeakerVoice, VoiceSettings } from "../../workers/speech/protocol";

export const NEUTRAL_SETTINGS: VoiceSettings = {
  stability: 0.5,
  similarityBoost: 0.75,
  style: 0,
  useSpeakerBoost: true,
  speed: 1,
};

export function speakerVoice(changes: Partial<SpeakerVoice> = {}): SpeakerVoice {
  return {
    voiceId: "voice_1",
    name: "Test",
    gender: "female",
    nativeLanguage: "en",
    flite: {
      base: "slt",
      f0Hz: null,
      f0SpreadHz: null,
      formantSemitones: 0,
      beta: 0.4,
      rate: 1,
      equalizer: [],
      gainDb: 0,
    },
    espeak: { variant: "f2", pitch: 50, range: 50, rate: 1, equalizer: [], gainDb: 0 },
    ...changes,
  };
}
