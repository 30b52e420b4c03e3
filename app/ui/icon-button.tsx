import { clsx } from "clsx";
import { type ButtonHTMLAttributes, forwardRef, type ReactNode } from "react";
import { Tooltip } from "./tooltip";

export interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, "aria-label" | "children"> {
  /** Says what the button does; read aloud and shown as a tooltip. */
  label: string;
  icon: ReactNode;
  /** Key hint inside the tooltip. */
  keys?: string;
  size?: "small" | "medium" | "large" | "huge";
  variant?: "quiet" | "outline" | "solid";
  tooltip?: boolean;
}

const sizes = { small: "size-8", medium: "size-10", large: "size-[44px]", huge: "size-[64px]" };
const variants = {
  quiet: "text-muted hover:text-ink hover:bg-ink/6 aria-pressed:text-accent-text",
  outline: "border border-hairline bg-surface text-ink hover:border-edge",
  solid: "rounded-full bg-ink text-paper hover:opacity-85",
};

export const IconButton = forwardRef<HTMLButtonElement, IconButtonProps>(function IconButton(
  { label, icon, keys, size = "medium", variant = "quiet", tooltip = true, className, type = "button", ...rest },
  ref,
) {
  const button = (
    <button
      ref={ref}
      type={type}
      aria-label={label}
      className={clsx(
        "inline-flex shrink-0 items-center justify-center rounded-control select-none",
        "transition-[background-color,color,border-color] duration-[120ms] ease-out",
        "disabled:opacity-40 disabled:pointer-events-none pointer-coarse:min-h-[44px] pointer-coarse:min-w-[44px]",
        variants[variant],
        sizes[size],
        className,
      )}
      {...rest}
    >
      {icon}
    </button>
  );
  return tooltip ? (
    <Tooltip content={label} keys={keys}>
      {button}
    </Tooltip>
  ) : (
    button
  );
});
