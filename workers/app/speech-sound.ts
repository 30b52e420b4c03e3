/**
 * A sound that several requests make at one speech process. Where that process is lost, the sound goes on at another one, which
 * first speaks what was said again for nobody: the same requests bring an encoder to the same state.
 */
import type { SoundInSeveral } from "../../app/domains/speech/ports";
import { takeFrames } from "../speech/frames";
import type { OutputFormat, SoundInMaking, SpeakRequest, SpeechFrame, SpeechService } from "../speech/protocol";
import { askInTurn, type Name, type SpeechPoolEnv } from "./speech-processes";
import { charactersOf, openStream, resumable, unlessSilent } from "./speech-streams";

/** More than this, some ten minutes, is not spoken again: the sound then goes on with a new beginning. */
const MAX_RESPOKEN_CHARACTERS = 10_000;

export function soundInSeveral(env: SpeechPoolEnv, outputFormat: OutputFormat): SoundInSeveral {
  /** Requests that were spoken to their ends; none where they cannot be spoken again. */
  let said: SpeakRequest[] = [];
  let saidCharacters = 0;
  let isRespeakable = true;
  let hasSound = false;
  let place: { name: Name; sound: SoundInMaking } | null = null;
  /** Whether the sound at its place has what was said in it, and nothing else. */
  let isClean = true;

  function leave(): void {
    place?.sound[Symbol.dispose]();
    place = null;
    isClean = true;
  }

  async function moveTo(service: SpeechService, name: Name): Promise<SoundInMaking> {
    leave();
    const sound = await service.openSound(outputFormat);
    try {
      for (const request of said) await speakUnheard(sound, name, request);
    } catch (error) {
      sound[Symbol.dispose]();
      throw error;
    }
    place = { name, sound };
    return sound;
  }

  async function open(request: SpeakRequest, not?: Name) {
    if (not === undefined && place) {
      try {
        return await openStream(place.sound, place.name, request);
      } catch {
        not = place.name;
      }
    }
    return askInTurn(env, async (service, name) => openStream(await moveTo(service, name), name, request), not);
  }

  function keep(request: SpeakRequest): void {
    hasSound = true;
    isClean = true;
    saidCharacters += charactersOf(request);
    // Engines outside would say it differently the second time.
    isRespeakable &&= request.engine === "embedded" && saidCharacters <= MAX_RESPOKEN_CHARACTERS;
    said = isRespeakable ? [...said, request] : [];
  }

  async function* noting(frames: AsyncGenerator<SpeechFrame>, request: SpeakRequest) {
    let isHeard = false;
    for await (const frame of frames) {
      isHeard ||= frame.type === "audio";
      if (frame.type === "error") isClean = !isHeard;
      if (frame.type === "summary") keep(request);
      yield frame;
    }
  }

  return {
    async speak(request) {
      if (!isClean) leave();
      const first = await open(request);
      isClean = false;
      const characters = isRespeakable && request.engine === "embedded" ? charactersOf(request) : null;
      const { frames, cancel } = resumable(first, (not) => open(request, not), characters);
      return { frames: noting(frames, request), cancel };
    },

    async finish({ isWorthRespeaking }) {
      try {
        if (!isClean) leave();
        const here = hasSound && place ? await end(place.sound).catch(() => null) : null;
        if (here) return here;
        if (said.length === 0 || !isWorthRespeaking) return new Uint8Array(0);
        return await askInTurn(env, async (service, name) => end(await moveTo(service, name)), place?.name);
      } catch {
        return new Uint8Array(0);
      } finally {
        leave();
      }
    },
  };
}

const end = (sound: SoundInMaking): Promise<Uint8Array> => unlessSilent("embedded", sound.finish());

async function speakUnheard(sound: SoundInMaking, name: Name, request: SpeakRequest): Promise<void> {
  const { take } = await openStream(sound, name, request);
  for await (const frame of takeFrames(take)) if (frame.type === "error") throw new Error(frame.error.message);
}
