import * as Radix from "radix-ui/switch";

/** On or off, effective at once. */
export function Switch({
  label,
  checked,
  onCheckedChange,
  disabled,
  id,
}: {
  /** Read aloud; leave out when a visible label points at `id`. */
  label?: string;
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  disabled?: boolean;
  id?: string;
}) {
  return (
    <Radix.Root
      id={id}
      aria-label={label}
      checked={checked}
      onCheckedChange={onCheckedChange}
      disabled={disabled}
      className="relative inline-flex h-5 w-9 shrink-0 items-center rounded-full bg-edge transition-colors duration-[120ms] disabled:opacity-45 data-[state=checked]:bg-ink pointer-coarse:before:absolute pointer-coarse:before:-inset-[13px]"
    >
      <Radix.Thumb className="block size-4 translate-x-0.5 rounded-full bg-surface transition-transform duration-[120ms] ease-out data-[state=checked]:translate-x-4.5" />
    </Radix.Root>
  );
}
