import { ReadableStream } from "node:stream/web";
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { toast } from "sonner";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { playRow } from "~/features/history/history-actions";
import type { HistoryRow } from "~/features/history/history-item";
import { useGeneration } from "~/features/speech/use-generation";
import { clearIdentityToken } from "~/lib/identity-token";
import type { PlayerController } from "~/player/player-controller";
import { PlayerProvider, usePlayer } from "~/player/player-provider";
import { stubSilentAudio } from "../../support/silent-audio";

vi.mock("sonner", () => ({ toast: { error: vi.fn() } }));

const PIECE = `${JSON.stringify({ audio_base64: "AQID", alignment: null })}\n`;
let root: Root;
let player: PlayerController;
let generation: ReturnType<typeof useGeneration>;
/** Generations asked for; they are answered when the test says so. */
let asked: { text: string; signal: AbortSignal; answer: (response: Response) => void }[];

function Shell({ children }: { children: React.ReactNode }) {
  player = usePlayer() as PlayerController;
  return children;
}
function SpeechScreen() {
  generation = useGeneration();
  return null;
}
const show = (screen: "speech" | "other") =>
  act(() =>
    root.render(
      <PlayerProvider>
        <Shell>{screen === "speech" && <SpeechScreen />}</Shell>
      </PlayerProvider>,
    ),
  );

