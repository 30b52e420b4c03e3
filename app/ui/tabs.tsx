import { clsx } from "clsx";
import { Tabs as Radix } from "radix-ui";
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
      <Radix.List aria-label={label} className={clsx("flex gap-5 border-b border-hairline", listClassName)}>
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

const tabClass = clsx(
  "-mb-px h-10 border-b-2 border-transparent text-base font-medium text-muted transition-colors duration-[120ms] hover:text-ink",
  "aria-[current=page]:border-ink aria-[current=page]:text-ink data-[state=active]:border-ink data-[state=active]:text-ink",
  "inline-flex items-center outline-offset-[-2px] pointer-coarse:h-11",
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
