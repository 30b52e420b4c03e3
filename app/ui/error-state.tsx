import type { ReactNode } from "react";
import { Button } from "./button";
import { CircleAlert, RotateCw } from "./icons";

/** What went wrong, what was kept, and a retry in place. */
export function ErrorState({
  title,
  children,
  onRetry,
  busy,
}: {
  title: string;
  children?: ReactNode;
  onRetry?: () => void;
  busy?: boolean;
}) {
  return (
    <div role="alert" className="flex flex-col items-center gap-3 px-6 py-12 text-center">
      <CircleAlert size={20} className="text-accent-text" aria-hidden="true" />
      <p className="font-medium">{title}</p>
      {children && <p className="max-w-sm text-muted">{children}</p>}
      {onRetry && (
        <Button onClick={onRetry} busy={busy} size="small">
          {!busy && <RotateCw size={14} aria-hidden="true" />}
          Try again
        </Button>
      )}
    </div>
  );
}
