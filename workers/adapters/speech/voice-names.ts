/** Which voice of an outside engine speaks for one of ours. */
import { z } from "zod";
import type { SpeakerVoice } from "../../speech/protocol";
import { SpeechEngineError } from "./engine";
import type { GenderedVoices } from "./models";

/** Our voice id, a gender or `default` → that server's voice. */
export const voiceMap = z.record(z.string(), z.string().min(1));

/**
 * The voice's own upstream name; else the setting's entry for its id, its gender or `default`; else one of the engine's voices of that
 * gender, the same one each time; else null. Throws engine_not_configured when the setting is not a JSON object of names.
 */
export function outsideVoiceName(
  voice: SpeakerVoice,
  setting: { name: string; value: string | undefined },
  voices: GenderedVoices | null,
): string | null {
  if (voice.upstreamVoice) return voice.upstreamVoice;
  const chosen = parseVoiceMap(setting);
  const named = chosen[voice.voiceId] ?? chosen[voice.gender] ?? chosen.default;
  if (named) return named;
  const candidates = voices?.[voice.gender];
  return candidates?.[hash(voice.voiceId) % candidates.length] ?? null;
}

function parseVoiceMap({ name, value }: { name: string; value: string | undefined }): Record<string, string> {
  if (!value) return {};
  try {
    return voiceMap.parse(JSON.parse(value));
  } catch (cause) {
    throw new SpeechEngineError(
      "engine_not_configured",
      `${name} must be a JSON object that maps voice ids, "female", "male", "neutral" or "default" to voice names.`,
      { cause },
    );
  }
}

/** FNV-1a. */
function hash(value: string): number {
  let code = 0x811c9dc5;
  for (let i = 0; i < value.length; i++) code = Math.imul(code ^ value.charCodeAt(i), 0x01000193) >>> 0;
  return code;
}
