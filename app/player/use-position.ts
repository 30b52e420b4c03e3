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
    // Moved also while nothing plays.
    const leave = player.subscribe(read);
    const timer = state === "playing" ? setInterval(read, everyMs) : undefined;
    return () => {
      leave();
      clearInterval(timer);
    };
  }, [player, state, item?.id, everyMs]);
  return position;
}
