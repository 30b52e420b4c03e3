/** Engines outside, by id. */
import { createElevenLabsCompatible } from "./elevenlabs-compatible";
import type { OutsideEngine, OutsideEngineId, OutsideTimeouts } from "./engine";
import { createOpenAiCompatible } from "./openai-compatible";
import { createWorkersAi } from "./workers-ai";

export * from "./engine";

/** `mpg123`: the MP3 decoder's module, for engines that answer in MP3. */
export function createOutsideEngines(tools: {
  mpg123: WebAssembly.Module;
  timeouts?: OutsideTimeouts;
}): Record<OutsideEngineId, OutsideEngine> {
  return {
    "openai-compatible": createOpenAiCompatible(tools.timeouts),
    "workers-ai": createWorkersAi(tools),
    "elevenlabs-compatible": createElevenLabsCompatible(tools.timeouts),
  };
}
