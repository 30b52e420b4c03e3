import { clsx } from "clsx";
import { type ButtonHTMLAttributes, forwardRef } from "react";
import { Spinner } from "./spinner";

export type ButtonVariant = "primary" | "secondary" | "quiet" | "danger";
export type ButtonSize = "small" | "medium" | "large";

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** `primary` is the one action of a screen. */
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Work is under way: the label stays, a spinner joins it, presses are ignored. */
  busy?: boolean;
}

const variants: Record<ButtonVariant, string> = {
  primary: "bg-accent-fill text-on-accent hover:bg-accent-fill-hover",
  secondary: "border border-hairline bg-surface text-ink hover:border-edge",
  quiet: "text-ink hover:bg-ink/6",
  danger: "border border-accent-text/50 text-accent-text hover:bg-accent-wash",
};
const sizes: Record<ButtonSize, string> = {
  small: "h-8 px-3 text-meta gap-1.5",
  medium: "h-10 px-4 text-base gap-2",
  large: "h-12 px-5 text-base gap-2",
};

/** The look of a button, for links that look like one. */
export function buttonClass(variant: ButtonVariant = "secondary", size: ButtonSize = "medium", extra?: string): string {
  return clsx(
    "inline-flex shrink-0 items-center justify-center rounded-control font-medium whitespace-nowrap select-none",
    "transition-[background-color,border-color,opacity] duration-[120ms] ease-out",
    "disabled:opacity-45 disabled:pointer-events-none aria-disabled:opacity-45 pointer-coarse:min-h-[44px]",
    variants[variant],
    sizes[size],
    extra,
  );
}

export const Button = forwardRef<HTMLButtonElement, ButtonProps>(function Button(
  { variant = "secondary", size = "medium", busy = false, className, children, type = "button", onClick, ...rest },
  ref,
) {
  return (
    <button
      ref={ref}
      type={type}
      className={buttonClass(variant, size, className)}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      {...rest}
    >
      {busy && <Spinner />}
      {children}
    </button>
  );
});
