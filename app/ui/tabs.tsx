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
}: {
  tabs: Tab[];
  value: string;
  onValueChange: (value: string) => void;
  label: string;
  children?: ReactNode;
  className?: string;
}) {
  return (
    <Radix.Root value={value} onValueChange={onValueChange} className={className}>
      <Radix.List aria-label={label} className="flex gap-5 border-b border-hairline">
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
  "inline-flex items-center pointer-coarse:h-11",
);

/** The look of a tab, for links between screens that belong together. */
export const tabLinkClass = tabClass;

export const TabPanel = ({ value, children }: { value: string; children: ReactNode }) => (
  <Radix.Content value={value} className="pt-4 outline-none">
    {children}
  </Radix.Content>
);
