import { formatLength } from "~/lib/format-clock";
import { PLAYER_SPEEDS } from "~/player/player-item";
import { ChevronDown, Download, Link, Pause, Play } from "~/ui/icons";
import type { ShownShare } from "./shown-share";

const CONTROL =
  "inline-flex h-9 shrink-0 items-center gap-1.5 rounded-control px-2.5 text-meta text-muted transition-colors duration-[120ms] hover:bg-ink/6 hover:text-ink pointer-coarse:h-[44px]";

/**
 * What makes a shared text sound. `player-script.ts` brings it to life through its data attributes; without scripts the
 * browser's own controls stand in its place.
 */
export function SharePlayer({
  share,
  compact = false,
}: {
  share: ShownShare;
  /** As it is embedded in other pages. */
  compact?: boolean;
}) {
  const source = `/app/share/${share.shareId}/audio`;
  return (
    <section
      aria-label="Player"
      data-share-player={`/app/share/${share.shareId}`}
      data-duration={share.durationSeconds}
      data-title={share.title}
      data-speaker={share.speakerName}
      className="group/player"
    >
      {/* biome-ignore lint/a11y/useMediaCaption: its words stand beside it and are lit as they are said */}
      <audio preload="metadata" src={source} data-live />
      <div className="flex items-center gap-4 sm:gap-5" data-live>
        <button
          type="button"
          data-toggle
          aria-label="Play"
          aria-keyshortcuts="Space"
          className={`inline-flex shrink-0 items-center justify-center rounded-full bg-accent-fill text-on-accent transition-colors duration-[120ms] hover:bg-accent-fill-hover ${compact ? "size-12" : "size-14"}`}
        >
          <span className="contents group-data-[playing]/player:hidden">
            <Play size={compact ? 20 : 24} fill="currentColor" aria-hidden="true" className="translate-x-[2px]" />
          </span>
          <span className="hidden group-data-[playing]/player:contents">
            <Pause size={compact ? 20 : 24} fill="currentColor" strokeWidth={1} aria-hidden="true" />
          </span>
        </button>
        <div className="relative min-w-0 grow rounded-control has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent">
          <canvas
            data-waveform={share.peaks}
            className={`block w-full ${compact ? "h-12 [@media(min-height:200px)]:h-[72px]" : "h-14 sm:h-16"}`}
          />
          <input
            type="range"
            data-seek
            aria-label="Position"
            min={0}
            max={share.durationSeconds}
            step={0.01}
            defaultValue={0}
            // A position that the browser brings back would stand in for the one in the address.
            autoComplete="off"
            aria-valuetext={`0:00 of ${formatLength(share.durationSeconds)}`}
            className="seek-over"
          />
        </div>
      </div>
      <noscript>
        <style>{"[data-live]{display:none}"}</style>
        {/* biome-ignore lint/a11y/useMediaCaption: its words stand beside it */}
        <audio controls preload="metadata" src={source} className="w-full" />
      </noscript>
      <div className="mt-3 flex min-h-9 flex-wrap items-center gap-x-1 gap-y-1" data-live>
        <p className="tabular shrink-0 text-meta text-muted">
          <span data-position>0:00</span> / {formatLength(share.durationSeconds)}
        </p>
        <span className={`relative ml-auto ${CONTROL} pr-0 pl-0`}>
          <select
            data-speed
            aria-label="Speed"
            defaultValue={1}
            className="tabular h-full appearance-none rounded-control bg-transparent pr-6 pl-2.5 text-muted [text-align-last:right] hover:text-ink"
          >
            {PLAYER_SPEEDS.map((speed) => (
              <option key={speed} value={speed} className="bg-surface text-ink">
                {speed}×
              </option>
            ))}
          </select>
          <ChevronDown size={14} aria-hidden="true" className="pointer-events-none absolute right-1.5" />
        </span>
        {!compact && (
          <>
            <button type="button" data-copy className={CONTROL}>
              <Link size={16} aria-hidden="true" />
              <span data-copy-label>Copy link</span>
            </button>
            {share.allowsDownload && (
              <a href={`/app/share/${share.shareId}/download`} download className={CONTROL}>
                <Download size={16} aria-hidden="true" />
                <span className="max-xs:sr-only">Download</span>
              </a>
            )}
          </>
        )}
      </div>
      <p role="status" data-status className="text-meta text-accent-text empty:hidden" />
    </section>
  );
}
