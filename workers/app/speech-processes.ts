/** Which speech processes there are, how much is in work at each, and asking another one where one fails. */
import { speechMessages } from "../../app/domains/speech/messages";
import { AppError } from "../../app/lib/app-error";
import type { SpeechService } from "../speech/protocol";

/** Bindings of the speech worker: the deployed one, and those of the further processes of a local installation. */
export interface SpeechPoolEnv<Service = SpeechService> {
  SPEECH: Service;
  [further: `SPEECH_${number}`]: Service | undefined;
}

export type Name = "SPEECH" | `SPEECH_${number}`;

/** Bindings stay as they are for as long as an isolate lives, so they are looked for once. */
const found = new WeakMap<object, Name[]>();

/** All that are bound, however many the starter starts, in the order they are preferred. */
export function speechProcesses(env: SpeechPoolEnv<unknown>): Name[] {
  let names = found.get(env);
  if (!names) {
    names = Object.keys(env)
      .filter((name): name is Name => /^SPEECH(_\d+)?$/.test(name))
      .sort((a, b) => Number(a.slice(7)) - Number(b.slice(7)));
    found.set(env, names);
  }
  return names;
}

/** Streams and conversions in work by process, as far as this isolate knows; shared by all its requests. */
const inWork = new Map<Name, number>();

/** Sounds in several requests that are open by process. They stay where they are, so that those of sockets would gather. */
const openSounds = new Map<Name, number>();

/** A sound that is opened at a process; call the answer once when it is let go of. */
export const countSound = (name: Name): (() => void) => countIn(openSounds, name);

/** A work that begins at a process; call the answer once when it has ended. */
export const beginWork = (name: Name): (() => void) => countIn(inWork, name);

/** One more, until the answer is called; a second call changes nothing. */
function countIn(counts: Map<Name, number>, name: Name): () => void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
  let isCounted = true;
  return () => {
    if (isCounted) counts.set(name, (counts.get(name) ?? 1) - 1);
    isCounted = false;
  };
}

/** The least busy process, of two the one with fewer open sounds; `not` is passed over where there is another one. */
function leastLoaded(env: SpeechPoolEnv, not?: Name): Name {
  const present = speechProcesses(env);
  const others = present.filter((name) => name !== not);
  const candidates = others.length > 0 ? others : present;
  const isBusier = (one: Name, other: Name) =>
    (inWork.get(one) ?? 0) - (inWork.get(other) ?? 0) || (openSounds.get(one) ?? 0) - (openSounds.get(other) ?? 0);
  return candidates.reduce((best, name) => (isBusier(best, name) > 0 ? name : best));
}

/**
 * Asks the least busy process, and another one where that fails; `not` is only asked where it is the only one.
 * @throws AppError system_busy
 */
export async function askInTurn<T>(
  env: SpeechPoolEnv,
  call: (service: SpeechService, name: Name) => Promise<T>,
  not?: Name,
): Promise<T> {
  const first = leastLoaded(env, not);
  try {
    return await call(env[first]!, first);
  } catch {
    const second = leastLoaded(env, first);
    try {
      return await call(env[second]!, second);
    } catch (cause) {
      throw new AppError("system_busy", 503, speechMessages.busy, { cause, retryAfterSeconds: 1 });
    }
  }
}
