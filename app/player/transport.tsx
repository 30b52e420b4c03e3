import { clsx } from "clsx";
import { formatLength, formatPosition } from "~/lib/format-clock";
import { IconButton } from "~/ui/icon-button";
import { Pause, Play, RotateCcw, RotateCw } from "~/ui/icons";
import { Spinner } from "~/ui/spinner";
import { Waveform } from "~/ui/waveform";
import { BUTTON_SKIP_SECONDS } from "./player-item";
import { usePlayer, usePlayerSnapshot } from "./player-provider";
import { usePositionSeconds } from "./use-position";

export function PlayButton({ large = false }: { large?: boolean }) {
  const player = usePlayer();
  const { state, wantsToPlay } = usePlayerSnapshot();
  const iconClass = large ? "size-6" : "size-4";
  return (
    <IconButton
      variant="solid"
      label={wantsToPlay ? "Pause" : "Play"}
      keys="Space"
      tooltip={!large}
      size={large ? "huge" : "medium"}
      icon={
        state === "loading" ? (
          <Spinner />
        ) : wantsToPlay ? (
          <Pause className={iconClass} aria-hidden="true" />
        ) : (
          <Play className={iconClass} aria-hidden="true" />
        )
      }
      onClick={() => player?.toggle()}
    />
  );
}

/** Ten seconds back or on; says so itself where there is room. */
export function SkipButton({
  to,
  large = false,
  className,
}: {
  to: "back" | "forward";
  large?: boolean;
  className?: string;
}) {
  const player = usePlayer();
  const Icon = to === "back" ? RotateCcw : RotateCw;
  return (
    <IconButton
      size={large ? "huge" : "medium"}
      className={className}
      label={`${to === "back" ? "Back" : "Forward"} ${BUTTON_SKIP_SECONDS} seconds`}
      tooltip={!large}
      icon={
        large ? (
          <span className="relative text-ink" aria-hidden="true">
            <Icon size={34} strokeWidth={1.25} />
            <span className="absolute inset-0 grid place-items-center pt-px text-[11px] font-semibold tabular">
              {BUTTON_SKIP_SECONDS}
            </span>
          </span>
        ) : (
          <Icon className="size-4" aria-hidden="true" />
        )
      }
      onClick={() => player?.skip(to === "back" ? -BUTTON_SKIP_SECONDS : BUTTON_SKIP_SECONDS)}
    />
  );
}

/** Where the sound is, and how long it is. */
export function Clock({ className, apart = false }: { className?: string; apart?: boolean }) {
  const { durationSeconds } = usePlayerSnapshot();
  const position = formatPosition(usePositionSeconds(), durationSeconds);
  const duration = formatLength(durationSeconds);
  return (
    <p className={clsx("shrink-0 text-meta tabular-nums text-muted", apart && "flex justify-between", className)}>
      {apart ? (
        <>
          <span>{position}</span>
          <span className="sr-only"> of </span>
          <span>{duration}</span>
        </>
      ) : (
        `${position} / ${duration}`
      )}
    </p>
  );
}

/** The sound itself, to be moved in. */
export function PlayerWaveform({ height }: { height: number }) {
  const player = usePlayer();
  const { item, state, durationSeconds } = usePlayerSnapshot();
  if (!player) return null;
  return (
    <Waveform
      peaks={item?.peaks ?? []}
      height={height}
      playback={{
        durationSeconds,
        getPositionSeconds: player.getPositionSeconds,
        subscribe: player.subscribe,
        playing: state === "playing",
        onSeek: (seconds) => player.seek(seconds),
        label: "Position",
      }}
    />
  );
}
