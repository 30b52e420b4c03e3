/** Engines outside, by id. */
import type { OutsideEngine } from "../../speech/synthesis/outside-engine";
import { createElevenLabsCompatible } from "./elevenlabs-compatible";
import { OUTSIDE_CAPABILITIES, type OutsideEngineId, type OutsideEngineSettings, type OutsideTools } from "./engine";
import { createOpenAiCompatible } from "./openai-compatible";
import { createWorkersAi } from "./workers-ai";

export {
  type AiBinding,
  type OutsideEngineId,
  type OutsideEngineSettings,
  type OutsideTools,
  SpeechEngineError,
} from "./engine";

export const outsideEngineIds = Object.keys(OUTSIDE_CAPABILITIES) as OutsideEngineId[];

/** The engine with these settings; its `missing` names those it needs and does not find. */
export function createOutsideEngine(
  id: OutsideEngineId,
  settings: OutsideEngineSettings,
  tools: OutsideTools,
): OutsideEngine {
  switch (id) {
    case "openai-compatible":
      return createOpenAiCompatible(settings, tools.timeouts);
    case "workers-ai":
      return createWorkersAi(settings, tools);
    case "elevenlabs-compatible":
      return createElevenLabsCompatible(settings, tools.timeouts);
  }
}
