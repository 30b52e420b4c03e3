import { Dialog } from "~/ui/dialog";
import { Kbd } from "~/ui/kbd";
import { useKeyLabel } from "~/ui/use-key-label";
import { type ScreenCommand, useRegisteredCommands } from "./screen-commands";

const EVERYWHERE: ScreenCommand[] = [
  { id: "palette", label: "Open the command palette", keys: "mod+K" },
  { id: "play", label: "Play or pause", keys: "Space" },
  { id: "back", label: "Back 3 seconds", keys: "←" },
  { id: "forward", label: "Forward 3 seconds", keys: "→" },
  { id: "keys", label: "Show these keys", keys: "?" },
];

/** Lists the keys of the screen in front, and those that work everywhere. */
export default function KeysDialog({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const here = useRegisteredCommands().filter((command) => command.keys);
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Keys" width="narrow">
      {here.length > 0 && <KeyList title="On this screen" commands={here} />}
      <KeyList title="Everywhere" commands={EVERYWHERE} />
    </Dialog>
  );
}

function KeyList({ title, commands }: { title: string; commands: ScreenCommand[] }) {
  return (
    <section className="mb-4">
      <h3 className="mb-1 text-meta text-muted">{title}</h3>
      <dl>
        {commands.map((command) => (
          <div
            key={command.id}
            className="flex items-center justify-between border-b border-hairline py-2 last:border-0"
          >
            <dt>{command.label}</dt>
            <dd>
              <KeysOf command={command} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

export function KeysOf({ command }: { command: ScreenCommand }) {
  const label = useKeyLabel(command.keys ?? "");
  return label === "" ? null : <Kbd>{label}</Kbd>;
}
