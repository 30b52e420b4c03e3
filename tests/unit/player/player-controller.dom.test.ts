import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { PlayerController } from "~/player/player-controller";
import type { PlayerItem } from "~/player/player-item";
import type { SpeechPiece } from "~/player/streaming-speech";
import { stubSilentAudio } from "../../support/silent-audio";

const itemOf = (id: string): PlayerItem => ({ id, type: "text-to-speech", title: id });
const SOUND = new Blob(["sound"]);
const PIECE: SpeechPiece = {
  audio: new Uint8Array([1, 2, 3]),
  times: { characters: [], startSeconds: [], endSeconds: [] },
};

/** A generation whose pieces come when the test says so. */
function heldPieces() {
  const steps: (() => void)[] = [];
  let read = 0;
  async function* pieces(): AsyncGenerator<SpeechPiece> {
    await new Promise<void>((resolve, reject) => {
      steps.push(resolve, () => reject(new DOMException("", "AbortError")));
    });
    read++;
    yield PIECE;
  }
  return { pieces: pieces(), come: () => steps[0]?.(), abort: () => steps[1]?.(), countRead: () => read };
}

let audio: HTMLAudioElement;
let player: PlayerController;
const said = vi.fn();

// Loaded when first needed, which takes longer than these tests wait.
beforeAll(() => import("~/player/streaming-audio"));
beforeEach(() => {
  said.mockReset();
  stubSilentAudio();
  audio = new Audio();
  player = new PlayerController(audio, said);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const settle = () => new Promise((resolve) => setTimeout(resolve));
const heldId = () => player.getSnapshot().item?.id;

describe("of two that were chosen, the last one plays", () => {
  it("when the sound of the first comes late", () => {
    const first = player.claim("first");
    const second = player.claim("second");
    player.playBlob(itemOf("second"), SOUND, { ticket: second });
    player.playBlob(itemOf("first"), SOUND, { ticket: first });
    expect(heldId()).toBe("second");
  });

  it("when the first is still being made; that is read to its end, so that all of it is made", async () => {
    const first = player.claim();
    player.playBlob(itemOf("second"), SOUND, { ticket: player.claim("second") });
    const { pieces, come, countRead } = heldPieces();
    const made = player.playPieces(itemOf("first"), pieces, first);
    await settle();
    come();
    await made;
    expect(heldId()).toBe("second");
    expect(countRead()).toBe(1);
  });

  it("when the last one was pressed in the player's own row", () => {
    player.playBlob(itemOf("held"), SOUND);
    const late = player.claim("late");
    player.claim();
    player.playBlob(itemOf("late"), SOUND, { ticket: late });
    expect(heldId()).toBe("held");
  });
});

it("of items that were deleted, none plays on, nor begins", () => {
  player.playBlob(itemOf("heard"), SOUND);
  const ticket = player.claim("awaited");
  player.drop(["awaited", "another"]);
  player.playBlob(itemOf("awaited"), SOUND, { ticket });
  expect(heldId()).toBe("heard");
  player.drop(["heard"]);
  expect(player.getSnapshot().state).toBe("idle");
});

it("one that was chosen still comes when another item is deleted", () => {
  player.playBlob(itemOf("heard"), SOUND);
  const ticket = player.claim("awaited");
  player.drop(["heard"]);
  player.playBlob(itemOf("awaited"), SOUND, { ticket });
  expect(heldId()).toBe("awaited");
});

it("a generation that is stopped before its first sound leaves the player empty, and says nothing", async () => {
  const { pieces, abort } = heldPieces();
  const made = player.playPieces(itemOf("stopped"), pieces);
  await settle();
  player.pause();
  abort();
  await expect(made).rejects.toThrow();
  expect(player.getSnapshot()).toMatchObject({ state: "idle", item: null, streaming: false });
  expect(audio.hasAttribute("src")).toBe(false);
  expect(said).not.toHaveBeenCalled();
});

describe("what the button offers is what it does", () => {
  it("while a sound is on its way after another was left", async () => {
    player.playBlob(itemOf("left"), SOUND);
    audio.dispatchEvent(new Event("playing"));
    player.playBlob(itemOf("next"), SOUND);
    await settle();
    expect(player.getSnapshot()).toMatchObject({ state: "loading", wantsToPlay: true });
    player.toggle();
    await settle();
    expect(audio.paused).toBe(true);
    expect(player.getSnapshot()).toMatchObject({ state: "paused", wantsToPlay: false });
    player.toggle();
    expect(audio.paused).toBe(false);
    expect(player.getSnapshot().wantsToPlay).toBe(true);
  });

  it("when the system pauses, and at the end", async () => {
    player.playBlob(itemOf("heard"), SOUND);
    audio.pause();
    await settle();
    expect(player.getSnapshot().wantsToPlay).toBe(false);
    player.toggle();
    audio.dispatchEvent(new Event("ended"));
    expect(player.getSnapshot().wantsToPlay).toBe(false);
  });

  it("when the browser forbids to play by itself", async () => {
    vi.mocked(HTMLMediaElement.prototype.play).mockRejectedValueOnce(new DOMException("", "NotAllowedError"));
    vi.spyOn(console, "info").mockReturnValue();
    player.playBlob(itemOf("silent"), SOUND);
    await settle();
    expect(player.getSnapshot()).toMatchObject({ state: "paused", wantsToPlay: false });
  });
});

// jsdom has no media source, as some browsers have none for MP3.
describe("a sound that can be heard only once it is whole", () => {
  it("is not the one before it, while it is on its way, whatever is pressed", async () => {
    player.playBlob(itemOf("before"), SOUND);
    const { pieces, come } = heldPieces();
    const made = player.playPieces(itemOf("next"), pieces);
    await settle();
    expect(audio.hasAttribute("src")).toBe(false);
    player.toggle();
    expect(player.getSnapshot()).toMatchObject({ state: "paused", wantsToPlay: false });
    player.toggle();
    await settle();
    expect(player.getSnapshot()).toMatchObject({ state: "loading", wantsToPlay: true });
    expect(audio.paused).toBe(true);
    come();
    await made;
    expect(audio.hasAttribute("src")).toBe(true);
    expect(audio.paused).toBe(false);
  });

  it("stays silent when it was paused on its way", async () => {
    const { pieces, come } = heldPieces();
    const made = player.playPieces(itemOf("next"), pieces);
    await settle();
    player.pause();
    come();
    await made;
    expect(audio.hasAttribute("src")).toBe(true);
    expect(audio.paused).toBe(true);
  });
});
