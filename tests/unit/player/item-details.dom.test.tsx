import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { PlayerController } from "~/player/player-controller";
import type { PlayerItem } from "~/player/player-item";
import { PlayerProvider, usePlayer } from "~/player/player-provider";
import type { SpeechPiece } from "~/player/streaming-speech";
import { type PlayerActions, usePlayerActions } from "~/player/use-player-actions";

const ITEM: PlayerItem = { id: "hist_1", type: "text-to-speech", title: "A walk" };
const PIECE: SpeechPiece = {
  audio: new Uint8Array([1, 2, 3]),
  times: { characters: [], startSeconds: [], endSeconds: [] },
};

let root: Root;
let player: PlayerController;
let actions: PlayerActions;
const asked: string[] = [];

function Probe() {
  player = usePlayer() as PlayerController;
  actions = usePlayerActions();
  return null;
}

beforeEach(() => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  vi.useFakeTimers();
  asked.length = 0;
  // jsdom has no sound and no addresses of what is in memory.
  for (const method of ["play", "pause", "load"] as const)
    vi.spyOn(HTMLMediaElement.prototype, method).mockReturnValue(undefined as never);
  vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: () => "blob:1", revokeObjectURL: () => undefined }));
  vi.stubGlobal("fetch", async (path: string) => {
    if (path === "/app/identity-token") return Response.json({ token: "t" });
    asked.push(path);
    return Response.json({ detail: { status: "history_item_not_found", message: "Not there." } }, { status: 404 });
  });
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
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const waitSeconds = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000));

/** A sound of which a piece comes, and then what is thrown. */
async function* broken(error: Error): AsyncGenerator<SpeechPiece> {
  yield PIECE;
  throw error;
}

async function* whole(): AsyncGenerator<SpeechPiece> {
  yield PIECE;
}

it.each([
  ["stopped", new DOMException("The operation was aborted.", "AbortError")],
  ["given up by the server", new Error("The speech could not be generated, please try again.")],
])("the history is not asked for a sound whose making was %s", async (_how, error) => {
  await act(async () => {
    await player.playPieces(ITEM, broken(error)).catch(() => undefined);
  });
  await waitSeconds(60);
  expect(asked).toEqual([]);
  expect(actions.generated).toBe(true);
  expect(actions.canDownload).toBe(true);
});

it("the history is asked for a sound that is still being made once all of it is, not before", async () => {
  let makeTheRest = () => {};
  const rest = new Promise<void>((resolve) => {
    makeTheRest = resolve;
  });
  async function* slow(): AsyncGenerator<SpeechPiece> {
    yield PIECE;
    await rest;
    yield PIECE;
  }
  let made: Promise<void>;
  await act(async () => {
    made = player.playPieces(ITEM, slow());
  });
  await waitSeconds(60);
  expect(player.getSnapshot().streaming).toBe(true);
  expect(asked).toEqual([]);
  await act(async () => {
    makeTheRest();
    await made;
  });
  await waitSeconds(2);
  expect(asked).toEqual(["/v1/history/hist_1"]);
});

it("the history is asked for a sound that was made whole, also after one that was stopped", async () => {
  await act(async () => {
    await player.playPieces(ITEM, broken(new DOMException("", "AbortError"))).catch(() => undefined);
    await player.playPieces({ ...ITEM, id: "hist_2" }, whole());
  });
  await waitSeconds(2);
  expect(asked).toEqual(["/v1/history/hist_2"]);
});
