import { useCallback, useEffect, useRef, useState } from "react";
import { toast } from "sonner";
import { track } from "~/lib/analytics";
import { ApiError, toastMessageOf } from "~/lib/api-client";
import { usePlayer } from "~/player/player-provider";
import { openSpeechStream } from "~/player/streaming-speech";
import type { GenerationRequest } from "./generation-request";

export type GenerationState =
  | { kind: "idle" }
  /** Asked, nothing heard yet. */
  | { kind: "starting" }
  /** Sound is coming. */
  | { kind: "streaming" }
  | { kind: "refused"; type: string; message: string };

/** Runs one generation at a time and plays it while it is made. */
export function useGeneration() {
  const player = usePlayer();
  const [state, setState] = useState<GenerationState>({ kind: "idle" });
  /** The last one that was made whole. */
  const [made, setMade] = useState<{ historyItemId: string; text: string } | null>(null);
  const running = useRef<AbortController>();

  const generate = useCallback(
    async (
      request: GenerationRequest,
      voice: { voiceId?: string; voiceName?: string },
      /** Nothing is sent that the editor itself says cannot be spoken. */
      speakable: Promise<boolean>,
    ): Promise<boolean> => {
      if (!player) return false;
      running.current?.abort();
      const mine = new AbortController();
      running.current = mine;
      setState({ kind: "starting" });
      const isSpeakable = await speakable;
      if (mine.signal.aborted) return false;
      if (!isSpeakable) {
        setState({ kind: "idle" });
        return false;
      }
      track("speech_synthesis_generate_started", { task: "text-to-speech" });
      try {
        const stream = await openSpeechStream(request.path, request.body, mine.signal);
        if (mine.signal.aborted) return false;
        setState({ kind: "streaming" });
        const id = stream.historyItemId ?? stream.requestId ?? crypto.randomUUID();
        await player.playPieces(
          { id, type: "text-to-speech", title: request.title, text: request.text, ...voice },
          stream.pieces,
        );
        if (running.current === mine) setState({ kind: "idle" });
        setMade(stream.historyItemId ? { historyItemId: stream.historyItemId, text: request.text } : null);
        return true;
      } catch (error) {
        if (mine.signal.aborted) return false;
        const message = toastMessageOf(error);
        setState(error instanceof ApiError ? { kind: "refused", type: error.type, message } : { kind: "idle" });
        toast.error(message);
        return false;
      }
    },
    [player],
  );

  /** Stops making and playing; what was made until now is charged and no more. */
  const stop = useCallback(() => {
    running.current?.abort();
    running.current = undefined;
    player?.pause();
    setState({ kind: "idle" });
  }, [player]);

  const dismiss = useCallback(() => setState({ kind: "idle" }), []);

  // Leaving the screen lets the sound go on in the player.
  useEffect(
    () => () => {
      running.current = undefined;
    },
    [],
  );

  return { state, made, generate, stop, dismiss };
}
