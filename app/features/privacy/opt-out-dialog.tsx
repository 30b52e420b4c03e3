import { type ReactNode, useEffect, useId, useState } from "react";
import { Button } from "~/ui/button";
import { Dialog } from "~/ui/dialog";
import { Switch } from "~/ui/switch";
import { Tooltip } from "~/ui/tooltip";

export interface OptOutQuestion {
  title: string;
  description: ReactNode;
  switchLabel: string;
  /** Where the switch stands at first. */
  initial: boolean;
  /** Why this person may not change it, as a tooltip; absent for those who may. */
  lockedBecause?: string | undefined;
  confirmLabel?: string;
  cancelLabel?: string;
}

/** The end of every description. */
export function PrivacyPolicyLink() {
  return (
    <a href="/privacy" target="_blank" rel="noreferrer" className="text-ink underline underline-offset-2">
      Privacy policy
    </a>
  );
}

/**
 * Asks for one choice about one's data. Can be confirmed once the switch differs from where it stood; closing and cancelling
 * answer null, which is no change. Source: spec 000, section 2 ("Privacy opt-out confirmation dialog").
 */
export function OptOutDialog({
  question,
  open,
  onAnswer,
}: {
  question: OptOutQuestion;
  open: boolean;
  /** May be async: the button is busy meanwhile. */
  onAnswer: (choice: boolean | null) => void | Promise<void>;
}) {
  const { title, description, switchLabel, initial, lockedBecause } = question;
  const id = useId();
  const [choice, setChoice] = useState(initial);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    if (open) setChoice(initial);
  }, [open, initial]);

  async function confirm() {
    setBusy(true);
    try {
      await onAnswer(choice);
    } finally {
      setBusy(false);
    }
  }

  const locked = lockedBecause !== undefined;
  const control = <Switch id={id} checked={choice} onCheckedChange={setChoice} disabled={locked} />;
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && void onAnswer(null)}
      title={title}
      description={description}
      width="narrow"
      footer={
        <>
          <Button onClick={() => void onAnswer(null)}>{question.cancelLabel ?? "Cancel"}</Button>
          <Button variant="primary" busy={busy} disabled={locked || choice === initial} onClick={() => void confirm()}>
            {question.confirmLabel ?? "Continue"}
          </Button>
        </>
      }
    >
      <div className="flex items-center justify-between gap-4 rounded-card border border-hairline px-4 py-3">
        <label htmlFor={id} className="font-medium">
          {switchLabel}
        </label>
        {locked ? (
          <Tooltip content={lockedBecause}>
            {/* A control that is off takes neither pointer nor focus, so what is around it tells why. */}
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the tooltip opens on focus too */}
            <span tabIndex={0} className="inline-flex rounded-full">
              <span className="sr-only">{lockedBecause}</span>
              {control}
            </span>
          </Tooltip>
        ) : (
          control
        )}
      </div>
    </Dialog>
  );
}
