import { toast } from "sonner";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { playRow } from "~/features/history/history-actions";
import { rowOf } from "~/features/history/history-item";
import { clearIdentityToken } from "~/lib/identity-token";
import { PlayerController } from "~/player/player-controller";
import { stubSilentAudio } from "../../support/silent-audio";

vi.mock("sonner", () => ({ toast: { error: vi.fn() } }));

const rowNamed = (id: string) =>
  rowOf({
    history_item_id: id,
    voice_id: "v",
    voice_name: "Vera",
    model_id: "m",
    text: id,
    dialogue: null,
    date_unix: 1,
    duration_seconds: 1,
    source: "TTS",
    character_count_change_from: 0,
    character_count_change_to: 1,
    output_format: "mp3_44100_128",
  });

let audio: HTMLAudioElement;
let player: PlayerController;
/** The sounds asked for; they come when the test says so. */
let asked: { id: string; answer: (response: Response) => void }[];

beforeEach(() => {
  asked = [];
  clearIdentityToken();
  stubSilentAudio();
  vi.stubGlobal("fetch", (path: string) => {
    if (path.startsWith("/app/identity-token")) {
      return Promise.resolve(
        Response.json({ identity_token: "t", token: "t", expires_at_unix: Date.now() / 1000 + 600 }),
      );
    }
    const [, id, what] = /history\/([^/]+)\/(\w+)/.exec(path) ?? [];
    if (what !== "audio") return Promise.resolve(new Response(null, { status: 404 }));
    return new Promise<Response>((answer) => asked.push({ id: id ?? "", answer }));
  });
  audio = new Audio();
  player = new PlayerController(audio, () => undefined);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Presses Play, and waits until the sound was asked for. */
async function press(id: string) {
  const before = asked.length;
  const playing = playRow(player, rowNamed(id));
  await vi.waitFor(() => expect(asked.length).toBe(before + 1));
  const one = asked[before]!;
  return async (status = 200) => {
    one.answer(status === 200 ? new Response("sound") : Response.json({ detail: { message: "No." } }, { status }));
    await playing;
  };
}
const heldId = () => player.getSnapshot().item?.id;

it("plays the row that was pressed last, though the sound of an earlier one comes later", async () => {
  const firstComes = await press("first");
  const secondComes = await press("second");
  await secondComes();
  await firstComes();
  expect(heldId()).toBe("second");
});

it("plays nothing of a row that was deleted before its sound came", async () => {
  const comes = await press("deleted");
  player.drop(["deleted"]);
  await comes();
  expect(heldId()).toBeUndefined();
});

it("asks once for a row that is pressed twice", async () => {
  const comes = await press("row");
  await playRow(player, rowNamed("row"));
  expect(asked).toHaveLength(1);
  await comes();
  expect(heldId()).toBe("row");
  expect(audio.paused).toBe(false);
});

it("asks again for a row whose sound did not come", async () => {
  const comes = await press("row");
  await comes(500);
  expect(toast.error).toHaveBeenCalled();
  await (await press("row"))();
  expect(heldId()).toBe("row");
});

it("stays with the row in the player when that was pressed after another", async () => {
  await (await press("held"))();
  const otherComes = await press("other");
  await playRow(player, rowNamed("held"));
  await otherComes();
  expect(heldId()).toBe("held");
  expect(player.getSnapshot().wantsToPlay).toBe(false);
});
