import { useSyncExternalStore } from "react";
import type { PlayerController } from "~/player/player-controller";
import { usePlayer } from "~/player/player-provider";
import { NOTHING_GENERATED, SpeechGeneration } from "./speech-generation";

/** One for each player: it outlives the screen, so that who comes back finds what is running and can stop it. */
const generations = new WeakMap<PlayerController, SpeechGeneration>();

function generationOf(player: PlayerController): SpeechGeneration {
  const generation = generations.get(player) ?? new SpeechGeneration(player);
  generations.set(player, generation);
  return generation;
}

const getNothing = () => NOTHING_GENERATED;

/** What is being generated, and was last. */
export function useGeneration() {
  const player = usePlayer();
  const generation = player && generationOf(player);
  const { state, made } = useSyncExternalStore(
    generation?.subscribe ?? (() => () => {}),
    generation?.getSnapshot ?? getNothing,
    getNothing,
  );
  return { state, made, generate: generation?.generate, stop: () => generation?.stop() };
}
