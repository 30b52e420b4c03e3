import { lazy } from "react";
import { User } from "~/ui/icons";
import { LazyMenu } from "~/ui/lazy-menu";
import { useShell } from "./shell-context";

const loadList = () => import("./user-menu-list");
const UserMenuList = lazy(loadList);

/** The person: account, theme, sign-out. `compact` is the phone's form. */
export function UserMenu({ compact = false }: { compact?: boolean }) {
  const { email, firstName, workspaceName } = useShell();
  const name = firstName || email;
  const trigger = compact ? (
    <button
      type="button"
      aria-label="Account"
      className="flex grow flex-col items-center justify-center gap-0.5 text-muted"
    >
      <User size={20} aria-hidden="true" />
      <span className="text-[11px] leading-4">Account</span>
    </button>
  ) : (
    <button
      type="button"
      className="flex w-full min-w-0 items-center gap-2.5 rounded-control px-2 py-1.5 text-left hover:bg-ink/6"
    >
      <span
        aria-hidden="true"
        className="flex size-7 shrink-0 items-center justify-center rounded-full bg-ink text-meta font-semibold text-paper"
      >
        {name.slice(0, 1).toUpperCase()}
      </span>
      <span className="min-w-0">
        <span className="block truncate font-medium">{name}</span>
        <span className="block truncate text-meta text-muted">{workspaceName}</span>
      </span>
    </button>
  );
  return (
    <LazyMenu trigger={trigger} load={loadList}>
      <UserMenuList trigger={trigger} compact={compact} />
    </LazyMenu>
  );
}
