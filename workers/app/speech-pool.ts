/**
 * The speech processes as one: each request goes to the one with the least in work. Deployed there is one binding behind
 * which the platform spreads isolates; locally one process for each core, up to eight, which may die and be started again.
 */
import type { SpeechEngines } from "../../app/domains/speech/ports";
import type { SpeechService } from "../speech/protocol";
import { released } from "./released";
import { askInTurn, beginWork, type Name, type SpeechPoolEnv } from "./speech-processes";
import { soundInSeveral } from "./speech-sound";
import { charactersOf, openStream, resumable } from "./speech-streams";

/**
 * Speaks with the least loaded process. What fails before its first byte is asked of another process; what breaks in
 * the middle, because its process died, is made again and goes on where it broke: the same request gives the same sound.
 */
export function speechPool(env: SpeechPoolEnv): SpeechEngines & Pick<SpeechService, "decode" | "transcode"> {
  return {
    async speak(request) {
      const open = (not?: Name) => askInTurn(env, (service, name) => openStream(service, name, request), not);
      return resumable(await open(), open, request.engine === "embedded" ? charactersOf(request) : null);
    },
    openSound: (outputFormat) => soundInSeveral(env, outputFormat),
    // A process does nothing else meanwhile, so speech goes to another one.
    decode: async (bytes, format) =>
      released(await askInTurn(env, (service, name) => inWork(name, () => service.decode(bytes, format)))),
    transcode: (pcm, sampleRateHz, format) =>
      askInTurn(env, (service, name) => inWork(name, () => service.transcode(pcm, sampleRateHz, format))),
  };
}

/** Does a work of a process, which is in work meanwhile. */
async function inWork<T>(name: Name, work: () => Promise<T>): Promise<T> {
  const ended = beginWork(name);
  try {
    return await work();
  } finally {
    ended();
  }
}
