import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { toast } from "sonner";
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

it.each([
  ["ends", (one: HTMLMediaElement) => void one.dispatchEvent(new Event("ended"))],
  ["is stopped", () => preview.stop()],
  ["breaks off", (one: HTMLMediaElement) => void one.dispatchEvent(new Event("error"))],
])("lets the player go on when the preview %s", async (_how, end) => {
  await playSpeech();
  await act(async () => preview.play(voice));
  await act(async () => end([...played].at(-1)!));
  expect(preview.playingId).toBeUndefined();
  expect(player.getSnapshot().wantsToPlay).toBe(true);
});

it("lets the player go on after the last of several previews, not between them", async () => {
  await playSpeech();
  await act(async () => preview.play(voice));
  await act(async () => preview.play(summarizeVoice(CATALOGUE[1]!)));
  expect(player.getSnapshot().wantsToPlay).toBe(false);
  await act(async () => preview.stop());
  expect(player.getSnapshot().wantsToPlay).toBe(true);
});

it("leaves the player at rest that was so before, or was given something else meanwhile", async () => {
  await playSpeech();
  await act(async () => player.pause());
  await act(async () => preview.play(voice));
  await act(async () => preview.stop());
  expect(player.getSnapshot().wantsToPlay).toBe(false);
  await act(async () => player.toggle());
  await act(async () => preview.play(voice));
  await act(async () => player.playBlob({ id: "other", type: "text-to-speech", title: "Other" }, new Blob(["sound"])));
  await act(async () => player.pause());
  await act(async () => preview.stop());
  expect(player.getSnapshot().wantsToPlay).toBe(false);
});

it("stops when the player begins", async () => {
  await act(async () => preview.play(voice));
  await playSpeech();
  expect(preview.playingId).toBeUndefined();
  expect(countSounding()).toBe(1);
});

it.each([
  [true, []],
  [false, [["We are sorry, something went wrong. No supported source."]]],
])("what cannot be played is over, and is said where it was asked for: quiet %s", async (quiet, said) => {
  vi.spyOn(HTMLMediaElement.prototype, "play").mockRejectedValue(
    new DOMException("No supported source.", "NotSupportedError"),
  );
  const toasted = vi.spyOn(toast, "error").mockReturnValue(1);
  await act(async () => preview.play(voice, { quiet }));
  expect(preview.playingId).toBeUndefined();
  expect(toasted.mock.calls).toEqual(said);
});
