import { clsx } from "clsx";
import * as Radix from "radix-ui/select";
import { useFieldControlId } from "./field";
import { Check, ChevronDown } from "./icons";

export interface SelectOption {
  value: string;
  label: string;
  /** A second, quieter line in the list. */
  hint?: string;
  disabled?: boolean;
}

/**
 * One of several. Defaults: width 260–320 px, list up to 240 px high, placeholder "Select".
 * Source: spec 000, section 9.
 */
export function Select({
  options,
  value,
  onValueChange,
  placeholder = "Select",
  label,
  disabled,
  className,
  name,
}: {
  options: SelectOption[];
  value: string | undefined;
  onValueChange: (value: string) => void;
  placeholder?: string;
  /** Needed when there is no field around it. */
  label?: string;
  disabled?: boolean;
  className?: string;
  name?: string;
}) {
  const controlId = useFieldControlId();
  return (
    <Radix.Root value={value} onValueChange={onValueChange} disabled={disabled} name={name}>
      <Radix.Trigger
        id={controlId}
        aria-label={label}
        className={clsx(
          "inline-flex h-10 max-w-[320px] min-w-[260px] items-center justify-between gap-2 rounded-control border border-edge/60 bg-surface px-3 text-left",
          "transition-[border-color] duration-[120ms] hover:border-edge disabled:opacity-50 data-[placeholder]:text-muted pointer-coarse:h-[44px]",
          className,
        )}
      >
        <span className="truncate">
          <Radix.Value placeholder={placeholder} />
        </span>
        <Radix.Icon>
          <ChevronDown size={16} className="text-muted" aria-hidden="true" />
        </Radix.Icon>
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          position="popper"
          sideOffset={4}
          collisionPadding={8}
          className="motion-fade z-60 max-w-[min(320px,calc(100vw-16px))] min-w-[var(--radix-select-trigger-width)] overflow-hidden rounded-card border border-hairline bg-surface shadow-float"
        >
          <Radix.Viewport className="max-h-[240px] p-1">
            {options.map((option) => (
              <Radix.Item
                key={option.value}
                value={option.value}
                disabled={option.disabled}
                className="relative flex cursor-default flex-col rounded-control py-1.5 pr-8 pl-2 outline-none select-none data-[disabled]:opacity-45 data-[highlighted]:bg-ink/6"
              >
                <Radix.ItemText>{option.label}</Radix.ItemText>
                {option.hint && <span className="text-meta text-muted">{option.hint}</span>}
                <Radix.ItemIndicator className="absolute top-2 right-2">
                  <Check size={16} className="text-accent-text" aria-hidden="true" />
                </Radix.ItemIndicator>
              </Radix.Item>
            ))}
          </Radix.Viewport>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
