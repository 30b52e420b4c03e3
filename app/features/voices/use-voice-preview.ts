import { useCallback, useEffect, useRef, useState } from "react";
import { toast } from "sonner";
import { usePlayer, usePlayerSnapshot } from "~/player/player-provider";
import { previewAddress, type VoiceSummary } from "./voice-summary";

/**
 * Plays voice previews, one at a time, apart from the player, and never together with it: what the player was playing goes
 * on when the preview is over.
 */
export function useVoicePreview() {
  const player = usePlayer();
  const { wantsToPlay } = usePlayerSnapshot();
  const audio = useRef<HTMLAudioElement>();
  const [playingId, setPlayingId] = useState<string>();
  /** What the player was playing when a preview took its place. */
  const interruptedId = useRef<string>();

  const finish = useCallback(() => {
    setPlayingId(undefined);
    const id = interruptedId.current;
    interruptedId.current = undefined;
    // Unless it went on by itself, or gave way to something else.
    const now = player?.getSnapshot();
    if (id !== undefined && now?.item?.id === id && !now.wantsToPlay) player?.toggle();
  }, [player]);
  const stop = useCallback(() => {
    audio.current?.pause();
    finish();
  }, [finish]);
  useEffect(() => stop, [stop]);
  useEffect(() => {
    if (wantsToPlay) stop();
  }, [wantsToPlay, stop]);

  /** `quiet`: started by hovering, so a browser that forbids it, or a failure, says nothing. */
  const play = useCallback(
    (voice: VoiceSummary, options: { language?: string; quiet?: boolean } = {}) => {
      const held = player?.getSnapshot();
      if (options.quiet && held?.wantsToPlay) return;
      if (held?.wantsToPlay) interruptedId.current = held.item?.id;
      player?.pause();
      audio.current ??= new Audio();
      const element = audio.current;
      element.src = previewAddress(voice, options.language);
      element.onended = finish;
      // Also in the middle, when the rest does not come.
      element.onerror = finish;
      setPlayingId(voice.voiceId);
      element.play().catch((error: unknown) => {
        if (error instanceof DOMException && error.name === "AbortError") return;
        finish();
        if (options.quiet) return;
        // Source: spec 001, section 8 (preview playback failure).
        const reason = error instanceof Error ? ` ${error.message}` : "";
        toast.error(`We are sorry, something went wrong.${reason}`);
      });
    },
    [player, finish],
  );

  return { playingId, play, stop };
}
