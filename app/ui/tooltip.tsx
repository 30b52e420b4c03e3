import * as Radix from "radix-ui/tooltip";
import type { ReactElement, ReactNode } from "react";
import { Kbd } from "./kbd";

/** Source: spec 000, section 9: tooltips wait 100 ms by default, 400 ms in dialogs. */
const TOOLTIP_DELAY_MS = 100;
export const DIALOG_TOOLTIP_DELAY_MS = 400;

export function TooltipProvider({ children, delayMs = TOOLTIP_DELAY_MS }: { children: ReactNode; delayMs?: number }) {
  return (
    <Radix.Provider delayDuration={delayMs} skipDelayDuration={200}>
      {children}
    </Radix.Provider>
  );
}

/** A short explanation on hover and focus. It repeats or adds; it never carries the only way to know something. */
export function Tooltip({
  content,
  keys,
  children,
  side = "top",
}: {
  content: ReactNode;
  keys?: string;
  children: ReactElement;
  side?: "top" | "right" | "bottom" | "left";
}) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className="motion-fade z-60 flex max-w-64 items-center gap-2 rounded-control bg-ink px-2 py-1 text-meta text-paper shadow-float"
        >
          {content}
          {keys && <Kbd inverse>{keys}</Kbd>}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
