import { clsx } from "clsx";
import * as Radix from "radix-ui/dialog";
import { type ReactNode, type RefObject, useState } from "react";
import { X } from "./icons";
import { retryingLazy } from "./retrying-lazy";
import { DIALOG_TOOLTIP_DELAY_MS, TooltipProvider } from "./tooltip";
import { firstFieldIn, useFirstFieldLater } from "./use-first-field";
import { useIsPhone } from "./use-media-query";
import { useReturnFocus } from "./use-return-focus";

const Sheet = retryingLazy(() => import("./sheet"));

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons; stay in sight while the content scrolls. */
  footer?: ReactNode;
  width?: "narrow" | "medium" | "wide";
  /** The content brings its own padding and scrolling. */
  flush?: boolean;
  /** What has the focus first, the first field unless given; on phones nothing, since a keyboard would cover the sheet. */
  initialFocus?: RefObject<HTMLElement>;
  /** By the width of the screen unless given. */
  form?: "window" | "sheet";
}

const widths = { narrow: "max-w-[420px]", medium: "max-w-[560px]", wide: "max-w-[800px]" };

/**
 * A window over the screen, a bottom sheet on phones. At most 90 % of the viewport high; the content scrolls.
 * Source: spec 000, section 9.
 */
export function Dialog(props: DialogProps) {
  const narrow = useIsPhone();
  const focus = useReturnFocus();
  const [content, setContent] = useState<HTMLElement | null>(null);
  useFirstFieldLater(content);
  if (props.form ? props.form === "sheet" : narrow) {
    return props.open ? <Sheet {...props} /> : null;
  }
  const { open, onOpenChange, title, description, children, footer, width = "medium", flush, initialFocus } = props;
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="motion-fade fixed inset-0 z-40 bg-overlay" />
        <Radix.Content
          ref={setContent}
          aria-describedby={description ? undefined : ""}
          onOpenAutoFocus={(event) => {
            focus.remember();
            const first = initialFocus?.current ?? firstFieldIn(event.currentTarget as HTMLElement);
            if (!first) return;
            event.preventDefault();
            first.focus();
          }}
          onCloseAutoFocus={focus.giveBack}
          className={clsx(
            "motion-appear fixed inset-0 z-50 m-auto flex h-fit max-h-[90vh] w-[calc(100vw-32px)] flex-col overflow-hidden rounded-sheet border border-hairline bg-surface shadow-float outline-none",
            widths[width],
          )}
        >
          <TooltipProvider delayMs={DIALOG_TOOLTIP_DELAY_MS}>
            <header className="flex items-start gap-4 px-6 pt-5 pb-3">
              <div className="min-w-0 grow">
                <Radix.Title className="text-title font-semibold">{title}</Radix.Title>
                {description && (
                  <Radix.Description asChild>
                    <div className="mt-1 text-base text-muted">{description}</div>
                  </Radix.Description>
                )}
              </div>
              <Radix.Close
                aria-label="Close"
                className="-mr-2 inline-flex size-9 items-center justify-center rounded-control text-muted hover:bg-ink/6 hover:text-ink"
              >
                <X size={18} aria-hidden="true" />
              </Radix.Close>
            </header>
            <div className={clsx("min-h-0 grow", flush ? "flex flex-col" : "overflow-y-auto px-6 pb-6")}>
              {children}
            </div>
            {footer && <footer className="flex justify-end gap-2 border-t border-hairline px-6 py-4">{footer}</footer>}
          </TooltipProvider>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
