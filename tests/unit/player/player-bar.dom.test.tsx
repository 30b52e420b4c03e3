import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import PlayerBar from "~/player/player-bar";
import { TooltipProvider } from "~/ui/tooltip";

const player = vi.hoisted(() => ({ item: { id: "a", title: "An owl" } as object | null, close() {} }));
vi.mock("~/player/player-provider", () => ({
  usePlayer: () => player,
  usePlayerSnapshot: () => ({ item: player.item, state: "paused", speed: 1 }),
}));
vi.mock("~/player/use-player-actions", () => ({ usePlayerActions: () => ({}) }));
vi.mock("~/player/transport", () => ({
  Clock: () => null,
  PlayButton: () => null,
  PlayerWaveform: () => null,
  SkipButton: () => null,
}));
vi.mock("~/player/media-session", () => ({ useMediaSession: () => {} }));
vi.mock("~/player/player-keys", () => ({ usePlayerKeys: () => {} }));
vi.mock("~/player/player-sheet", () => ({ PlayerSheet: () => null }));

let root: Root;
beforeEach(() => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  root = createRoot(document.body.appendChild(document.createElement("div")));
});
afterEach(() => {
  act(() => root.unmount());
  document.body.replaceChildren();
});

it("closing the player leaves the focus on the screen", () => {
  const show = () =>
    act(() =>
      root.render(
        <TooltipProvider>
          <main id="content" tabIndex={-1} aria-label="Screen" />
          <PlayerBar />
        </TooltipProvider>,
      ),
    );
  show();
  const close = document.querySelector<HTMLElement>("[aria-label='Close the player']")!;
  act(() => close.focus());
  player.item = null;
  show();
  expect(close.isConnected).toBe(false);
  expect(document.activeElement?.getAttribute("aria-label")).toBe("Screen");
});
