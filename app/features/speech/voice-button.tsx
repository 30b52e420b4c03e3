import { clsx } from "clsx";
import { loadVoicePicker } from "~/features/voices/load-voice-picker";
import { languageName, type VoiceSummary } from "~/features/voices/voice-summary";
import { ChevronRight } from "~/ui/icons";

/** Asked for as somebody nears it, the dialog is there for the first key that is typed into it. */
const loadAhead = () => void loadVoicePicker().catch(() => undefined);

/** The chosen voice, as the button that changes it. */
export function VoiceButton({
  voice,
  onClick,
  compact = false,
  label = "Change the voice",
}: {
  voice: VoiceSummary;
  onClick: () => void;
  compact?: boolean;
  label?: string;
}) {
  return (
    <button
      type="button"
      onClick={onClick}
      onPointerEnter={loadAhead}
      onFocus={loadAhead}
      aria-label={`${voice.name}. ${label}`}
      className={clsx(
        "flex min-w-0 items-center gap-2 rounded-control text-left transition-[border-color,background-color] duration-[120ms] pointer-coarse:min-h-[44px]",
        compact ? "px-2 py-1 hover:bg-ink/6" : "w-full border border-edge/60 bg-surface px-3 py-2 hover:border-edge",
      )}
    >
      <span className="min-w-0 grow">
        <span className="block truncate font-medium">{voice.name}</span>
        {!compact && <span className="block truncate text-meta text-muted">{languageName(voice.language)}</span>}
      </span>
      <ChevronRight size={15} className="shrink-0 text-muted" aria-hidden="true" />
    </button>
  );
}
