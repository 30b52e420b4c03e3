/** A sound that several requests make: one mastering and one encoder run through all of them, so nothing shows where they join. */
import { RpcTarget } from "cloudflare:workers";
import type { OutputFormat, SoundInMaking, SoundPause, SpeakRequest, SpeechFrame } from "../protocol";
import { concatBytes } from "../sound";
import { SoundOutput } from "./sound-output";
import { type SpeechSurroundings, speakFramesInto } from "./speak";

/** Frames as the stream that the other worker reads. */
export type SendFrames = (speak: (signal: AbortSignal) => AsyncGenerator<SpeechFrame[]>) => ReadableStream<Uint8Array>;

export class SpokenSound extends RpcTarget implements SoundInMaking {
  readonly #surroundings: SpeechSurroundings;
  readonly #send: SendFrames;
  readonly #output: SoundOutput;
  /** Requests that are being spoken: the last one's stream may still be closing. */
  #inWork = 0;
  #isLeft = false;

  constructor(format: OutputFormat, surroundings: SpeechSurroundings, send: SendFrames) {
    super();
    this.#surroundings = surroundings;
    this.#send = send;
    this.#output = new SoundOutput(format, surroundings.codecs);
  }

  async speak(request: SpeakRequest): Promise<ReadableStream<Uint8Array>> {
    return this.#send((signal) => this.#speak(request, signal));
  }

  async *#speak(request: SpeakRequest, signal: AbortSignal): AsyncGenerator<SpeechFrame[]> {
    this.#inWork++;
    try {
      yield* speakFramesInto(this.#output, request, this.#surroundings, signal);
    } finally {
      this.#inWork--;
      this.#giveBack();
    }
  }

  async pause(): Promise<SoundPause> {
    const frames = this.#output.pushSilence(this.#output.holdSeconds);
    const bytes = concatBytes(frames.flatMap((frame) => (frame.type === "audio" ? [frame.bytes] : [])));
    return { bytes, seconds: this.#output.endRequest().durationSeconds };
  }

  async finish(): Promise<Uint8Array> {
    return this.#output.finish();
  }

  /** Also called by the platform, when whoever opened it is gone. What is being spoken then comes to its end first. */
  [Symbol.dispose](): void {
    this.#isLeft = true;
    this.#giveBack();
  }

  #giveBack(): void {
    if (this.#isLeft && this.#inWork === 0) this.#output.dispose();
  }
}
