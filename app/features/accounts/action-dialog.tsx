import { type ReactNode, useEffect, useId, useRef } from "react";

/** A dialog that is the whole page: where an emailed link leads. Works without scripts. */
export function ActionDialog({ title, children }: { title: string; children: ReactNode }) {
  const titleId = useId();
  const dialog = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another title is another dialog, which takes the focus
  useEffect(() => dialog.current?.focus(), [title]);
  return (
    <section
      ref={dialog}
      role="dialog"
      aria-labelledby={titleId}
      tabIndex={-1}
      className="flex flex-col gap-4 rounded-sheet border border-hairline bg-surface p-6 shadow-float outline-none"
    >
      <h1 id={titleId} className="text-title font-semibold">
        {title}
      </h1>
      {children}
    </section>
  );
}
