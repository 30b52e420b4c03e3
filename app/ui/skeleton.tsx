import { clsx } from "clsx";
import type { ReactNode } from "react";

/** The shape of something that is still loading. Shows after 150 ms (see `motion-skeleton`). */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={clsx("motion-skeleton block rounded-control bg-ink/8", className)} />;
}

/** Wraps skeletons so that a screen reader hears one sentence instead of shapes. */
export function Loading({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div role="status" aria-busy="true">
      <span className="sr-only">{label}</span>
      {children}
    </div>
  );
}
