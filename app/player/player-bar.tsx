import { useMemo, useState } from "react";
import { toast } from "sonner";
import { ShareControl } from "~/features/sharing/share-control";
import type { ShareItem } from "~/features/sharing/share-item";
import { toastMessageOf } from "~/lib/api-client";
import { formatClock } from "~/lib/format-clock";
import { IconButton } from "~/ui/icon-button";
import { Download, Pause, Play, RotateCcw, RotateCw, X } from "~/ui/icons";
import { Menu, MenuItem } from "~/ui/menu";
import { Spinner } from "~/ui/spinner";
import { Waveform } from "~/ui/waveform";
import { FeedbackWidget } from "./feedback-widget";
import { useMediaSession } from "./media-session";
import { BUTTON_SKIP_SECONDS, FEEDBACK_AFTER_SECONDS, PLAYER_SPEEDS } from "./player-item";
import { usePlayerKeys } from "./player-keys";
import { usePlayer, usePlayerSnapshot } from "./player-provider";
import { downloadPlaying } from "./save-audio";
import { useItemDetails } from "./use-item-details";
import { usePositionSeconds } from "./use-position";

/** The persistent player at the bottom of the app. Source: spec 001, sections 4, 5 and 9. */
export default function PlayerBar() {
  const player = usePlayer();
  const { item, state, speed, durationSeconds, heardSeconds, streaming } = usePlayerSnapshot();
  const details = useItemDetails();
  const [saving, setSaving] = useState(false);
  // Until the history has it, there is nothing to share.
  const historyItemId = item && (details || item.type === "speechHistoryItem") ? item.id : null;
  const text = item?.text ?? item?.title ?? "";
  const shareItem = useMemo<ShareItem | null>(
    () => (historyItemId ? { historyItemId, kind: "speech", texts: [text] } : null),
    [historyItemId, text],
  );
  usePlayerKeys();
  useMediaSession();
  if (!player || !item) return null;

  const generated = item.type !== "voicePreview";
  const ratable = generated && details !== null && (heardSeconds >= FEEDBACK_AFTER_SECONDS || state === "ended");
  const save = async () => {
    setSaving(true);
    try {
      await downloadPlaying(item.id, item.fileName, player.getSound());
    } catch (error) {
      toast.error(
        error instanceof Error && error.message.startsWith("Invalid response type")
          ? error.message
          : toastMessageOf(error),
      );
    } finally {
      setSaving(false);
    }
  };
  const playing = state === "playing" || (state === "loading" && !streaming);

  return (
    <section
      aria-label="Player"
      data-state={state}
      className="flex h-[72px] items-center gap-2 border-t border-hairline bg-surface px-3 sm:gap-4 sm:px-6"
    >
      <div className="hidden min-w-0 basis-[220px] md:block">
        <p dir="auto" className="truncate text-base font-medium">
          {item.title}
        </p>
        <p dir="auto" className="truncate text-meta text-muted">
          {item.voiceName ?? item.description}
        </p>
      </div>
      <div className="flex items-center">
        <IconButton
          className="max-sm:hidden"
          label={`Back ${BUTTON_SKIP_SECONDS} seconds`}
          icon={<RotateCcw className="size-4" aria-hidden="true" />}
          onClick={() => player.skip(-BUTTON_SKIP_SECONDS)}
        />
        <IconButton
          variant="solid"
          label={playing ? "Pause" : "Play"}
          keys="Space"
          icon={
            state === "loading" ? (
              <Spinner />
            ) : playing ? (
              <Pause className="size-4" aria-hidden="true" />
            ) : (
              <Play className="size-4" aria-hidden="true" />
            )
          }
          onClick={() => player.toggle()}
        />
        <IconButton
          className="max-sm:hidden"
          label={`Forward ${BUTTON_SKIP_SECONDS} seconds`}
          icon={<RotateCw className="size-4" aria-hidden="true" />}
          onClick={() => player.skip(BUTTON_SKIP_SECONDS)}
        />
      </div>
      <Clock durationSeconds={durationSeconds} />
      <div className="min-w-0 grow">
        <p dir="auto" className="truncate text-meta md:hidden">
          {item.title}
        </p>
        <Waveform
          peaks={item.peaks ?? []}
          height={36}
          playback={{
            durationSeconds,
            getPositionSeconds: player.getPositionSeconds,
            playing: state === "playing",
            onSeek: (seconds) => player.seek(seconds),
            label: "Position",
          }}
        />
      </div>
      {ratable && <FeedbackWidget key={item.id} historyItemId={item.id} given={details.feedback} />}
      <Menu
        label="Speed"
        trigger={
          <button
            type="button"
            aria-label={`Speed, ${speed} times`}
            className="h-9 min-w-11 rounded-control text-meta tabular-nums text-muted hover:bg-ink/6 hover:text-ink"
          >
            {speed}×
          </button>
        }
      >
        {PLAYER_SPEEDS.map((choice) => (
          <MenuItem key={choice} onSelect={() => player.setSpeed(choice)}>
            {choice === speed ? <strong>{choice}×</strong> : `${choice}×`}
          </MenuItem>
        ))}
      </Menu>
      {generated && <ShareControl item={shareItem} compact />}
      {generated && (
        <IconButton
          label="Download"
          disabled={saving || streaming}
          icon={saving ? <Spinner /> : <Download className="size-4" aria-hidden="true" />}
          onClick={save}
        />
      )}
      <IconButton
        className="max-sm:hidden"
        label="Close the player"
        icon={<X className="size-4" aria-hidden="true" />}
        onClick={() => player.close()}
      />
      <p className="sr-only" role="status">
        {state === "playing" ? `Playing ${item.title}` : state === "ended" ? "Ended" : ""}
      </p>
    </section>
  );
}

function Clock({ durationSeconds }: { durationSeconds: number }) {
  const position = usePositionSeconds();
  return (
    <p className="hidden shrink-0 text-meta tabular-nums text-muted sm:block">
      {formatClock(position)} / {formatClock(durationSeconds)}
    </p>
  );
}
