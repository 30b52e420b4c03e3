/**
 * A sound that several requests make at one speech process. Where that process is lost, the sound goes on at another one, which
 * first speaks what was said again for nobody: the same requests bring an encoder to the same state.
 */
import type { SoundInSeveral } from "../../app/domains/speech/ports";
import { takeFrames } from "../speech/frames";
import type { OutputFormat, SoundInMaking, SpeakRequest, SpeechFrame, SpeechService } from "../speech/protocol";
import { askInTurn, countSound, type Name, type SpeechPoolEnv } from "./speech-processes";
import { charactersOf, openStream, resumable, resumePauses, takeUp, unlessSilent } from "./speech-streams";

/** More than this, some ten minutes, is not spoken again: the sound then goes on with a new beginning. */
const MAX_RESPOKEN_CHARACTERS = 10_000;

export function soundInSeveral(env: SpeechPoolEnv, outputFormat: OutputFormat): SoundInSeveral {
  /** Requests that were spoken to their ends; none where they cannot be spoken again. */
  let said: (SpeakRequest | "pause")[] = [];
  let saidCharacters = 0;
  let isRespeakable = true;
  let hasSound = false;
  let place: Place | null = null;
  /** Whether a request may have left something behind in the sound at its place: it is in work, was cancelled or failed. */
  let isDirty = false;
  let hasEnded = false;

  function leave(): void {
    if (place) letGo(place);
    place = null;
    isDirty = false;
  }

  /** The sound as it is after what was said. */
  async function openAt(service: SpeechService, name: Name): Promise<Place> {
    const uncount = countSound(name);
    try {
      const opened = { name, sound: await service.openSound(outputFormat), uncount };
      try {
        for (const one of said) {
          if (one === "pause") await opened.sound.pause();
          else await speakUnheard(opened, one);
        }
        return opened;
      } catch (error) {
        letGo(opened);
        throw error;
      }
    } catch (error) {
      uncount();
      throw error;
    }
  }

  async function moveTo(service: SpeechService, name: Name): Promise<SoundInMaking> {
    leave();
    const opened = await openAt(service, name);
    if (hasEnded) {
      letGo(opened);
      throw new Error("the sound has ended");
    }
    place = opened;
    return opened.sound;
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

  /** Who speaks over a socket cannot ask again, so a process that is lost is waited for. */
  async function openOnceBack(request: SpeakRequest) {
    try {
      return await open(request);
    } catch (error) {
      if (request.engine !== "embedded") throw error;
      const opened = await takeUp(
        resumePauses(),
        error,
        () => open(request),
        () => hasEnded,
      );
      if (!opened) throw new Error("the sound has ended");
      return opened;
    }
  }

  async function endElsewhere(): Promise<Uint8Array> {
    return askInTurn(env, async (service, name) => {
      const opened = await openAt(service, name);
      try {
        return await end(opened.sound);
      } finally {
        letGo(opened);
      }
    });
  }

  function keep(one: SpeakRequest | "pause"): void {
    hasSound = true;
    isDirty = false;
    if (one !== "pause") {
      saidCharacters += charactersOf(one);
      // Engines outside would say it differently the second time.
      isRespeakable &&= one.engine === "embedded" && saidCharacters <= MAX_RESPOKEN_CHARACTERS;
    }
    said = isRespeakable ? [...said, one] : [];
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
      const opening = openOnceBack(request);
      isDirty = true;
      const first = await opening;
      isDirty = true;
      // Who pays for it may have refused it meanwhile.
      if (hasEnded) first.cancel();
      const characters = isRespeakable && request.engine === "embedded" ? charactersOf(request) : null;
      const { frames, cancel } = resumable(first, (not) => open(request, not), characters);
      return { frames: noting(frames, request), cancel };
    },

    async pause() {
      const nothing = { bytes: new Uint8Array(0), seconds: 0 };
      if (!place || isDirty || !hasSound) return nothing;
      try {
        const paused = await unlessSilent("embedded", place.sound.pause());
        keep("pause");
        return paused;
      } catch {
        isDirty = true;
        return nothing;
      }
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

interface Place {
  name: Name;
  sound: SoundInMaking;
  uncount(): void;
}

function letGo({ sound, uncount }: Place): void {
  sound[Symbol.dispose]();
  uncount();
}

async function speakUnheard({ sound, name }: Place, request: SpeakRequest): Promise<void> {
  const { take } = await openStream(sound, name, request);
  for await (const frame of takeFrames(take)) if (frame.type === "error") throw new Error(frame.error.message);
}
