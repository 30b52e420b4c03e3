import { Link } from "@remix-run/react";
import { KeyRound, LifeBuoy, LogOut, Moon, Sun, User } from "~/ui/icons";
import { Menu, MenuItem, MenuLabel, MenuSeparator } from "~/ui/menu";
import { toggleTheme } from "~/ui/toggle-theme";
import { useTheme } from "~/ui/use-theme";
import { type Destination, OWN_DESTINATIONS, WORKSPACE_DESTINATIONS } from "./navigation";
import { useShell } from "./shell-context";
import { submitSignOut } from "./sign-out-form";

/** The person: account, theme, sign-out. `compact` is the phone's form. */
export function UserMenu({ compact = false }: { compact?: boolean }) {
  const { email, firstName, workspaceName, isAdmin, isStaff } = useShell();
  const dark = useTheme() === "dark";
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
    <Menu trigger={trigger} align={compact ? "end" : "start"} side="top" label="Account">
      <MenuLabel>{email}</MenuLabel>
      {OWN_DESTINATIONS.map((destination) => (
        <Place key={destination.to} {...destination} />
      ))}
      <MenuItem asChild>
        <Link to="/app/settings/api-keys">
          <KeyRound size={16} className="text-muted" aria-hidden="true" />
          API keys
        </Link>
      </MenuItem>
      {isAdmin && WORKSPACE_DESTINATIONS.map((destination) => <Place key={destination.to} {...destination} />)}
      {isStaff && (
        <MenuItem asChild>
          <Link to="/app/support">
            <LifeBuoy size={16} className="text-muted" aria-hidden="true" />
            Support
          </Link>
        </MenuItem>
      )}
      <MenuItem
        icon={dark ? <Sun size={16} aria-hidden="true" /> : <Moon size={16} aria-hidden="true" />}
        onSelect={toggleTheme}
      >
        {dark ? "Switch to light" : "Switch to dark"}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={<LogOut size={16} aria-hidden="true" />} onSelect={submitSignOut}>
        Sign out
      </MenuItem>
    </Menu>
  );
}

const Place = ({ to, label, icon: Icon }: Destination) => (
  <MenuItem asChild>
    <Link to={to}>
      <Icon size={16} className="text-muted" aria-hidden="true" />
      {label}
    </Link>
  </MenuItem>
);