beforeEach(() => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  asked = [];
  vi.mocked(toast.error).mockReset();
  clearIdentityToken();
  stubSilentAudio();
  vi.stubGlobal("fetch", (path: string, init: RequestInit) => {
    if (path.startsWith("/app/identity-token")) {
      return Promise.resolve(
        Response.json({ identity_token: "t", token: "t", expires_at_unix: Date.now() / 1000 + 600 }),
      );
    }
    const signal = init.signal as AbortSignal;
    return new Promise<Response>((answer, refuse) => {
      signal.addEventListener("abort", () => refuse(signal.reason));
      asked.push({ text: JSON.parse(init.body as string).text, signal, answer });
    });
  });
  root = createRoot(document.body.appendChild(document.createElement("div")));
  show("speech");
});
afterEach(() => {
  act(() => root.unmount());
  document.body.replaceChildren();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Generates, and waits until the server was asked. */
async function generate(text: string) {
  const before = asked.length;
  await act(async () => {
    void generation.generate?.(
      { path: "/v1/text-to-speech/v", body: { text }, text, title: text },
      {},
      Promise.resolve(true),
    );
    await vi.waitFor(() => expect(asked.length).toBe(before + 1));
  });
}
async function answer(text: string) {
  await act(async () => {
    asked
      .find((one) => one.text === text)
      ?.answer(new Response(PIECE, { headers: { "history-item-id": `item of ${text}` } }));
    await new Promise((resolve) => setTimeout(resolve, 20));
  });
}

it("is found again by who left the screen, and can be stopped then", async () => {
  await generate("First");
  show("other");
  show("speech");
  expect(generation.state).toBe("starting");
  act(() => generation.stop());
  expect(asked[0]?.signal.aborted).toBe(true);
  expect(generation.state).toBe("idle");
  await generate("Second");
  await answer("First");
  expect(player.getSnapshot().item).toBeNull();
  await answer("Second");
  expect(player.getSnapshot().item?.title).toBe("Second");
  expect(generation.made).toEqual({ historyItemId: "item of Second", text: "Second" });
  expect(toast.error).not.toHaveBeenCalled();
});

it("goes on while another screen is open, and what was made is known on the return", async () => {
  await generate("First");
  show("other");
  await answer("First");
  expect(player.getSnapshot().item?.title).toBe("First");
  show("speech");
  expect(generation).toMatchObject({ state: "idle", made: { historyItemId: "item of First", text: "First" } });
});

it("does not take the player from what was chosen since, but is made whole", async () => {
  await generate("First");
  player.playBlob({ id: "row", type: "speechHistoryItem", title: "Row" }, new Blob(["sound"]));
  await answer("First");
  expect(player.getSnapshot().item?.id).toBe("row");
  expect(generation.made?.text).toBe("First");
});

it("does not take the player from its own item, when that was pressed since in its row of the history", async () => {
  await generate("First");
  await answer("First");
  const row = { id: "item of First" } as HistoryRow;
  await generate("Second");
  await act(async () => {
    await playRow(player, row);
    await playRow(player, row);
  });
  expect(player.getSnapshot().wantsToPlay).toBe(true);
  await answer("Second");
  expect(player.getSnapshot()).toMatchObject({ item: { title: "First" }, wantsToPlay: true });
  expect(generation.made?.text).toBe("Second");
});

it("pauses the sound that has begun when it is stopped, and makes no more of it", async () => {
  await generate("Long");
  const { signal } = asked[0]!;
  const endless = new ReadableStream({
    start(sound) {
      sound.enqueue(new TextEncoder().encode(PIECE));
      signal.addEventListener("abort", () => sound.error(signal.reason));
    },
  });
  await act(async () => {
    asked[0]!.answer(new Response(endless as BodyInit));
    await vi.waitFor(() => expect(player.getSnapshot().streaming).toBe(true));
  });
  expect(generation.state).toBe("streaming");
  expect(player.getSnapshot().wantsToPlay).toBe(true);
  await act(async () => generation.stop());
  expect(signal.aborted).toBe(true);
  expect(generation.state).toBe("idle");
  expect(player.getSnapshot()).toMatchObject({ wantsToPlay: false, streaming: false });
  expect(toast.error).not.toHaveBeenCalled();
});

const tooManyAtATime = () =>
  Response.json(
    { detail: { status: "too_many_concurrent_requests", message: "Too many concurrent requests." } },
    { status: 429 },
  );

it("asks again where one that was stopped just now still counts among those that run at a time", async () => {
  await generate("First");
  act(() => generation.stop());
  await generate("Second");
  await act(async () => {
    asked[1]!.answer(tooManyAtATime());
    await vi.waitFor(() => expect(asked).toHaveLength(3));
  });
  expect(generation.state).toBe("starting");
  await act(async () => asked[2]!.answer(new Response(PIECE)));
  await act(() => vi.waitFor(() => expect(player.getSnapshot().item?.title).toBe("Second")));
  expect(toast.error).not.toHaveBeenCalled();
});

it("says that too many run at a time where none was stopped", async () => {
  await generate("First");
  await act(async () => asked[0]!.answer(tooManyAtATime()));
  await act(() => vi.waitFor(() => expect(generation.state).toBe("idle")));
  expect(toast.error).toHaveBeenCalledExactlyOnceWith("Too many concurrent requests.");
  expect(asked).toHaveLength(1);
});

it.each([
  [true, 1],
  [false, 0],
])(
  "asks for nothing until it is known whether a text can be spoken: if %s, %i times then",
  async (speakable, times) => {
    let know = (_: boolean) => {};
    const known = new Promise<boolean>((resolve) => {
      know = resolve;
    });
    await act(async () => {
      void generation.generate?.(
        { path: "/v1/text-to-speech/v", body: { text: "?" }, text: "?", title: "?" },
        {},
        known,
      );
      await new Promise((resolve) => setTimeout(resolve, 20));
    });
    expect(generation.state).toBe("starting");
    expect(asked).toEqual([]);
    await act(async () => know(speakable));
    await act(() => vi.waitFor(() => expect(asked).toHaveLength(times)));
    if (speakable) await answer("?");
    await vi.waitFor(() => expect(generation.state).toBe("idle"));
    expect(player.getSnapshot().item?.title).toBe(speakable ? "?" : undefined);
    expect(asked).toHaveLength(times);
    expect(toast.error).not.toHaveBeenCalled();
  },
);

it("plays nothing once the app was left", async () => {
  const left = player;
  await generate("First");
  act(() => root.render(null));
  await answer("First");
  expect(left.getSnapshot().item).toBeNull();
});
