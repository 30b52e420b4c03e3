import { Link, NavLink } from "@remix-run/react";
import { IconButton } from "~/ui/icon-button";
import { Keyboard, Search } from "~/ui/icons";
import { Kbd } from "~/ui/kbd";
import { Logo } from "~/ui/logo";
import { ThemeToggle } from "~/ui/theme-toggle";
import { useKeyLabel } from "~/ui/use-key-label";
import { CreditsMeter } from "./credits-meter";
import { DESTINATIONS, DEVELOPER_DESTINATIONS, type Destination, WORKSPACE_DESTINATIONS } from "./navigation";
import { useShell } from "./shell-context";
import { UserMenu } from "./user-menu";

/** The navigation beside the screens, from the `md` breakpoint up. */
export function Rail({ onOpenPalette, onOpenKeys }: { onOpenPalette: () => void; onOpenKeys: () => void }) {
  const { isAdmin } = useShell();
  const paletteKeys = useKeyLabel("mod+K");
  return (
    <aside className="fixed inset-y-0 left-0 z-20 hidden w-(--rail-width) flex-col border-r border-hairline bg-paper md:flex">
      <div className="flex h-16 items-center px-4">
        <Link to="/app/home" aria-label="Parlando, home" className="rounded-control">
          <Logo />
        </Link>
      </div>
      <div className="px-3 pb-3">
        <button
          type="button"
          onClick={onOpenPalette}
          className="flex h-9 w-full items-center gap-2 rounded-control border border-hairline bg-surface px-2.5 text-meta text-muted hover:border-edge"
        >
          <Search size={15} aria-hidden="true" />
          <span className="grow text-left">Go to, or do</span>
          <Kbd>{paletteKeys}</Kbd>
        </button>
      </div>
      <nav aria-label="Main" className="flex min-h-0 grow flex-col gap-0.5 overflow-y-auto px-3 py-1">
        {DESTINATIONS.map((destination) => (
          <RailLink key={destination.to} destination={destination} />
        ))}
        <RailGroup label="Developers" destinations={DEVELOPER_DESTINATIONS} />
        {isAdmin && <RailGroup label="Workspace" destinations={WORKSPACE_DESTINATIONS} />}
      </nav>
      <div className="flex flex-col gap-1 border-t border-hairline px-3 py-3">
        <CreditsMeter />
        <div className="flex items-center gap-1">
          <div className="min-w-0 grow">
            <UserMenu />
          </div>
          <IconButton
            label="Keys of this screen"
            keys="?"
            size="small"
            icon={<Keyboard size={16} aria-hidden="true" />}
            onClick={onOpenKeys}
          />
          <ThemeToggle size="small" />
        </div>
      </div>
    </aside>
  );
}

function RailGroup({ label, destinations }: { label: string; destinations: readonly Destination[] }) {
  return (
    <>
      <p className="mt-5 mb-1 px-2 text-meta text-muted">{label}</p>
      {destinations.map((destination) => (
        <RailLink key={destination.to} destination={destination} />
      ))}
    </>
  );
}

const linkClass =
  "flex h-9 items-center gap-2.5 rounded-control px-2 text-muted transition-colors duration-[120ms] hover:bg-ink/6 hover:text-ink aria-[current=page]:bg-ink/8 aria-[current=page]:font-medium aria-[current=page]:text-ink";

function RailLink({ destination }: { destination: Destination }) {
  const { icon: Icon, label, to, exact, outside } = destination;
  const content = (
    <>
      <Icon size={17} aria-hidden="true" />
      {label}
    </>
  );
  return outside ? (
    <a href={to} className={linkClass}>
      {content}
    </a>
  ) : (
    <NavLink to={to} end={exact} prefetch="intent" className={linkClass}>
      {content}
    </NavLink>
  );
}
