import { useEffect, useState } from "react";
import { usePlayer, usePlayerSnapshot } from "~/player/player-provider";
import { type SpokenWord, spokenWordAt } from "./spoken-word";

/**
 * The word of `text` that is being heard, or null. Only while what the player holds was made from this very text, so an
 * edited text is not lit wrongly.
 */
export function useSpokenWord(text: string): SpokenWord | null {
  const player = usePlayer();
  const { item, state, times } = usePlayerSnapshot();
  const [word, setWord] = useState<SpokenWord | null>(null);
  const same = item?.text === text && text !== "";

  useEffect(() => {
    if (!player || !same || state === "idle" || state === "ended") {
      setWord(null);
      return;
    }
    let frame = 0;
    const look = () => {
      const next = spokenWordAt(times, player.getPositionSeconds());
      setWord((current) => (current?.start === next?.start && current?.end === next?.end ? current : next));
      if (state === "playing") frame = requestAnimationFrame(look);
    };
    look();
    return () => cancelAnimationFrame(frame);
  }, [player, same, state, times]);

  return same ? word : null;
}
