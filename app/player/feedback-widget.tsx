import { useEffect, useId, useRef, useState } from "react";
import { toast } from "sonner";
import { historyMessages, MAX_FEEDBACK_CHARACTERS, MIN_FEEDBACK_CHARACTERS } from "~/domains/history/messages";
import { apiJson, toastMessageOf } from "~/lib/api-client";
import { Button } from "~/ui/button";
import { Checkbox } from "~/ui/checkbox";
import { Dialog } from "~/ui/dialog";
import { IconButton } from "~/ui/icon-button";
import { ThumbsDown, ThumbsUp } from "~/ui/icons";
import type { WireFeedback } from "./file-name-lookup";

const FAULTS = [
  ["emotions", "Emotions are off"],
  ["inaccurate_clone", "Does not sound like the voice"],
  ["glitches", "Glitches"],
  ["audio_quality", "Audio quality"],
  ["other", "Something else"],
] as const;
type Fault = (typeof FAULTS)[number][0];

const NO_FAULTS: Record<Fault, boolean> = {
  emotions: false,
  inaccurate_clone: false,
  glitches: false,
  audio_quality: false,
  other: false,
};

/** Thumbs for a generated item, with a few words or reasons. Source: spec 001, sections 3, 4, 5 and 8. */
export function FeedbackWidget({ historyItemId, given }: { historyItemId: string; given: WireFeedback | null }) {
  const [thumbsUp, setThumbsUp] = useState<boolean | null>(given?.thumbs_up ?? null);
  const [asking, setAsking] = useState<"up" | "down" | null>(null);
  useEffect(() => setThumbsUp(given?.thumbs_up ?? null), [given]);
  const reviewed = given?.review_status !== undefined && given.review_status !== "not_reviewed";

  const open = (which: "up" | "down") => {
    if (reviewed) toast.error(historyMessages.feedbackReviewed);
    else setAsking(which);
  };
  return (
    <fieldset aria-label="Rate this speech" className="flex items-center">
      <IconButton
        label="Good"
        icon={<ThumbsUp className="size-4" />}
        aria-pressed={thumbsUp === true}
        onClick={() => open("up")}
      />
      <IconButton
        label="Not good"
        icon={<ThumbsDown className="size-4" />}
        aria-pressed={thumbsUp === false}
        onClick={() => open("down")}
      />
      {asking && (
        <FeedbackDialog
          historyItemId={historyItemId}
          positive={asking === "up"}
          onClose={() => setAsking(null)}
          onSaved={() => setThumbsUp(asking === "up")}
        />
      )}
    </fieldset>
  );
}

function FeedbackDialog(props: { historyItemId: string; positive: boolean; onClose: () => void; onSaved: () => void }) {
  const [words, setWords] = useState("");
  const [faults, setFaults] = useState(NO_FAULTS);
  const [problem, setProblem] = useState<string | null>(null);
  const [saving, setSaving] = useState(false);
  const fieldId = useId();
  const closed = useRef(false);
  useEffect(() => {
    closed.current = false;
    return () => {
      closed.current = true;
    };
  }, []);
  const length = Array.from(words.trim()).length;

  const save = async () => {
    if (props.positive && length > 0 && length < MIN_FEEDBACK_CHARACTERS) {
      setProblem(historyMessages.feedbackTooShort);
      return;
    }
    setSaving(true);
    try {
      await apiJson(`/v1/history/${encodeURIComponent(props.historyItemId)}/feedback`, "POST", {
        thumbs_up: props.positive,
        feedback: words.trim(),
        ...faults,
      });
      toast.success(historyMessages.feedbackSaved);
      props.onSaved();
      // Cancelled meanwhile, another may be open by now.
      if (!closed.current) props.onClose();
    } catch (error) {
      toast.error(toastMessageOf(error));
      setSaving(false);
    }
  };

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && props.onClose()}
      title={props.positive ? "What did you like?" : "What was wrong?"}
      footer={
        <>
          <Button variant="quiet" onClick={props.onClose}>
            Cancel
          </Button>
          <Button variant="primary" onClick={save} busy={saving}>
            Send feedback
          </Button>
        </>
      }
    >
      {props.positive ? (
        <div>
          <label htmlFor={fieldId} className="text-base text-muted">
            A few words, if you like
          </label>
          <textarea
            id={fieldId}
            value={words}
            rows={4}
            maxLength={MAX_FEEDBACK_CHARACTERS}
            aria-describedby={`${fieldId}-note`}
            aria-invalid={problem !== null}
            onChange={(event) => {
              setWords(event.target.value);
              setProblem(null);
            }}
            className="mt-2 w-full rounded-control border border-edge bg-surface p-3 text-base"
          />
          <p id={`${fieldId}-note`} className="mt-1 flex justify-between text-meta text-muted">
            <span role="alert" className="text-accent-text">
              {problem}
            </span>
            <span className="tabular-nums">
              {length}/{MAX_FEEDBACK_CHARACTERS}
            </span>
          </p>
        </div>
      ) : (
        <fieldset className="flex flex-col gap-3">
          <legend className="sr-only">What was wrong</legend>
          {FAULTS.map(([name, label]) => (
            <div key={name} className="flex items-center gap-3">
              <Checkbox
                id={`${fieldId}-${name}`}
                checked={faults[name]}
                onCheckedChange={(checked) => setFaults((before) => ({ ...before, [name]: checked }))}
              />
              <label htmlFor={`${fieldId}-${name}`}>{label}</label>
            </div>
          ))}
        </fieldset>
      )}
    </Dialog>
  );
}
