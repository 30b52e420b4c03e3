import { clsx } from "clsx";
import * as Radix from "radix-ui/checkbox";
import { useRef } from "react";
import { Check, Minus } from "./icons";

/** A choice that joins others; `indeterminate` when only some of what it stands for is chosen. */
export function Checkbox({
  label,
  checked,
  onCheckedChange,
  disabled,
  id,
  name,
  className,
}: {
  /** Read aloud; leave out when a visible label points at `id`. */
  label?: string;
  checked: boolean | "indeterminate";
  /** `withShift` when the key was held, as for a range. */
  onCheckedChange: (checked: boolean, withShift: boolean) => void;
  disabled?: boolean;
  id?: string;
  name?: string;
  className?: string;
}) {
  const withShift = useRef(false);
  return (
    <Radix.Root
      id={id}
      name={name}
      aria-label={label}
      checked={checked}
      disabled={disabled}
      // Comes before the change, which knows nothing of keys.
      onClick={(event) => {
        withShift.current = event.shiftKey;
      }}
      onCheckedChange={(next) => onCheckedChange(next === true, withShift.current)}
      className={clsx(
        "relative inline-flex size-[18px] shrink-0 items-center justify-center rounded-[4px] border border-edge bg-surface text-paper disabled:opacity-45",
        "data-[state=checked]:border-ink data-[state=checked]:bg-ink data-[state=indeterminate]:border-ink data-[state=indeterminate]:bg-ink",
        "pointer-coarse:before:absolute pointer-coarse:before:-inset-[13px]",
        className,
      )}
    >
      <Radix.Indicator>
        {checked === "indeterminate" ? <Minus size={14} aria-hidden="true" /> : <Check size={14} aria-hidden="true" />}
      </Radix.Indicator>
    </Radix.Root>
  );
}
