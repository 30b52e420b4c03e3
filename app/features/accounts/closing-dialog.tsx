import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { buttonClass } from "~/ui/button";
import { ActionDialog } from "./action-dialog";
import { useRememberedPath } from "./use-remembered-path";

/** Says how it went, and leads on. */
export function ClosingDialog({
  title,
  closePath,
  children,
}: {
  title: string;
  closePath: string;
  children: ReactNode;
}) {
  const to = useRememberedPath(closePath);
  return (
    <ActionDialog title={title}>
      {children}
      <Link to={to} className={buttonClass("primary", "medium", "self-start")}>
        Continue
      </Link>
    </ActionDialog>
  );
}
