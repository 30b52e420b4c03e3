import { createContext, type ReactNode, useContext, useEffect, useState, useSyncExternalStore } from "react";
import { toast } from "sonner";
import { PlayerController } from "./player-controller";
import { IDLE, type PlayerSnapshot } from "./player-snapshot";

const PlayerContext = createContext<PlayerController | null>(null);

/** Holds the one audio element. Stands above the app's routes, so that playback survives navigation. */
export function PlayerProvider({ children }: { children: ReactNode }) {
  const [player] = useState(() =>
    typeof Audio === "undefined" ? null : new PlayerController(new Audio(), (message) => toast.error(message)),
  );
  useEffect(
    () => () => {
      // Nor does anything play that comes after.
      player?.claim();
      player?.close();
    },
    [player],
  );
  return <PlayerContext.Provider value={player}>{children}</PlayerContext.Provider>;
}

/** The player, or null while the page is rendered on the server. */
export function usePlayer(): PlayerController | null {
  return useContext(PlayerContext);
}

export function usePlayerSnapshot(): PlayerSnapshot {
  const player = usePlayer();
  return useSyncExternalStore(player?.subscribe ?? (() => () => {}), player?.getSnapshot ?? (() => IDLE), () => IDLE);
}
