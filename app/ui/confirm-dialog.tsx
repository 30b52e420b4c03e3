import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { Button } from "./button";
import { Dialog } from "./dialog";
import { Field, Input } from "./field";

export interface ConfirmRequest {
  title: string;
  description: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  /** The confirm button looks like what cannot be undone. */
  destructive?: boolean;
  /** Something to type first; must pass native validity. */
  input?: { label: string; pattern?: string; required?: boolean; placeholder?: string; type?: string; hint?: string };
  /** Seconds before confirm is enabled. */
  waitSeconds?: number;
}

/** Asks before what cannot be undone. Source: spec 001, section 2 (confirm dialog), section 5 (input validity). */
export function ConfirmDialog({
  request,
  open,
  onCancel,
  onConfirm,
}: {
  request: ConfirmRequest;
  open: boolean;
  onCancel: () => void;
  /** Given what was typed (empty without an input). May be async: the button is busy meanwhile. */
  onConfirm: (input: string) => void | Promise<void>;
}) {
  const form = useRef<HTMLFormElement>(null);
  const [busy, setBusy] = useState(false);
  const startsValid = !request.input?.required;
  const [valid, setValid] = useState(startsValid);
  const secondsLeft = useCountdown(request.waitSeconds ?? 0, open);
  // Each time it opens the input is empty again.
  useEffect(() => {
    if (open) setValid(startsValid);
  }, [open, startsValid]);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (secondsLeft > 0 || !event.currentTarget.checkValidity()) return;
    setBusy(true);
    try {
      await onConfirm(String(new FormData(event.currentTarget).get("confirm-input") ?? ""));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onCancel()}
      title={request.title}
      description={request.description}
      width="narrow"
      footer={
        <>
          <Button onClick={onCancel}>{request.cancelLabel ?? "Cancel"}</Button>
          <Button
            variant={request.destructive ? "danger" : "primary"}
            busy={busy}
            disabled={secondsLeft > 0 || !valid}
            onClick={() => form.current?.requestSubmit()}
          >
            {request.confirmLabel}
            {secondsLeft > 0 && <span className="tabular">({secondsLeft})</span>}
          </Button>
        </>
      }
    >
      <form ref={form} onSubmit={submit} onInput={(event) => setValid(event.currentTarget.checkValidity())}>
        {request.input && (
          <Field label={request.input.label} hint={request.input.hint} className="pt-1">
            <Input
              name="confirm-input"
              type={request.input.type ?? "text"}
              pattern={request.input.pattern}
              required={request.input.required}
              placeholder={request.input.placeholder}
              autoComplete="off"
            />
          </Field>
        )}
      </form>
    </Dialog>
  );
}

/** Whole seconds left, counting from `fromSeconds` each time `running` begins. */
function useCountdown(fromSeconds: number, running: boolean): number {
  const [passed, setPassed] = useState(0);
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => setPassed((seconds) => seconds + 1), 1000);
    return () => {
      clearInterval(timer);
      // Counted from the start again when it opens next, at its first picture already.
      setPassed(0);
    };
  }, [running]);
  return Math.max(0, fromSeconds - passed);
}
