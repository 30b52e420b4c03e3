import { Toaster as Sonner } from "sonner";
import { useToastFocus } from "./use-toast-focus";

/** Source: spec 000, sections 2 and 9. */
export const TOAST_DURATION_MS = 5555;
export const MAX_TOASTS = 3;

/** Top-centre on the sign-in and sign-up routes, bottom-right elsewhere. */
export function toastPosition(pathname: string): "top-center" | "bottom-right" {
  return /^\/app\/sign-(in|up)(\/|$)/.test(pathname) ? "top-center" : "bottom-right";
}

/** Where short messages appear. `--floor` is the height of what stands at the bottom: player, navigation. */
export function Toaster({ pathname }: { pathname: string }) {
  const section = useToastFocus();
  const position = toastPosition(pathname);
  const bottom = position === "bottom-right" ? "calc(var(--floor, 0px) + 16px)" : 16;
  return (
    <Sonner
      ref={section}
      position={position}
      duration={TOAST_DURATION_MS}
      visibleToasts={MAX_TOASTS}
      expand
      offset={{ bottom, right: 16, top: 16 }}
      mobileOffset={{ bottom, left: 12, right: 12, top: 12 }}
      gap={8}
      // Over dialogs and sheets (50), under what is open at a control (60): nothing takes a menu's clicks.
      // In the product's font: the library has one of its own.
      style={{ zIndex: 55, fontFamily: "inherit" }}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast:
            "flex w-full items-start gap-2.5 rounded-card border border-hairline bg-surface px-3.5 py-3 text-base text-ink shadow-float sm:w-[356px]",
          content: "grow min-w-0",
          title: "font-medium [overflow-wrap:anywhere]",
          description: "text-meta text-muted mt-0.5",
          icon: "mt-0.5 shrink-0 [&_svg]:size-4",
          success: "[&_[data-icon]]:text-positive",
          error: "[&_[data-icon]]:text-accent-text",
          warning: "[&_[data-icon]]:text-caution",
          actionButton:
            "ml-auto shrink-0 rounded-control border border-hairline px-2.5 py-1 text-meta font-medium hover:border-edge",
          cancelButton: "ml-auto shrink-0 rounded-control px-2.5 py-1 text-meta text-muted",
        },
      }}
    />
  );
}
