/** What is wrong with the settings of the speech engines, so that a start can say it before somebody wants to hear something. */
import { z } from "zod";
import type { EngineId } from "../../speech/protocol";
import { createOutsideEngine, type OutsideEngineSettings, type OutsideTools } from ".";
import { voiceMap } from "./voice-names";

const address = z.url({ protocol: /^https?$/, error: "must be an address that starts with http:// or https://" });
const voices = z.string().refine((value) => voiceMap.safeParse(parseJson(value)).success, {
  error: 'must be a JSON object that maps voice ids, "female", "male", "neutral" or "default" to voice names',
});
const onOrOff = z.enum(["on", "off"], { error: 'must be "on" or "off"' });

const settings = z.object({
  SPEECH_URL: address.optional(),
  SPEECH_VOICES: voices.optional(),
  UPSTREAM_URL: address.optional(),
  UPSTREAM_VOICES: voices.optional(),
  FLITE: onOrOff.optional(),
  ESPEAK: onOrOff.optional(),
});

export interface EngineSettings extends OutsideEngineSettings {
  FLITE?: string;
  ESPEAK?: string;
}

/**
 * A sentence for each malformed setting, and for each that `engine` (which speaks where a model does not say) needs and does
 * not find; it starts with the setting's name and holds no value. Empty strings count as absent.
 */
export function settingsProblems(environment: EngineSettings, engine: EngineId, tools: OutsideTools): string[] {
  const given = Object.fromEntries(
    Object.keys(settings.shape)
      .map((name) => [name, environment[name as keyof EngineSettings]] as const)
      .filter(([, value]) => value !== undefined && value !== ""),
  );
  const parsed = settings.safeParse(given);
  const malformed = parsed.success
    ? []
    : parsed.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
  return [...malformed, ...missingFor(environment, engine, tools)];
}

function missingFor(environment: EngineSettings, engine: EngineId, tools: OutsideTools): string[] {
  if (engine === "embedded") {
    const isOff = environment.FLITE === "off" && environment.ESPEAK === "off";
    return isOff ? ["FLITE, ESPEAK: one of them has to be on where SPEECH_ENGINE is embedded"] : [];
  }
  return createOutsideEngine(engine, environment, tools).missing.map(
    (name) => `${name}: required where SPEECH_ENGINE is ${engine}`,
  );
}

function parseJson(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}
