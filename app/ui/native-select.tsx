import { clsx } from "clsx";
import type { SelectHTMLAttributes } from "react";
import { ChevronDown } from "./icons";

/** The browser's own select in our clothes, for pages that ship no React. */
export function NativeSelect({ className, children, ...rest }: SelectHTMLAttributes<HTMLSelectElement>) {
  return (
    <span className={clsx("relative inline-flex", className)}>
      <select
        className="h-10 w-full appearance-none rounded-control border border-edge/60 bg-surface pr-9 text-ink pl-3 hover:border-edge disabled:opacity-50 pointer-coarse:h-[44px] pointer-coarse:text-[16px]"
        {...rest}
      >
        {children}
      </select>
      <ChevronDown
        size={16}
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-muted"
      />
    </span>
  );
}
