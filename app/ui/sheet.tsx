import { clsx } from "clsx";
import { Drawer } from "vaul";
import type { DialogProps } from "./dialog";
import { X } from "./icons";
import { useReturnFocus } from "./use-return-focus";

/** The phone's form of a dialog: a sheet from below that can be closed by its button or swiped away. Loaded when first opened. */
export default function Sheet({ open, onOpenChange, title, description, children, footer, flush }: DialogProps) {
  const focus = useReturnFocus();
  return (
    <Drawer.Root open={open} onOpenChange={onOpenChange} repositionInputs={false}>
      <Drawer.Portal>
        <Drawer.Overlay className="fixed inset-0 z-40 bg-overlay" />
        <Drawer.Content
          aria-describedby={description ? undefined : ""}
          onOpenAutoFocus={(event) => {
            focus.remember();
            // Not a field of it, whose keyboard would cover the sheet.
            (event.currentTarget as HTMLElement).focus();
          }}
          onCloseAutoFocus={focus.giveBack}
          className="fixed inset-x-0 bottom-0 z-50 flex max-h-[90vh] flex-col rounded-t-sheet border-t border-hairline bg-surface pb-[env(safe-area-inset-bottom)] shadow-float outline-none"
        >
          <div aria-hidden="true" className="mx-auto mt-2 mb-1 h-1 w-9 shrink-0 rounded-full bg-edge/60" />
          <header className="flex items-start gap-3 pt-2 pr-3 pb-3 pl-5">
            <div className="min-w-0 grow">
              <Drawer.Title className="text-title font-semibold">{title}</Drawer.Title>
              {description && (
                <Drawer.Description asChild>
                  <div className="mt-1 text-base text-muted">{description}</div>
                </Drawer.Description>
              )}
            </div>
            <Drawer.Close
              aria-label="Close"
              // As high as a finger needs it, without moving the title.
              className="-mt-2 inline-flex size-[44px] shrink-0 items-center justify-center rounded-control text-muted hover:bg-ink/6 hover:text-ink"
            >
              <X size={18} aria-hidden="true" />
            </Drawer.Close>
          </header>
          <div className={clsx("min-h-0 grow", flush ? "flex flex-col" : "overflow-y-auto px-5 pb-5")}>{children}</div>
          {footer && (
            <footer className="flex flex-col-reverse gap-2 border-t border-hairline px-5 py-4 [&>*]:w-full">
              {footer}
            </footer>
          )}
        </Drawer.Content>
      </Drawer.Portal>
    </Drawer.Root>
  );
}
