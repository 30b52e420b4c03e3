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
  /** Whether a request may have left something behind in the sound at its place: it is in work, was cancelled or failed. */
  let isDirty = false;
  let hasEnded = false;

  function leave(): void {
    place?.sound[Symbol.dispose]();
    place = null;
    isDirty = false;
  }

  /** The sound as it is after what was said. */
  async function openAt(service: SpeechService, name: Name): Promise<SoundInMaking> {
    const sound = await service.openSound(outputFormat);
    try {
      for (const request of said) await speakUnheard(sound, name, request);
      return sound;
    } catch (error) {
      sound[Symbol.dispose]();
      throw error;
    }
  }

  async function moveTo(service: SpeechService, name: Name): Promise<SoundInMaking> {
    leave();
    const sound = await openAt(service, name);
    if (hasEnded) {
      sound[Symbol.dispose]();
      throw new Error("the sound has ended");
    }
    place = { name, sound };
    return sound;
  }

  async function open(request: SpeakRequest, not?: Name) {
    const here = place;
    if (not === undefined && here) {
      try {
        return await openStream(here.sound, here.name, request);
      } catch {
        not = here.name;
      }
    }
    return askInTurn(env, async (service, name) => openStream(await moveTo(service, name), name, request), not);
  }

  async function endElsewhere(): Promise<Uint8Array> {
    return askInTurn(env, async (service, name) => {
      using sound = await openAt(service, name);
      return await end(sound);
    });
  }

  function keep(request: SpeakRequest): void {
    hasSound = true;
    isDirty = false;
    saidCharacters += charactersOf(request);
    // Engines outside would say it differently the second time.
    isRespeakable &&= request.engine === "embedded" && saidCharacters <= MAX_RESPOKEN_CHARACTERS;
    said = isRespeakable ? [...said, request] : [];
  }

  async function* noting(frames: AsyncGenerator<SpeechFrame>, request: SpeakRequest) {
    let isHeard = false;
    for await (const frame of frames) {
      isHeard ||= frame.type === "audio";
      if (frame.type === "error") isDirty = isHeard;
      if (frame.type === "summary") keep(request);
      yield frame;
    }
  }

  return {
    async speak(request) {
      if (isDirty) leave();
      const opening = open(request);
      isDirty = true;
      const first = await opening;
      isDirty = true;
      // Who pays for it may have refused it meanwhile.
      if (hasEnded) first.cancel();
      const characters = isRespeakable && request.engine === "embedded" ? charactersOf(request) : null;
      const { frames, cancel } = resumable(first, (not) => open(request, not), characters);
      return { frames: noting(frames, request), cancel };
    },

    async finish({ isWorthRespeaking }) {
      hasEnded = true;
      try {
        if (isDirty) leave();
        const here = hasSound && place ? await end(place.sound).catch(() => null) : null;
        if (here) return here;
        return said.length > 0 && isWorthRespeaking ? await endElsewhere() : new Uint8Array(0);
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
