import { clsx } from "clsx";
import * as Radix from "radix-ui/dropdown-menu";
import type { ReactElement, ReactNode } from "react";
import { Kbd } from "./kbd";

/** A list of actions that opens from a button. */
export function Menu({
  trigger,
  children,
  align = "end",
  side,
  label,
  defaultOpen,
}: {
  trigger: ReactElement;
  children: ReactNode;
  align?: "start" | "center" | "end";
  side?: "top" | "right" | "bottom" | "left";
  label?: string;
  /** Open when it comes, because somebody waits for it. */
  defaultOpen?: boolean;
}) {
  return (
    <Radix.Root modal={false} defaultOpen={defaultOpen}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align={align}
          side={side}
          sideOffset={6}
          collisionPadding={8}
          aria-label={label}
          className="motion-fade z-60 min-w-48 rounded-card border border-hairline bg-surface p-1 shadow-float outline-none"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

const item =
  "flex w-full cursor-default items-center gap-2.5 rounded-control px-2 py-1.5 text-left text-base outline-none select-none data-[disabled]:opacity-45 data-[highlighted]:bg-ink/6 pointer-coarse:min-h-[44px]";

export function MenuItem({
  icon,
  children,
  onSelect,
  keys,
  danger = false,
  disabled,
  asChild,
}: {
  icon?: ReactNode;
  children: ReactNode;
  onSelect?: (event: Event) => void;
  keys?: string;
  danger?: boolean;
  disabled?: boolean;
  /** The child is the item itself, e.g. a link. */
  asChild?: boolean;
}) {
  if (asChild) {
    return (
      <Radix.Item asChild onSelect={onSelect} disabled={disabled} className={item}>
        {children}
      </Radix.Item>
    );
  }
  return (
    <Radix.Item onSelect={onSelect} disabled={disabled} className={clsx(item, danger && "text-accent-text")}>
      {icon && <span className="text-muted">{icon}</span>}
      <span className="grow">{children}</span>
      {keys && <Kbd>{keys}</Kbd>}
    </Radix.Item>
  );
}

export function MenuSeparator() {
  return <Radix.Separator className="my-1 h-px bg-hairline" />;
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return <Radix.Label className="px-2 py-1.5 text-meta text-muted">{children}</Radix.Label>;
}
