import { useCallback, useEffect, useRef, useState } from "react";
import { toast } from "sonner";
import { usePlayer, usePlayerSnapshot } from "~/player/player-provider";
import { previewAddress, type VoiceSummary } from "./voice-summary";

/** Plays voice previews, one at a time, apart from the player, and never together with it. */
export function useVoicePreview() {
  const player = usePlayer();
  const { wantsToPlay } = usePlayerSnapshot();
  const audio = useRef<HTMLAudioElement>();
  const [playingId, setPlayingId] = useState<string>();

  const stop = useCallback(() => {
    audio.current?.pause();
    setPlayingId(undefined);
  }, []);
  useEffect(() => stop, [stop]);
  useEffect(() => {
    if (wantsToPlay) stop();
  }, [wantsToPlay, stop]);

  /** `quiet`: started by hovering, so a browser that forbids it, or a failure, says nothing. */
  const play = useCallback(
    (voice: VoiceSummary, options: { language?: string; quiet?: boolean } = {}) => {
      if (options.quiet && player?.getSnapshot().wantsToPlay) return;
      player?.pause();
      audio.current ??= new Audio();
      const element = audio.current;
      element.src = previewAddress(voice, options.language);
      element.onended = () => setPlayingId(undefined);
      setPlayingId(voice.voiceId);
      element.play().catch((error: unknown) => {
        if (error instanceof DOMException && error.name === "AbortError") return;
        setPlayingId(undefined);
        if (options.quiet) return;
        // Source: spec 001, section 8 (preview playback failure).
        const reason = error instanceof Error ? ` ${error.message}` : "";
        toast.error(`We are sorry, something went wrong.${reason}`);
      });
    },
    [player],
  );

  return { playingId, play, stop };
}
