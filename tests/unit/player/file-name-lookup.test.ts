import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError } from "../../../app/lib/api-client";
import { lookUpItem } from "../../../app/player/file-name-lookup";

const found = {
  history_item_id: "hist_1",
  voice_name: "Ada",
  voice_category: "premade",
  model_id: "eleven_multilingual_v2",
  date_unix: 1_700_000_000,
  content_type: "audio/mpeg",
  settings: null,
  feedback: null,
};

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
    expect((await lookUp)?.fileName).toMatch(/^Parlando_2023-11-14T.*_Ada_pre_m2\.mp3$/);
    expect(asked).toEqual([1000, 6000, 11_000]);
  });

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
