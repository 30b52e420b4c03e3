import { act } from "react";
import { expect, it, vi } from "vitest";
import PlayerBar from "~/player/player-bar";
import { TooltipProvider } from "~/ui/tooltip";
import { mountedRoot } from "../../support/mounted-root";

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

const root = mountedRoot();

it("closing the player leaves the focus on the screen", () => {
  const show = () =>
    act(() =>
      root().render(
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
