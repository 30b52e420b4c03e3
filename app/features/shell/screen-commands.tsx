import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from "react";

/** Something a screen can do, for the command palette and the list of keys. */
export interface ScreenCommand {
  id: string;
  label: string;
  /** As printed, e.g. "mod+Enter" or "Space". */
  keys?: string;
  /** Left out for keys that only make sense where the focus is. */
  run?: () => void;
}

interface Registry {
  commands: ScreenCommand[];
  register(commands: ScreenCommand[]): () => void;
}
const CommandsContext = createContext<Registry | null>(null);

export function ScreenCommandsProvider({ children }: { children: ReactNode }) {
  const [groups, setGroups] = useState<ScreenCommand[][]>([]);
  const registry = useMemo<Registry>(
    () => ({
      commands: groups.flat(),
      register(commands) {
        setGroups((current) => [...current, commands]);
        return () => setGroups((current) => current.filter((group) => group !== commands));
      },
    }),
    [groups],
  );
  return <CommandsContext.Provider value={registry}>{children}</CommandsContext.Provider>;
}

export function useRegisteredCommands(): ScreenCommand[] {
  return useContext(CommandsContext)?.commands ?? [];
}

/** Offers a screen's commands while it is shown. Labels and keys must stay the same between renders; `run` may change. */
export function useScreenCommands(commands: ScreenCommand[]): void {
  const register = useContext(CommandsContext)?.register;
  const latest = useRef(commands);
  latest.current = commands;
  const shape = commands.map((command) => `${command.id}|${command.label}|${command.keys ?? ""}`).join("\n");
  const registerOnce = useRef(register);
  registerOnce.current = register;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what is shown decides, or each render would register anew
  useEffect(
    () =>
      registerOnce.current?.(
        latest.current.map((command) => ({
          ...command,
          run: command.run && (() => latest.current.find((current) => current.id === command.id)?.run?.()),
        })),
      ),
    [shape],
  );
}
