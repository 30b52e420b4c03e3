import type { PlayerItem, PlayerState } from "./player-item";
import type { CharacterTimes } from "./streaming-speech";

/** What the player holds and does. */
export interface PlayerSnapshot {
  state: PlayerState;
  item: PlayerItem | null;
  speed: number;
  durationSeconds: number;
  /** Seconds of this item that were really heard; the feedback widget waits for three. */
  heardSeconds: number;
  /** Times of the characters known so far. */
  times: CharacterTimes;
  /** Whether the sound is still being made. */
  streaming: boolean;
  /** What was asked for last: to play, also before there is sound, or to pause. What a button offers is the other. */
  wantsToPlay: boolean;
}

export const NO_TIMES: CharacterTimes = { characters: [], startSeconds: [], endSeconds: [] };
export const IDLE: PlayerSnapshot = {
  state: "idle",
  item: null,
  speed: 1,
  durationSeconds: 0,
  heardSeconds: 0,
  times: NO_TIMES,
  streaming: false,
  wantsToPlay: false,
};

/** The times of what comes after those known so far. */
export function joinTimes(known: CharacterTimes, more: CharacterTimes): CharacterTimes {
  if (more.characters.length === 0) return known;
  return {
    characters: [...known.characters, ...more.characters],
    startSeconds: [...known.startSeconds, ...more.startSeconds],
    endSeconds: [...known.endSeconds, ...more.endSeconds],
  };
}
