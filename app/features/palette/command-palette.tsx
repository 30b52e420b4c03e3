import { useNavigate } from "@remix-run/react";
import { Command } from "cmdk";
import { type ReactNode, useState } from "react";
import { KeysOf } from "~/features/shell/keys-dialog";
import {
  DESTINATIONS,
  DEVELOPER_DESTINATIONS,
  OWN_DESTINATIONS,
  WORKSPACE_DESTINATIONS,
} from "~/features/shell/navigation";
import { useRegisteredCommands } from "~/features/shell/screen-commands";
import { useShell } from "~/features/shell/shell-context";
import { submitSignOut } from "~/features/shell/sign-out-form";
import { Keyboard, LogOut, Search } from "~/ui/icons";
import { ThemeIcon } from "~/ui/theme-icon";
import { toggleTheme } from "~/ui/toggle-theme";

const itemClass =
  "flex cursor-default items-center gap-3 rounded-control px-3 py-2 text-base select-none data-[selected=true]:bg-ink/8 [&_svg]:text-muted pointer-coarse:min-h-[44px]";
const groupClass =
  "[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:pt-3 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-meta [&_[cmdk-group-heading]]:text-muted";

/** ⌘K: every place and every action by name. */
export default function CommandPalette({ onClose, onOpenKeys }: { onClose: () => void; onOpenKeys: () => void }) {
  const navigate = useNavigate();
  const commands = useRegisteredCommands().filter((command) => command.run);
  const { isAdmin } = useShell();
  const places = [
    ...DESTINATIONS,
    ...DEVELOPER_DESTINATIONS,
    ...(isAdmin ? WORKSPACE_DESTINATIONS : []),
    ...OWN_DESTINATIONS,
  ];
  const [query, setQuery] = useState("");
  const close = (then: () => void) => () => {
    onClose();
    then();
  };
  const go = (to: string, outside?: boolean) => (outside ? window.location.assign(to) : navigate(to));
  const historyAddress = `/app/speech-synthesis/text-to-speech/history?search=${encodeURIComponent(query.trim())}`;

  return (
    <Command.Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      label="Command palette"
      loop
      overlayClassName="motion-fade fixed inset-0 z-40 bg-overlay"
      contentClassName="motion-appear fixed inset-x-4 top-[12vh] z-50 mx-auto max-w-[560px] overflow-hidden rounded-sheet border border-hairline bg-surface shadow-float"
    >
      <div className="flex items-center gap-3 border-b border-hairline px-4">
        <Search size={17} className="text-muted" aria-hidden="true" />
        <Command.Input
          value={query}
          onValueChange={setQuery}
          placeholder="Go to a screen, or do something"
          className="h-13 grow bg-transparent text-[16px] outline-none"
        />
      </div>
      <Command.List className="max-h-[min(420px,60vh)] overflow-y-auto p-1.5">
        <Command.Empty className="px-3 py-8 text-center text-muted">Nothing by that name.</Command.Empty>
        {commands.length > 0 && (
          <Command.Group heading="On this screen" className={groupClass}>
            {commands.map((command) => (
              <Command.Item
                key={command.id}
                value={command.label}
                onSelect={close(() => command.run?.())}
                className={itemClass}
              >
                <span className="grow">{command.label}</span>
                <KeysOf command={command} />
              </Command.Item>
            ))}
          </Command.Group>
        )}
        <Command.Group heading="Go to" className={groupClass}>
          {places.map(({ to, label, icon: Icon, outside }) => (
            <Command.Item key={to} value={label} onSelect={close(() => go(to, outside))} className={itemClass}>
              <Icon size={17} aria-hidden="true" />
              {label}
            </Command.Item>
          ))}
        </Command.Group>
        <Command.Group heading="Do" className={groupClass}>
          <Entry label="Switch between light and dark" icon={<ThemeIcon size={17} />} onSelect={close(toggleTheme)} />
          <Entry label="Show the keys of this screen" icon={<Keyboard size={17} />} onSelect={close(onOpenKeys)} />
          <Entry label="Sign out" icon={<LogOut size={17} />} onSelect={close(submitSignOut)} />
        </Command.Group>
        {query.trim() !== "" && (
          <Command.Group heading="Search" className={groupClass} forceMount>
            <Command.Item
              value={`search history ${query}`}
              forceMount
              onSelect={close(() => go(historyAddress))}
              className={itemClass}
            >
              <Search size={17} aria-hidden="true" />
              <span className="min-w-0 truncate">Search history for “{query.trim()}”</span>
            </Command.Item>
          </Command.Group>
        )}
      </Command.List>
    </Command.Dialog>
  );
}

function Entry({ label, icon, onSelect }: { label: string; icon: ReactNode; onSelect: () => void }) {
  return (
    <Command.Item value={label} onSelect={onSelect} className={itemClass}>
      {icon}
      {label}
    </Command.Item>
  );
}
