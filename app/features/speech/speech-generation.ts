import { toast } from "sonner";
import { track } from "~/lib/analytics";
import { ApiError, toastMessageOf } from "~/lib/api-client";
import type { PlayerController } from "~/player/player-controller";
import type { SpeechStream } from "~/player/streaming-speech";
import type { GenerationRequest } from "./generation-request";

export interface GenerationSnapshot {
  /** `starting`: asked, nothing heard yet. `streaming`: sound is coming. */
  state: "idle" | "starting" | "streaming";
  /** The last one that was made whole. */
  made: { historyItemId: string | null; text: string } | null;
}

export const NOTHING_GENERATED: GenerationSnapshot = { state: "idle", made: null };

/** For so long the server may still count one that was stopped among those that run at a time. */
const STOP_IS_HEARD_WITHIN_MS = 3000;
const ASK_AGAIN_AFTER_MS = 300;

/** What speech is asked for and played with while it is made. Loaded once something is written, and at the latest then. */
export async function loadStreaming() {
  const [{ openSpeechStream }] = await Promise.all([
    import("~/player/streaming-speech"),
    import("~/player/streaming-audio"),
  ]);
  return openSpeechStream;
}

/** Runs one generation at a time and plays it while it is made. Lives as long as the player, so that screens find it again. */
export class SpeechGeneration {
  private snapshot = NOTHING_GENERATED;
  private running: AbortController | undefined;
  private stoppedAtMs = Number.NEGATIVE_INFINITY;
  private readonly listeners = new Set<() => void>();

  constructor(private readonly player: PlayerController) {}

  getSnapshot = (): GenerationSnapshot => this.snapshot;
  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** `speakable`: nothing is sent that the editor itself says cannot be spoken. */
  generate = async (
    request: GenerationRequest,
    voice: { voiceId?: string; voiceName?: string },
    speakable: Promise<boolean>,
  ): Promise<void> => {
    this.abort();
    const mine = new AbortController();
    this.running = mine;
    const ticket = this.player.claim();
    this.update({ state: "starting" });
    try {
      // Nothing is asked for that could not be played then.
      const [isSpeakable, openSpeechStream] = await Promise.all([speakable, loadStreaming()]);
      if (mine.signal.aborted || !isSpeakable) return;
      track("speech_synthesis_generate_started", { task: "text-to-speech" });
      const stream = await this.whenStopIsHeard(() => openSpeechStream(request.path, request.body, mine.signal));
      if (mine.signal.aborted) return;
      this.update({ state: "streaming" });
      const { historyItemId } = stream;
      const id = historyItemId ?? stream.requestId ?? crypto.randomUUID();
      await this.player.playPieces(
        { id, type: "text-to-speech", title: request.title, text: request.text, ...voice },
        stream.pieces,
        ticket,
      );
      this.update({ made: { historyItemId, text: request.text } });
    } catch (error) {
      if (!mine.signal.aborted) toast.error(toastMessageOf(error));
    } finally {
      if (this.running === mine) {
        this.running = undefined;
        this.update({ state: "idle" });
      }
    }
  };

  /** Stops making and playing; what was made until now is charged and no more. */
  stop = (): void => {
    this.abort();
    this.player.pause();
    this.update({ state: "idle" });
  };

  private abort(): void {
    if (!this.running) return;
    this.running.abort();
    this.running = undefined;
    this.stoppedAtMs = performance.now();
  }

  /** Asks again where too many are said to run at a time, and one of them may be what was stopped here just now. */
  private async whenStopIsHeard(open: () => Promise<SpeechStream>): Promise<SpeechStream> {
    for (;;) {
      try {
        return await open();
      } catch (error) {
        const mayBeStopped = performance.now() - this.stoppedAtMs < STOP_IS_HEARD_WITHIN_MS;
        if (!mayBeStopped || !isTooManyAtATime(error)) throw error;
        await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_AFTER_MS));
      }
    }
  }

  private update(change: Partial<GenerationSnapshot>): void {
    this.snapshot = { ...this.snapshot, ...change };
    for (const listener of this.listeners) listener();
  }
}

function isTooManyAtATime(error: unknown): boolean {
  return error instanceof ApiError && error.type === "too_many_concurrent_requests";
}
