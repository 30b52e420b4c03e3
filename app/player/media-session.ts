import { useEffect } from "react";
import { BUTTON_SKIP_SECONDS } from "./player-item";
import { usePlayer, usePlayerSnapshot } from "./player-provider";

/** Tells the system what plays, so that its own keys and lock screen work. */
export function useMediaSession(): void {
  const player = usePlayer();
  const { item, wantsToPlay } = usePlayerSnapshot();
  useEffect(() => {
    if (!player || !("mediaSession" in navigator)) return;
    const session = navigator.mediaSession;
    session.setActionHandler("play", () => player.toggle());
    session.setActionHandler("pause", () => player.pause());
    session.setActionHandler("seekbackward", () => player.skip(-BUTTON_SKIP_SECONDS));
    session.setActionHandler("seekforward", () => player.skip(BUTTON_SKIP_SECONDS));
    return () => {
      for (const action of ["play", "pause", "seekbackward", "seekforward"] as const)
        session.setActionHandler(action, null);
    };
  }, [player]);
  useEffect(() => {
    if (!("mediaSession" in navigator)) return;
    navigator.mediaSession.metadata = item
      ? new MediaMetadata({ title: item.title, artist: item.voiceName ?? "Parlando" })
      : null;
    navigator.mediaSession.playbackState = wantsToPlay ? "playing" : item ? "paused" : "none";
  }, [item, wantsToPlay]);
}
