import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { admits, filterFromAddress, pageAddress } from "../../../app/features/history/history-filter";
import { groupByDay, type HistoryRow, rowOf, textOfRow } from "../../../app/features/history/history-item";
import { mergeRows } from "../../../app/features/history/use-history-pages";

const row = (id: string, createdAtMs = 0, more: Partial<HistoryRow> = {}): HistoryRow => ({
  id,
  voiceId: "v",
  otherVoiceIds: [],
  voiceName: "Ada",
  modelId: "m",
  text: "Hello",
  dialogue: null,
  createdAtMs,
  durationSeconds: 1,
  source: "TTS",
  characters: 5,
  outputFormat: "mp3_44100_128",
  ...more,
});

describe("a row", () => {
  const wire = {
    history_item_id: "h",
    voice_id: "v",
    voice_name: "Ada",
    model_id: "m",
    text: "x",
    dialogue: null,
    date_unix: 1,
    duration_seconds: 1,
    source: "TTS",
    character_count_change_from: 0,
    character_count_change_to: 1,
    output_format: "mp3_44100_128",
  };

  it("names all voices of a dialogue, and the one of a speech", () => {
    const dialogue = ["Clara", "Theo", "Clara"].map((name) => ({ text: "x", voice_id: name, voice_name: name }));
    const row = rowOf({ ...wire, voice_id: "Clara", dialogue });
    expect(row.voiceName).toBe("Clara and Theo");
    expect([row.voiceId, row.otherVoiceIds]).toEqual(["Clara", ["Theo"]]);
    expect(rowOf(wire).voiceName).toBe("Ada");
  });

  it("turns nothing around that stands beside it", () => {
    const hostile = rowOf({ ...wire, text: "\u202eevil\n\u2067text", voice_name: "\u202eAda" });
    expect(textOfRow(hostile)).toBe("evil text");
    expect(hostile.voiceName).toBe("Ada");
    expect(hostile.text).toBe("\u202eevil\n\u2067text");
  });
});

describe("grouping the history by day", () => {
  const now = new Date(2026, 2, 10, 12, 0, 0);
  const at = (day: number, hour: number) => new Date(2026, 2, day, hour).getTime();

  it("puts a heading before the first item of each day", () => {
    const entries = groupByDay(
      [row("c", at(10, 9)), row("b", at(10, 1)), row("a", at(9, 23)), row("0", at(2, 5))],
      now,
    );
    expect(entries.map((entry) => (entry.kind === "day" ? entry.label : entry.key))).toEqual([
      "Today",
      "c",
      "b",
      "Yesterday",
      "a",
      "Monday, March 2",
      "0",
    ]);
  });

  it("names the year of another year", () => {
    const [heading] = groupByDay([row("a", new Date(2025, 0, 5).getTime())], now);
    expect(heading).toMatchObject({ label: "Sunday, January 5, 2025" });
  });

  it("keeps every item once and in order", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 1e12 })), (times) => {
        const rows = times.sort((a, b) => b - a).map((time, i) => row(`h${i}`, time));
        const kept = groupByDay(rows, now).flatMap((entry) => (entry.kind === "item" ? entry.row.id : []));
        expect(kept).toEqual(rows.map(({ id }) => id));
      }),
    );
  });
});

describe("merging pages and live items", () => {
  it("keeps each item once, newest first", () => {
    expect(mergeRows([row("hist_3"), row("hist_1")], [row("hist_2"), row("hist_3")]).map(({ id }) => id)).toEqual([
      "hist_3",
      "hist_2",
      "hist_1",
    ]);
  });
});

describe("the history's filter", () => {
  it("becomes the API's query, without empty parts", () => {
    const filter = filterFromAddress(new URLSearchParams("search=%20tea%20&source=TTS"));
    expect(pageAddress(filter, "hist_9")).toBe(
      "/v1/history?page_size=50&search=tea&source=TTS&is_dialogue=false&start_after_history_item_id=hist_9",
    );
    expect(pageAddress(filterFromAddress(new URLSearchParams("source=Dialogue")), null)).toBe(
      "/v1/history?page_size=50&is_dialogue=true",
    );
    expect(pageAddress({ search: " ", voiceId: "", source: "" }, null)).toBe("/v1/history?page_size=50");
  });

  it("takes no source from the address that there is none of", () => {
    expect(filterFromAddress(new URLSearchParams("source=Radio")).source).toBe("");
  });

  it("admits a new item only where it belongs", () => {
    const filter = { search: "", voiceId: "v1", source: "" };
    const alone = { voiceId: "v1", otherVoiceIds: [], source: "TTS" };
    expect(admits(filter, alone)).toBe(true);
    expect(admits(filter, { ...alone, voiceId: "v2" })).toBe(false);
    expect(admits(filter, { voiceId: "v2", otherVoiceIds: ["v3", "v1"], source: "Dialogue" })).toBe(true);
    expect(admits({ ...filter, source: "Dialogue" }, alone)).toBe(false);
  });
});

describe("what a row says", () => {
  it("names the speakers of a dialogue", () => {
    const wire = {
      history_item_id: "hist_1",
      voice_id: "v",
      voice_name: "Ada",
      model_id: "eleven_v3",
      text: null,
      dialogue: [
        { text: "Hi.", voice_id: "v", voice_name: "Ada" },
        { text: "Hello.", voice_id: "v", voice_name: "Tom" },
      ],
      date_unix: 10,
      duration_seconds: 2,
      source: "TTS",
      character_count_change_from: 3,
      character_count_change_to: 12,
      output_format: "pcm_24000",
    };
    expect(textOfRow(rowOf(wire))).toBe("Ada: Hi. Tom: Hello.");
    expect(rowOf(wire)).toMatchObject({
      characters: 9,
      createdAtMs: 10_000,
      source: "Dialogue",
      outputFormat: "pcm_24000",
    });
  });
});
