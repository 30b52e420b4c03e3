import { createContext, type ReactNode, useContext, useEffect, useState, useSyncExternalStore } from "react";
import { toast } from "sonner";
import { PlayerController, type PlayerSnapshot } from "./player-controller";

const PlayerContext = createContext<PlayerController | null>(null);

/** Holds the one audio element. Stands above the app's routes, so that playback survives navigation. */
export function PlayerProvider({ children }: { children: ReactNode }) {
  const [player] = useState(() =>
    typeof Audio === "undefined" ? null : new PlayerController(new Audio(), (message) => toast.error(message)),
  );
  useEffect(() => () => player?.close(), [player]);
  return <PlayerContext.Provider value={player}>{children}</PlayerContext.Provider>;
}

/** The player, or null while the page is rendered on the server. */
export function usePlayer(): PlayerController | null {
  return useContext(PlayerContext);
}

const SERVER_SNAPSHOT: PlayerSnapshot = {
  state: "idle",
  item: null,
  speed: 1,
  durationSeconds: 0,
  heardSeconds: 0,
  times: { characters: [], startSeconds: [], endSeconds: [] },
  streaming: false,
};

export function usePlayerSnapshot(): PlayerSnapshot {
  const player = usePlayer();
  return useSyncExternalStore(
    player?.subscribe ?? (() => () => {}),
    player?.getSnapshot ?? (() => SERVER_SNAPSHOT),
    () => SERVER_SNAPSHOT,
  );
}
