import { useEffect, useState } from "react";
import { ShareControl } from "~/features/sharing/share-control";
import { IconButton } from "~/ui/icon-button";
import { ChevronUp, Download, X } from "~/ui/icons";
import { Menu, MenuItem } from "~/ui/menu";
import { Spinner } from "~/ui/spinner";
import { useRowFocus } from "~/ui/use-row-focus";
import { FeedbackWidget } from "./feedback-widget";
import { useMediaSession } from "./media-session";
import { PLAYER_SPEEDS } from "./player-item";
import { usePlayerKeys } from "./player-keys";
import { usePlayer, usePlayerSnapshot } from "./player-provider";
import { PlayerSheet } from "./player-sheet";
import { Clock, PlayButton, PlayerWaveform, SkipButton } from "./transport";
import { usePlayerActions } from "./use-player-actions";

/**
 * The persistent player at the bottom of the app. Phones have the essentials in it, and the rest in a sheet that opens from
 * it. Source: spec 001, sections 4, 5 and 9.
 */
export default function PlayerBar() {
  const player = usePlayer();
  const { item, state, speed } = usePlayerSnapshot();
  const actions = usePlayerActions();
  const [expanded, setExpanded] = useState(false);
  // Closing it takes away what was pressed, in it or in its sheet.
  const bar = useRowFocus<HTMLElement>([], () => document.getElementById("content"));
  usePlayerKeys();
  useMediaSession();
  // What the sheet needs is there before it is opened, network or not.
  useEffect(() => void import("~/ui/sheet").catch(() => undefined), []);
  if (!player || !item) return null;

  return (
    <section
      {...bar.holder}
      aria-label="Player"
      data-state={state}
      className="relative flex h-[72px] items-center gap-2 border-t border-hairline bg-surface px-3 sm:gap-4 sm:px-6"
    >
      <div className="hidden min-w-0 basis-[220px] md:block">
        <p dir="auto" className="truncate text-base font-medium">
          {item.title}
        </p>
        <p dir="auto" className="truncate text-meta text-muted">
          {item.voiceName ?? item.description}
        </p>
      </div>
      {/* Above what opens the sheet, as is the waveform. */}
      <div className="relative z-1 flex items-center">
        <SkipButton to="back" className="max-sm:hidden" />
        <PlayButton />
        <SkipButton to="forward" className="max-sm:hidden" />
      </div>
      {/* Narrow: over the waveform, with the title. Wide: beside it. */}
      <div className="min-w-0 grow max-sm:pl-1 md:contents">
        <div className="flex items-baseline gap-3 md:contents">
          <p dir="auto" className="min-w-0 grow truncate text-meta md:hidden">
            {item.title}
          </p>
          <Clock />
        </div>
        <div className="relative z-1 md:min-w-0 md:grow">
          <PlayerWaveform height={36} />
        </div>
      </div>
      {actions.rating && (
        <div className="hidden sm:contents">
          <FeedbackWidget key={item.id} historyItemId={item.id} given={actions.rating.given} />
        </div>
      )}
      <div className="hidden items-center gap-4 sm:flex">
        <Menu
          label="Speed"
          trigger={
            <button
              type="button"
              aria-label={`Speed, ${speed} times`}
              className="h-9 min-w-11 rounded-control text-meta tabular-nums text-muted hover:bg-ink/6 hover:text-ink pointer-coarse:h-[44px]"
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
        {actions.generated && (
          <>
            <ShareControl item={actions.shareItem} compact />
            <IconButton
              label="Download"
              disabled={!actions.canDownload}
              icon={actions.downloading ? <Spinner /> : <Download className="size-4" aria-hidden="true" />}
              onClick={() => void actions.download()}
            />
          </>
        )}
        <IconButton
          label="Close the player"
          icon={<X className="size-4" aria-hidden="true" />}
          onClick={() => player.close()}
        />
      </div>
      <IconButton
        label="Open the player"
        tooltip={false}
        aria-haspopup="dialog"
        aria-expanded={expanded}
        // The whole bar opens it, but for what has a use of its own.
        className="after:absolute after:inset-0 sm:hidden"
        icon={<ChevronUp className="size-5" aria-hidden="true" />}
        onClick={() => setExpanded(true)}
      />
      {expanded && <PlayerSheet item={item} actions={actions} onClose={() => setExpanded(false)} />}
      <p className="sr-only" role="status">
        {state === "playing" ? `Playing ${item.title}` : state === "ended" ? "Ended" : ""}
      </p>
    </section>
  );
}
