import { clsx } from "clsx";

/** Keys as printed on a keyboard, e.g. "⌘K". */
export function Kbd({ children, inverse = false }: { children: string; inverse?: boolean }) {
  return (
    <kbd
      className={clsx(
        "tabular rounded-[4px] border px-1 font-sans text-tiny leading-[18px]",
        inverse ? "border-paper/30 text-paper" : "border-hairline bg-surface text-muted",
      )}
    >
      {children}
    </kbd>
  );
}
