import { createContext, type ReactNode, useContext, useState } from "react";
import { useRealtime } from "./realtime-provider";
import type { Credits, ShellData } from "./shell-data";

const ShellContext = createContext<ShellData | null>(null);

/** Keeps the person, the workspace and its credits; credits follow the workspace's channel. */
export function ShellDataProvider({ data, children }: { data: ShellData; children: ReactNode }) {
  const [live, setLive] = useState<Pick<Credits, "used" | "limit">>();
  useRealtime((notice) => {
    if (notice.type !== "event" || notice.event.type !== "credits_changed") return;
    const { used, reserved, limit } = notice.event;
    setLive({ used: used + reserved, limit });
  });
  const credits = live && data.credits.limit !== null ? { ...data.credits, ...live } : data.credits;
  return <ShellContext.Provider value={{ ...data, credits }}>{children}</ShellContext.Provider>;
}

/** The signed-in person and workspace, with live credits. */
export function useShell(): ShellData {
  const data = useContext(ShellContext);
  if (!data) throw new Error("useShell used outside of provider");
  return data;
}
