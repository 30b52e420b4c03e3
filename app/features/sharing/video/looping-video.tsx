import { useEffect, useRef, useState } from "react";
import { usePlayer } from "~/player/player-provider";
import { IconButton } from "~/ui/icon-button";
import { Pause, Play, Volume2, VolumeX } from "~/ui/icons";
import type { VideoShape } from "../share-calls";

/** Plays by itself, over and over, with sound where the browser lets it. Can be muted and stopped. */
export function LoopingVideo({ url, shape }: { url: string; shape: VideoShape }) {
  const player = usePlayer();
  const video = useRef<HTMLVideoElement>(null);
  const [muted, setMuted] = useState(false);
  const [playing, setPlaying] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another video starts as well
  useEffect(() => {
    // Two voices at once are none.
    player?.pause();
    const element = video.current;
    if (!element) return;
    element.play().catch((error: unknown) => {
      if (!(error instanceof DOMException && error.name === "NotAllowedError")) return;
      // With sound it may not; the button brings it back.
      setMuted(true);
      element.muted = true;
      element.play().catch(() => setPlaying(false));
    });
  }, [player, url]);

  return (
    <>
      <video
        ref={video}
        src={url}
        loop
        playsInline
        muted={muted}
        aria-label={shape === "square" ? "The video, square" : "The video, portrait"}
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        className="size-full object-contain"
      />
      <div className="absolute right-2 bottom-2 flex gap-1 rounded-control bg-surface p-0.5 shadow-float">
        <IconButton
          size="small"
          label={playing ? "Pause" : "Play"}
          icon={
            playing ? <Pause className="size-4" aria-hidden="true" /> : <Play className="size-4" aria-hidden="true" />
          }
          onClick={() => (playing ? video.current?.pause() : void video.current?.play())}
        />
        <IconButton
          size="small"
          label={muted ? "Unmute" : "Mute"}
          icon={
            muted ? (
              <VolumeX className="size-4" aria-hidden="true" />
            ) : (
              <Volume2 className="size-4" aria-hidden="true" />
            )
          }
          onClick={() => setMuted(!muted)}
        />
      </div>
    </>
  );
}
