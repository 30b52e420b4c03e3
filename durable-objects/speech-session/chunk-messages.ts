/** A chunk's frames as messages: sound with the times of its characters, as far as they are known. Pure. */
import { Buffer } from "node:buffer";
import { joinBytes } from "../../app/lib/join-bytes";
import type { SpeechFrame } from "../../workers/speech/protocol";
import { type ServerMessage, type WireAlignment, wireAlignment } from "./protocol";

/** Small pieces cost more than they hurry: the service binding delivers 4 KiB at a time. */
const MIN_MESSAGE_BYTES = 16 * 1024;

export class ChunkMessages {
  readonly #contextId: string | undefined;
  readonly #syncAlignment: boolean;
  #held: Uint8Array[] = [];
  #heldBytes = 0;
  /** Where the last stretch with times ended; clients add up lengths, so times count from there. */
  #stretchStartSeconds = 0;

  /** With `syncAlignment` each message has its times: sound waits for them. */
  constructor(options: { contextId?: string; syncAlignment: boolean }) {
    this.#contextId = options.contextId;
    this.#syncAlignment = options.syncAlignment;
  }

  /** The message that is due after this frame, if any. */
  take(frame: SpeechFrame): ServerMessage | null {
    switch (frame.type) {
      case "audio":
        this.#held.push(frame.bytes);
        this.#heldBytes += frame.bytes.byteLength;
        return !this.#syncAlignment && this.#heldBytes >= MIN_MESSAGE_BYTES ? this.#release(null) : null;
      case "timing": {
        const from = this.#stretchStartSeconds;
        const { alignment, normalizedAlignment } = frame.timing;
        this.#stretchStartSeconds = alignment.characterEndTimesSeconds.at(-1) ?? from;
        return this.#release({
          alignment: wireAlignment(alignment, from),
          normalizedAlignment: wireAlignment(normalizedAlignment, from),
        });
      }
      case "summary":
        return this.#heldBytes > 0 ? this.#release(null) : null;
      case "error":
        return null;
    }
  }

  #release(times: Times | null): ServerMessage {
    const sound = joinBytes(this.#held);
    this.#held = [];
    this.#heldBytes = 0;
    return soundMessage(sound, this.#contextId, times);
  }
}

interface Times {
  alignment: WireAlignment;
  normalizedAlignment: WireAlignment;
}

/** Sound, with the times of the characters that are heard in it where there are any. */
export function soundMessage(
  sound: Uint8Array,
  contextId: string | undefined,
  times: Times | null = null,
): ServerMessage {
  return {
    audio: Buffer.from(sound.buffer, sound.byteOffset, sound.byteLength).toString("base64"),
    isFinal: null,
    alignment: times?.alignment ?? null,
    normalizedAlignment: times?.normalizedAlignment ?? null,
    ...(contextId === undefined ? {} : { contextId }),
  };
}
