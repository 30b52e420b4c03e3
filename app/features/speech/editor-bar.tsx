import { clsx } from "clsx";
import { type RefObject, useCallback, useId, useLayoutEffect, useRef } from "react";
import { ShareControl } from "~/features/sharing/share-control";
import type { ShareItem } from "~/features/sharing/share-item";
import type { VoiceSummary } from "~/features/voices/voice-summary";
import { formatCount, formatNumber } from "~/lib/format-number";
import { Button } from "~/ui/button";
import { RefreshCw, SlidersHorizontal, Square } from "~/ui/icons";
import { Kbd } from "~/ui/kbd";
import { useKeyLabel } from "~/ui/use-key-label";
import type { TextCheck } from "./limits";
import type { GenerationSnapshot } from "./speech-generation";
import { VoiceButton } from "./voice-button";

/** Beneath the text: how long it is, what it costs, and the one primary action. */
export function EditorBar({
  check,
  creditsLeft,
  state,
  canRepeat,
  shareItem,
  voice,
  onOpenVoices,
  onGenerate,
  onRegenerate,
  onStop,
  onOpenSettings,
}: {
  check: TextCheck;
  creditsLeft: number | null;
  state: GenerationSnapshot["state"];
  /** The text was generated and has not changed since: another take makes sense. */
  canRepeat: boolean;
  /** What was made of this very text. */
  shareItem: ShareItem | null;
  /** Absent in a dialogue, where each line has its own. */
  voice?: VoiceSummary;
  onOpenVoices: () => void;
  onGenerate: () => void;
  onRegenerate: () => void;
  onStop: () => void;
  onOpenSettings: () => void;
}) {
  const reason = useId();
  const keys = useKeyLabel("mod+Enter");
  const running = state !== "idle";
  const generate = useRef<HTMLButtonElement>(null);
  const keepFocus = useHandedOnFocus(generate);
  const message = check.problem && check.problem.kind !== "empty" ? check.problem.message : null;
  return (
    <div className="sticky bottom-(--floor) z-10 border-t border-hairline bg-surface px-4 py-3 md:px-6">
      <p id={reason} role="status" className={clsx("mb-2 text-meta text-accent-text", !message && "sr-only")}>
        {message}
      </p>
      {voice && (
        <div className="-mt-1 mb-1 flex lg:hidden">
          <VoiceButton voice={voice} compact onClick={onOpenVoices} />
        </div>
      )}
      <div
        // Buttons come and go here: the second click of a double click would meet another than the first.
        onClickCapture={(event) => event.detail > 1 && event.stopPropagation()}
        className="flex items-center gap-x-3 gap-y-2 max-sm:flex-wrap"
      >
        <p className="tabular mr-auto flex min-w-0 flex-wrap gap-x-4 text-meta text-muted max-sm:basis-full max-sm:justify-between">
          <span className={check.characters > check.limit ? "text-accent-text" : undefined}>
            {formatNumber(check.characters)} / {formatNumber(check.limit)}
            <span className="sr-only"> characters</span>
          </span>
          {creditsLeft !== null && (
            <span>
              {check.cost > 0 && `${formatNumber(check.cost)} of `}
              {formatCount(creditsLeft, "credit")}
            </span>
          )}
        </p>
        <Button variant="secondary" className="lg:hidden" aria-label="Voice and settings" onClick={onOpenSettings}>
          <SlidersHorizontal size={16} aria-hidden="true" />
        </Button>
        <ShareControl item={shareItem} />
        {running ? (
          // With keys of their own, a press that began on the one never ends on the other.
          <Button key="stop" ref={keepFocus} onClick={onStop}>
            <Square size={13} fill="currentColor" aria-hidden="true" />
            Stop
          </Button>
        ) : (
          canRepeat && (
            <Button
              key="regenerate"
              ref={keepFocus}
              onClick={onRegenerate}
              disabled={check.problem !== null}
              aria-describedby={message ? reason : undefined}
            >
              <RefreshCw size={15} aria-hidden="true" />
              <span className="max-sm:sr-only">Regenerate</span>
            </Button>
          )
        )}
        <Button
          ref={generate}
          variant="primary"
          onClick={onGenerate}
          // Busy to the end: a button that is disabled by its own press would lose the focus.
          busy={running}
          disabled={check.problem !== null}
          aria-describedby={message ? reason : undefined}
          className="min-w-[112px] max-sm:grow"
        >
          {running ? "Generating" : "Generate"}
          {!running && (
            <span className="hidden lg:inline [&_kbd]:border-on-accent/40 [&_kbd]:bg-transparent [&_kbd]:text-on-accent">
              <Kbd>{keys}</Kbd>
            </span>
          )}
        </Button>
      </div>
    </div>
  );
}

/** A ref for buttons that stand in for each other: one that has the focus hands it on to the next, or to `heir` where none comes. */
function useHandedOnFocus(heir: RefObject<HTMLButtonElement>) {
  const last = useRef<HTMLButtonElement | null>(null);
  const wasFocused = useRef(false);
  // After the refs: the next button, if there is one, has taken it by then.
  useLayoutEffect(() => {
    if (wasFocused.current && document.activeElement === document.body) heir.current?.focus();
    wasFocused.current = false;
  });
  return useCallback((button: HTMLButtonElement | null) => {
    // React lets go of the old one before it takes it away, and then hands over the new one.
    if (!button) wasFocused.current = document.activeElement === last.current;
    else if (wasFocused.current && document.activeElement === document.body) button.focus();
    last.current = button;
  }, []);
}
