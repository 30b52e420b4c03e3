import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { fileNameOf } from "../../../app/domains/history/downloads";
import type { HistoryItem } from "../../../app/domains/history/schema";
import { historyItemToWire } from "../../../app/domains/history/wire";
import { ApiError } from "../../../app/lib/api-client";
import { lookUpItem } from "../../../app/player/file-name-lookup";
import { contentTypeOf } from "../../../workers/speech/formats";
import type { OutputFormat } from "../../../workers/speech/protocol";

/** An item as `GET /v1/history/{id}` answers it. */
function itemMadeIn(outputFormat: OutputFormat) {
  const item: HistoryItem = {
    ...{ id: "hist_1", workspaceId: "ws_1", userId: "user_1", requestId: "req_1", source: "TTS", language: "en" },
    ...{ voiceId: "ada", voiceName: "Ada", voiceCategory: "premade", modelId: "eleven_multilingual_v2" },
    ...{ text: "Hello", dialogue: null, settings: { speed: 1, stability: 0.5, use_speaker_boost: true }, seed: null },
    ...{ characterCountFrom: 0, characterCountTo: 5, feedback: null, createdAtMs: 1_700_000_000_000 },
    audio: {
      ...{ id: "file_1", audioKey: "a", timingsKey: "t", bytes: 1, durationMs: 500, peaks: [] },
      outputFormat,
      contentType: contentTypeOf(outputFormat),
    },
    shareLinkId: null,
  };
  return { ...historyItemToWire(item), file_name: fileNameOf(item) };
}
const found = itemMadeIn("mp3_44100_128");

describe("learning the file name of what plays", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("waits one second, then asks again every five until the history has the item", async () => {
    const asked: number[] = [];
    const started = Date.now();
    const lookUp = lookUpItem("hist_1", new AbortController().signal, async () => {
      asked.push(Date.now() - started);
      if (asked.length < 3) throw new ApiError(404, "history_item_not_found", "not yet");
      return found;
    });
    await vi.advanceTimersByTimeAsync(11_000);
    expect((await lookUp)?.fileName).toMatch(/^Parlando_2023-11-14T.*_Ada_pre_sp100_s50_b_m2\.mp3$/);
    expect(asked).toEqual([1000, 6000, 11_000]);
  });

  it.each([
    ["mp3_44100_128", "audio/mpeg", "mp3"],
    ["wav_44100", "audio/wav", "wav"],
    ["pcm_24000", "audio/pcm", "pcm"],
    ["ulaw_8000", "audio/basic", "ulaw"],
    ["alaw_8000", "audio/x-alaw-basic", "alaw"],
    ["opus_48000_64", "audio/ogg", "opus"],
  ] as const)(
    "names a sound made as %s (%s) as its download is called, .%s",
    async (format, contentType, extension) => {
      const item = itemMadeIn(format);
      expect(item.content_type).toBe(contentType);
      const lookUp = lookUpItem("hist_1", new AbortController().signal, async () => item);
      await vi.advanceTimersByTimeAsync(1000);
      expect((await lookUp)?.fileName).toBe(`Parlando_2023-11-14T22_13_20_Ada_pre_sp100_s50_b_m2.${extension}`);
    },
  );

  it("gives up after ten attempts", async () => {
    let attempts = 0;
    const lookUp = lookUpItem("hist_1", new AbortController().signal, async () => {
      attempts++;
      throw new ApiError(404, "history_item_not_found", "never");
    });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await lookUp).toBeNull();
    expect(attempts).toBe(10);
  });

  it("stops when another item is loaded", async () => {
    const other = new AbortController();
    let attempts = 0;
    const lookUp = lookUpItem("hist_1", other.signal, async () => {
      attempts++;
      throw new ApiError(404, "history_item_not_found", "not yet");
    });
    await vi.advanceTimersByTimeAsync(1500);
    other.abort();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await lookUp).toBeNull();
    expect(attempts).toBe(1);
  });
});
