import { clsx } from "clsx";
import * as Radix from "radix-ui/slider";
import { useState } from "react";

/**
 * A value on a line. Defaults: 0 to 1 in steps of 0.005, with a percentage shown at the thumb.
 * Source: spec 000, section 9.
 */
export function Slider({
  label,
  value,
  onValueChange,
  onValueCommit,
  min = 0,
  max = 1,
  step = 0.005,
  format = asPercentage,
  disabled,
  className,
}: {
  label: string;
  value: number;
  onValueChange: (value: number) => void;
  onValueCommit?: (value: number) => void;
  min?: number;
  max?: number;
  step?: number;
  format?: (value: number) => string;
  disabled?: boolean;
  className?: string;
}) {
  const [touched, setTouched] = useState(false);
  // As far along the thumb as the thumb is along the track: so it ends where the track does, and nothing cuts it off.
  const along = max > min ? ((value - min) / (max - min)) * 100 : 0;
  return (
    <Radix.Root
      value={[value]}
      min={min}
      max={max}
      step={step}
      disabled={disabled}
      onValueChange={([next]) => next !== undefined && onValueChange(next)}
      onValueCommit={([next]) => next !== undefined && onValueCommit?.(next)}
      onPointerDown={() => setTouched(true)}
      onPointerUp={() => setTouched(false)}
      className={clsx(
        "group relative flex h-5 w-full touch-none items-center select-none data-[disabled]:opacity-45 pointer-coarse:h-[44px]",
        className,
      )}
    >
      <Radix.Track className="relative h-[3px] grow rounded-full bg-edge/45">
        <Radix.Range className="absolute h-full rounded-full bg-ink" />
      </Radix.Track>
      <Radix.Thumb
        aria-label={label}
        aria-valuetext={format(value)}
        className="relative block size-4 rounded-full border-2 border-ink bg-surface transition-transform duration-[120ms] hover:scale-110"
      >
        <span
          aria-hidden="true"
          style={{ left: `${along}%`, translate: `${-along}%` }}
          className={clsx(
            "tabular pointer-events-none absolute bottom-full mb-1.5 rounded-control bg-ink px-1.5 py-0.5 text-tiny text-paper transition-opacity duration-[120ms]",
            touched ? "opacity-100" : "opacity-0 group-hover:opacity-100 group-has-[:focus-visible]:opacity-100",
          )}
        >
          {format(value)}
        </span>
      </Radix.Thumb>
    </Radix.Root>
  );
}

export function asPercentage(value: number): string {
  return `${Math.round(value * 100)}%`;
}
