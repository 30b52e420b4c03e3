import { type FormEvent, useEffect, useRef, useState } from "react";

export interface Captcha {
  /** For a hidden field `captcha`; empty until there is an answer. */
  answer: string;
  /** Where an outside service shows its widget, if it needs one. */
  widget: React.RefObject<HTMLDivElement>;
  /** For the form: waits with sending until the answer is there. */
  hold(event: FormEvent<HTMLFormElement>): void;
  /** The form waits for the answer. */
  isHolding: boolean;
}

/**
 * Gets the answer to the puzzle against robots in the background. An answer counts once, so a refusal (another `problems`)
 * gets a new one.
 *
 * @param siteKey of Turnstile; null for the puzzle of this installation
 */
export function useCaptcha(siteKey: string | null, problems: unknown): Captcha {
  const [answer, setAnswer] = useState<string>();
  const [held, setHeld] = useState<HTMLFormElement | null>(null);
  const widget = useRef<HTMLDivElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each refusal has used the answer up
  useEffect(() => {
    const left = new AbortController();
    setAnswer(undefined);
    void askFor(siteKey, widget.current, left.signal).then((found) => {
      if (!left.signal.aborted) setAnswer(found ?? "");
    });
    return () => left.abort();
  }, [siteKey, problems]);

  useEffect(() => {
    if (!held || answer === undefined) return;
    setHeld(null);
    held.requestSubmit();
  }, [answer, held]);

  // By what is drawn: an answer that has come is in the form only then.
  const hold = (event: FormEvent<HTMLFormElement>) => {
    if (answer !== undefined) return;
    event.preventDefault();
    setHeld(event.currentTarget);
  };

  return { answer: answer ?? "", widget, hold, isHolding: held !== null };
}

/** The code of either comes with its first use. */
async function askFor(siteKey: string | null, place: HTMLElement | null, signal: AbortSignal): Promise<string | null> {
  if (siteKey === null) return (await import("./solve-captcha")).solveCaptcha(signal);
  return place ? (await import("./turnstile-widget")).askTurnstile(siteKey, place, signal) : null;
}
