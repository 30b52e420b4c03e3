import { ShareControl } from "~/features/sharing/share-control";
import { Button } from "~/ui/button";
import { Dialog } from "~/ui/dialog";
import { Download, X } from "~/ui/icons";
import { FeedbackWidget } from "./feedback-widget";
import { PLAYER_SPEEDS, type PlayerItem } from "./player-item";
import { usePlayer, usePlayerSnapshot } from "./player-provider";
import { Clock, PlayButton, PlayerWaveform, SkipButton } from "./transport";
import type { PlayerActions } from "./use-player-actions";

/** The player in full, over the screen, where the bar has no room for everything. */
export function PlayerSheet({
  item,
  actions,
  onClose,
}: {
  item: PlayerItem;
  actions: PlayerActions;
  onClose: () => void;
}) {
  const player = usePlayer();
  return (
    <Dialog
      open
      form="sheet"
      onOpenChange={(open) => !open && onClose()}
      title={
        <span dir="auto" className="line-clamp-2">
          {item.title}
        </span>
      }
      description={<bdi>{item.voiceName ?? item.description}</bdi>}
    >
      {/* Moving in the sound must not move the sheet. */}
      <div data-vaul-no-drag>
        <PlayerWaveform height={72} />
        <Clock apart className="mt-1" />
      </div>
      <div className="mt-3 flex items-center justify-center gap-4">
        <SkipButton to="back" large />
        <PlayButton large />
        <SkipButton to="forward" large />
      </div>
      <SpeedChoice />
      {actions.generated && (
        <div className="mt-5 flex items-center gap-2 border-t border-hairline pt-3">
          <Button disabled={!actions.canDownload} busy={actions.downloading} onClick={() => void actions.download()}>
            {!actions.downloading && <Download size={16} aria-hidden="true" />}
            Download
          </Button>
          <ShareControl item={actions.shareItem} compact onOpen={onClose} />
          {actions.rating && (
            <div className="ml-auto">
              <FeedbackWidget key={item.id} historyItemId={item.id} given={actions.rating.given} />
            </div>
          )}
        </div>
      )}
      <Button
        variant="quiet"
        className="mt-3 w-full"
        onClick={() => {
          onClose();
          player?.close();
        }}
      >
        <X size={16} aria-hidden="true" />
        Close the player
      </Button>
    </Dialog>
  );
}

function SpeedChoice() {
  const player = usePlayer();
  const { speed } = usePlayerSnapshot();
  return (
    <fieldset className="mt-5 flex rounded-control border border-hairline bg-sunken p-0.5">
      <legend className="sr-only">Speed</legend>
      {PLAYER_SPEEDS.map((choice) => (
        <label
          key={choice}
          className="flex h-[44px] grow basis-0 items-center justify-center rounded-[4px] text-base tabular-nums text-muted has-checked:bg-surface has-checked:font-medium has-checked:text-ink has-checked:shadow-[0_0_0_1px_var(--hairline)] has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
        >
          <input
            type="radio"
            name="player-speed"
            className="sr-only"
            aria-label={`${choice} times`}
            checked={choice === speed}
            onChange={() => player?.setSpeed(choice)}
          />
          <span aria-hidden="true">{choice}×</span>
        </label>
      ))}
    </fieldset>
  );
}
