import { Link } from "@remix-run/react";
import type { ReactElement } from "react";
import { KeyRound, LifeBuoy, LogOut } from "~/ui/icons";
import { Menu, MenuItem, MenuLabel, MenuSeparator } from "~/ui/menu";
import { ThemeIcon } from "~/ui/theme-icon";
import { toggleTheme } from "~/ui/toggle-theme";
import { useTheme } from "~/ui/use-theme";
import { type Destination, OWN_DESTINATIONS, WORKSPACE_DESTINATIONS } from "./navigation";
import { useShell } from "./shell-context";
import { submitSignOut } from "./sign-out-form";

/** What the menu of the person holds: account, theme, sign-out. Its code comes with its first use. */
export default function UserMenuList({ trigger, compact }: { trigger: ReactElement; compact: boolean }) {
  const { email, isAdmin, isStaff } = useShell();
  const dark = useTheme() === "dark";
  return (
    <Menu trigger={trigger} align={compact ? "end" : "start"} side="top" label="Account" defaultOpen>
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
      <MenuItem icon={<ThemeIcon size={16} />} onSelect={toggleTheme}>
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
