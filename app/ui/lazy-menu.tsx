import { cloneElement, type KeyboardEvent, type ReactElement, type ReactNode, Suspense, useState } from "react";

/**
 * A button whose menu comes with its first use, since menus are a tenth of a screen's script. It is asked for when a pointer
 * or the focus comes near, and opens once it is there.
 */
export function LazyMenu({
  trigger,
  load,
  children,
}: {
  /** The button, the same that the menu has. */
  trigger: ReactElement;
  /** Loads what `children` needs. */
  load: () => Promise<unknown>;
  /** The menu, open from the beginning (`defaultOpen`). */
  children: ReactNode;
}) {
  const [isWanted, setWanted] = useState(false);
  // One that cannot be loaded now is asked for again when it is opened.
  const prepare = () => void load().catch(() => undefined);
  const open = () => setWanted(true);
  const button = cloneElement(trigger, {
    "aria-haspopup": "menu",
    "aria-expanded": false,
    "aria-busy": isWanted || undefined,
    onPointerEnter: prepare,
    onFocus: prepare,
    onClick: open,
    onKeyDown(event: KeyboardEvent) {
      if (event.key !== "ArrowDown") return;
      event.preventDefault();
      open();
    },
  });
  return isWanted ? <Suspense fallback={button}>{children}</Suspense> : button;
}
