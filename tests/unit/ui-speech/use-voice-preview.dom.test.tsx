import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { CATALOGUE } from "~/domains/voices/catalogue";
import { useVoicePreview } from "~/features/voices/use-voice-preview";
import { summarizeVoice } from "~/features/voices/voice-summary";
import type { PlayerController } from "~/player/player-controller";
import { PlayerProvider, usePlayer } from "~/player/player-provider";
import { stubSilentAudio } from "../../support/silent-audio";

const voice = summarizeVoice(CATALOGUE[0]!);
let root: Root;
let player: PlayerController;
let preview: ReturnType<typeof useVoicePreview>;
let played: Set<HTMLMediaElement>;

function Probe() {
  player = usePlayer() as PlayerController;
  preview = useVoicePreview();
  return null;
}

beforeEach(() => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  played = stubSilentAudio();
  root = createRoot(document.body.appendChild(document.createElement("div")));
  act(() =>
    root.render(
      <PlayerProvider>
        <Probe />
      </PlayerProvider>,
    ),
  );
});
afterEach(() => {
  act(() => root.unmount());
  document.body.replaceChildren();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const playSpeech = () =>
  act(async () => player.playBlob({ id: "speech", type: "text-to-speech", title: "Speech" }, new Blob(["sound"])));
const countSounding = () => [...played].filter((one) => !one.paused).length;

it("pauses the player when a voice is asked for", async () => {
  await playSpeech();
  await act(async () => preview.play(voice));
  expect(preview.playingId).toBe(voice.voiceId);
  expect(player.getSnapshot().wantsToPlay).toBe(false);
  expect(countSounding()).toBe(1);
});

it("leaves the player alone when the pointer only rests on a voice", async () => {
  await playSpeech();
  await act(async () => preview.play(voice, { quiet: true }));
  expect(preview.playingId).toBeUndefined();
  expect(player.getSnapshot().wantsToPlay).toBe(true);
  expect(countSounding()).toBe(1);
});

it("stops when the player begins", async () => {
  await act(async () => preview.play(voice));
  await playSpeech();
  expect(preview.playingId).toBeUndefined();
  expect(countSounding()).toBe(1);
});
