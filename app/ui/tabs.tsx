import { clsx } from "clsx";
import * as Radix from "radix-ui/tabs";
import type { ReactNode } from "react";

export interface Tab {
  value: string;
  label: ReactNode;
}

/** Views of one thing, one at a time. Panels are `TabPanel` children with the same values. */
export function Tabs({
  tabs,
  value,
  onValueChange,
  label,
  children,
  className,
  listClassName,
}: {
  tabs: Tab[];
  value: string;
  onValueChange: (value: string) => void;
  label: string;
  children: ReactNode;
  className?: string;
  listClassName?: string;
}) {
  return (
    <Radix.Root value={value} onValueChange={onValueChange} className={className}>
      <Radix.List aria-label={label} className={clsx("flex gap-2 border-b border-hairline", listClassName)}>
        {tabs.map((tab) => (
          <Radix.Trigger key={tab.value} value={tab.value} className={tabClass}>
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {children}
    </Radix.Root>
  );
}

// The ring of the focus stands around the padding; the line beneath is as wide as the word.
const tabClass = clsx(
  "relative -mb-px inline-flex h-10 items-center px-1.5 outline-offset-[-2px] first:-ml-1.5 pointer-coarse:h-[44px]",
  "text-base font-medium text-muted transition-colors duration-[120ms] hover:text-ink data-[state=active]:text-ink",
  "after:absolute after:inset-x-1.5 after:bottom-0 after:h-0.5 data-[state=active]:after:bg-ink focus-visible:after:hidden",
);

export const TabPanel = ({
  value,
  className = "pt-4",
  children,
}: {
  value: string;
  className?: string;
  children: ReactNode;
}) => (
  // What can have the focus is inside; an empty panel that takes it too would be one stop too many.
  <Radix.Content value={value} tabIndex={-1} className={clsx("outline-none", className)}>
    {children}
  </Radix.Content>
);
