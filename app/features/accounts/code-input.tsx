import { clsx } from "clsx";
import { OTPInput, REGEXP_ONLY_DIGITS } from "input-otp";
import { useEffect, useState } from "react";
import { useFieldControlId } from "~/ui/field";

const DIGITS = 6;

/**
 * Six digits in a field of the form around it. Pasting fills it, as does the telephone; a whole code is sent by itself.
 * `refusal`: what was wrong with the last one, which empties the field.
 */
export function CodeInput({
  name,
  refusal,
  autoFocus = true,
}: {
  name: string;
  refusal: unknown;
  /** Not where something else is to be looked at first: a telephone's keyboard would cover it. */
  autoFocus?: boolean;
}) {
  const id = useFieldControlId();
  const [code, setCode] = useState("");
  useEffect(() => {
    if (refusal) setCode("");
  }, [refusal]);
  return (
    <OTPInput
      id={id}
      name={name}
      value={code}
      autoFocus={autoFocus}
      onChange={setCode}
      maxLength={DIGITS}
      pattern={REGEXP_ONLY_DIGITS}
      inputMode="numeric"
      autoComplete="one-time-code"
      aria-invalid={refusal ? true : undefined}
      pasteTransformer={(text) => text.replace(/\D/g, "")}
      onComplete={(_code: string) => {
        const field = document.getElementById(id ?? "");
        if (field instanceof HTMLInputElement) field.form?.requestSubmit();
      }}
      containerClassName="flex gap-2"
      render={({ slots }) =>
        slots.map((slot, i) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: the places of a code are what they are
            key={i}
            aria-hidden="true"
            className={clsx(
              "flex h-12 w-full max-w-12 items-center justify-center rounded-control border bg-surface text-title tabular",
              slot.isActive ? "border-accent outline-2 outline-offset-1 outline-accent" : "border-edge/60",
            )}
          >
            {slot.char}
          </span>
        ))
      }
    />
  );
}
