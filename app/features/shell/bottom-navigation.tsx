import { NavLink } from "@remix-run/react";
import { DESTINATIONS } from "./navigation";
import { UserMenu } from "./user-menu";

/** The navigation within a thumb's reach, on phones. */
export function BottomNavigation() {
  return (
    <nav
      aria-label="Main"
      data-bottom-navigation
      className="fixed inset-x-0 bottom-0 z-30 flex h-(--nav-floor) items-stretch border-t border-hairline bg-paper pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      {DESTINATIONS.map(({ to, shortLabel, icon: Icon, exact }) => (
        <NavLink
          key={to}
          to={to}
          end={exact}
          className="flex grow basis-0 flex-col items-center justify-center gap-0.5 text-muted aria-[current=page]:text-ink"
        >
          <Icon size={20} aria-hidden="true" />
          <span className="text-[11px] leading-4">{shortLabel}</span>
        </NavLink>
      ))}
      <div className="flex grow basis-0">
        <UserMenu compact />
      </div>
    </nav>
  );
}
