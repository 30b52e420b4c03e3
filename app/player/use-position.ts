import { useEffect, useState } from "react";
import { usePlayer, usePlayerSnapshot } from "./player-provider";

/** Where the sound is, in seconds, a few times a second while it plays. */
export function usePositionSeconds(everyMs = 200): number {
  const player = usePlayer();
  const { state, item } = usePlayerSnapshot();
  const [position, setPosition] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another item starts at its beginning
  useEffect(() => {
    if (!player) return;
    const read = () => setPosition(player.getPositionSeconds());
    read();
    if (state !== "playing") return;
    const timer = setInterval(read, everyMs);
    return () => clearInterval(timer);
  }, [player, state, item?.id, everyMs]);
  return position;
}
