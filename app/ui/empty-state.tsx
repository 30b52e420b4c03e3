import type { ReactNode } from "react";

/** What a list shows when it has nothing: one sentence, and the action that fills it. */
export function EmptyState({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className="flex flex-col items-center gap-4 px-6 py-16 text-center">
      <RestingBars />
      <p className="max-w-sm text-base text-muted">{children}</p>
      {action}
    </div>
  );
}

/** The waveform at rest: silence, drawn as silence. */
function RestingBars() {
  return (
    <svg width="96" height="8" viewBox="0 0 96 8" aria-hidden="true" className="text-edge">
      {Array.from({ length: 16 }, (_, i) => i * 6).map((x) => (
        <rect key={x} x={x + 1} y="3" width="3" height="2" rx="1" fill="currentColor" />
      ))}
    </svg>
  );
}
