import { ElevenLabsError } from "@elevenlabs/elevenlabs-js";
import { unzipSync } from "fflate";
import { beforeAll, describe, expect, it } from "vitest";
import { probeAudio } from "../support/ffmpeg";
import { bytesOf, type OwnWorkspace, ownWorkspace } from "../support/own-workspace";
import { sharedProduct } from "../support/product";

const { voiceId } = sharedProduct();
const TEXTS = ["Apples are red.", "Bananas are yellow.", "Cherries are dark red.", "Dates are brown."];
let own: OwnWorkspace;
let stranger: OwnWorkspace;
let otherVoiceId: string;
/** Of `TEXTS`, in their order. */
const ids: string[] = [];

beforeAll(async () => {
  [own, stranger] = await Promise.all([ownWorkspace(), ownWorkspace()]);
  const { voices } = await own.client.voices.search({ pageSize: 10 });
  otherVoiceId = voices.find((voice) => voice.voiceId !== voiceId)!.voiceId!;
  for (const [i, text] of TEXTS.entries()) {
    const voice = i === 3 ? otherVoiceId : voiceId;
    const modelId = i === 3 ? "eleven_flash_v2_5" : "eleven_multilingual_v2";
    const { data, rawResponse } = await own.client.textToSpeech.convert(voice, { text, modelId }).withRawResponse();
    await bytesOf(data);
    ids.push(rawResponse.headers.get("history-item-id")!);
  }
});

const textsOf = (items: { text?: string }[]) => items.map((item) => item.text);
const statusOf = async (call: PromiseLike<unknown>) => {
  try {
    await call;
    return 200;
  } catch (error) {
    if (error instanceof ElevenLabsError) return error.statusCode;
    throw error;
  }
};

describe("history.list", () => {
  it("has what was made, newest first, with what it cost and how it was made", async () => {
    const { history, hasMore, lastHistoryItemId } = await own.client.history.list();
    expect(textsOf(history)).toEqual(TEXTS.toReversed());
    expect(hasMore).toBe(false);
    expect(lastHistoryItemId).toBe(ids[0]);
    expect(history.at(-1)).toMatchObject({
      historyItemId: ids[0],
      requestId: expect.stringMatching(/^req_/),
      voiceId,
      modelId: "eleven_multilingual_v2",
      voiceCategory: "premade",
      characterCountChangeFrom: 0,
      characterCountChangeTo: TEXTS[0]!.length,
      contentType: "audio/mpeg",
      outputFormat: "mp3_44100_128",
      source: "TTS",
      state: "created",
      settings: { stability: 0.5, similarity_boost: 0.75, style: 0, use_speaker_boost: true, speed: 1 },
    });
    expect(Math.abs(history[0]!.dateUnix - Date.now() / 1000)).toBeLessThan(120);
  });

  it("comes in pages that miss and repeat nothing, in both directions", async () => {
    for (const sortDirection of ["asc", "desc"] as const) {
      const seen: (string | undefined)[] = [];
      let startAfterHistoryItemId: string | undefined;
      for (let more = true; more; ) {
        const page = await own.client.history.list({ pageSize: 3, sortDirection, startAfterHistoryItemId });
        seen.push(...textsOf(page.history));
        startAfterHistoryItemId = page.lastHistoryItemId;
        more = page.hasMore;
      }
      expect(seen).toEqual(sortDirection === "asc" ? TEXTS : TEXTS.toReversed());
    }
  });

  it("is narrowed by words, beginnings of words, voice, model, time and source", async () => {
    const list = async (query: Parameters<typeof own.client.history.list>[0]) =>
      textsOf((await own.client.history.list(query)).history);
    expect(await list({ search: "RED" })).toEqual([TEXTS[2], TEXTS[0]]);
    expect(await list({ search: "red dark" })).toEqual([TEXTS[2]]);
    expect(await list({ search: "bana" })).toEqual([TEXTS[1]]);
    expect(await list({ search: 'nothing like "this' })).toEqual([]);
    expect(await list({ voiceId: otherVoiceId })).toEqual([TEXTS[3]]);
    expect(await list({ modelId: "eleven_flash_v2_5" })).toEqual([TEXTS[3]]);
    expect(await list({ source: "STS" })).toEqual([]);
    expect(await list({ source: "TTS", search: "are", voiceId })).toHaveLength(3);
    const now = Math.floor(Date.now() / 1000);
    expect(await list({ dateAfterUnix: now + 100 })).toEqual([]);
    expect(await list({ dateBeforeUnix: now + 100, dateAfterUnix: now - 600 })).toHaveLength(4);
  });

  it("refuses page sizes out of bounds and cursors that are none", async () => {
    expect((await own.call("/v1/history?page_size=0")).status).toBe(422);
    expect((await own.call("/v1/history?page_size=1001")).status).toBe(422);
    expect((await own.call("/v1/history?start_after_history_item_id=nope")).status).toBe(400);
    expect((await own.call("/v1/history?sort_direction=up")).status).toBe(422);
  });

  it("refuses a source that there is none of, and takes all that items may have", async () => {
    const refused = await own.call("/v1/history?source=Radio");
    expect(refused.status).toBe(422);
    expect(await refused.json()).toMatchObject({ detail: [{ loc: ["query", "source"], type: "enum" }] });
    for (const source of ["Flows", "STS", "Projects", "Dubbing", "VoicePreview", ""])
      expect((await own.call(`/v1/history?source=${source}`)).status).toBe(200);
  });
});

describe("an item", () => {
  it("is got with its character times, and told for the player", async () => {
    const item = await own.client.history.get(ids[0]!);
    expect(item.alignments!.alignment.characters.join("")).toBe(TEXTS[0]);
    const timings = (await (await own.call(`/v1/history/${ids[0]}/timings`)).json()) as {
      duration_seconds: number;
      peaks: number[];
      alignment: { characters: string[]; character_end_times_seconds: number[] };
    };
    expect(timings.alignment.characters.join("")).toBe(TEXTS[0]);
    expect(timings.peaks.length).toBeGreaterThan(10);
    expect(timings.alignment.character_end_times_seconds.at(-1)!).toBeLessThanOrEqual(timings.duration_seconds + 0.06);
  });

  it("has a sound that can be had whole, in parts, and not again when it is known", async () => {
    const whole = await bytesOf(await own.client.history.getAudio(ids[0]!));
    const audio = `/v1/history/${ids[0]}/audio`;
    const head = await own.call(audio, { method: "HEAD" });
    expect([head.status, head.headers.get("content-length")]).toEqual([200, String(whole.byteLength)]);
    expect(head.headers.get("accept-ranges")).toBe("bytes");
    const etag = head.headers.get("etag")!;
    expect(head.headers.get("content-disposition")).toMatch(
      /^attachment; filename="Parlando_\d{4}-\d\d-\d\dT\d\d_\d\d_\d\d_\w+_pre_sp100_s50_sb75_se0_b_m2\.mp3"$/,
    );

    const part = await own.call(audio, { headers: { range: "bytes=100-199" } });
    expect(part.status).toBe(206);
    expect(part.headers.get("content-range")).toBe(`bytes 100-199/${whole.byteLength}`);
    expect(part.headers.get("content-length")).toBe("100");
    expect(Buffer.compare(Buffer.from(await part.arrayBuffer()), whole.subarray(100, 200))).toBe(0);

    const tail = await own.call(audio, { headers: { range: "bytes=-50", "if-range": etag } });
    expect(Buffer.compare(Buffer.from(await tail.arrayBuffer()), whole.subarray(-50))).toBe(0);
    const stale = await own.call(audio, { headers: { range: "bytes=-50", "if-range": '"old"' } });
    expect(stale.status).toBe(200);
    expect((await stale.arrayBuffer()).byteLength).toBe(whole.byteLength);

    const beyond = await own.call(audio, { headers: { range: `bytes=${whole.byteLength}-` } });
    expect([beyond.status, beyond.headers.get("content-range")]).toEqual([416, `bytes */${whole.byteLength}`]);
    expect((await own.call(audio, { headers: { "if-none-match": etag } })).status).toBe(304);
  });

  it("of another workspace is not there, for anything one can do with it", async () => {
    const id = ids[0]!;
    expect(await statusOf(stranger.client.history.get(id))).toBe(404);
    expect(await statusOf(stranger.client.history.getAudio(id))).toBe(404);
    expect(await statusOf(stranger.client.history.delete(id))).toBe(404);
    expect(await statusOf(stranger.client.history.download({ historyItemIds: [id] }))).toBe(404);
    expect((await stranger.call(`/v1/history/${id}/timings`)).status).toBe(404);
    expect((await stranger.call(`/v1/history/${id}/feedback`, { body: { thumbs_up: true } })).status).toBe(404);
    expect((await stranger.call(`/v1/history/${id}/restore`, { method: "POST" })).status).toBe(404);
    expect((await stranger.client.history.list()).history).toEqual([]);
    expect((await own.client.history.get(id)).historyItemId).toBe(id);
  });
});

describe("feedback", () => {
  const give = (body: Record<string, unknown>) => own.call(`/v1/history/${ids[1]}/feedback`, { body });

  it("is kept with its words or its boxes", async () => {
    const praise = await give({ thumbs_up: true, feedback: "This voice is very pleasant." });
    expect(await praise.json()).toMatchObject({
      status: "ok",
      message: "Your feedback has been submitted, thank you.",
    });
    const blame = await give({ thumbs_up: false, glitches: true, feedback: "" });
    expect(blame.status).toBe(200);
    const { history } = (await (await own.call("/v1/history")).json()) as {
      history: { history_item_id: string; feedback: unknown }[];
    };
    expect(history.find((item) => item.history_item_id === ids[1])!.feedback).toEqual({
      thumbs_up: false,
      feedback: "",
      emotions: false,
      inaccurate_clone: false,
      glitches: true,
      audio_quality: false,
      other: false,
      review_status: "not_reviewed",
    });
  });

  it("of too few or too many words is refused with the product's message", async () => {
    const short = await give({ thumbs_up: true, feedback: "Too short" });
    expect(short.status).toBe(400);
    expect(await short.json()).toMatchObject({ detail: { message: "Feedback must be at least 20 characters long" } });
    expect((await give({ thumbs_up: true, feedback: "x".repeat(201) })).status).toBe(400);
    expect((await give({ feedback: "x".repeat(30) })).status).toBe(422);
  });
});

describe("history.download", () => {
  it("answers one item as its sound, named by the rules", async () => {
    const { data, rawResponse } = await own.client.history.download({ historyItemIds: [ids[0]!] }).withRawResponse();
    expect(rawResponse.headers.get("content-type")).toBe("audio/mpeg");
    expect(rawResponse.headers.get("content-disposition")).toContain("_m2.mp3");
    expect(Buffer.compare(await bytesOf(data), await bytesOf(await own.client.history.getAudio(ids[0]!)))).toBe(0);
  });

  it("turns it into a WAV with a true header, or another format, when asked", async () => {
    const wav = await bytesOf(await own.client.history.download({ historyItemIds: [ids[0]!], outputFormat: "wav" }));
    const mp3 = await probeAudio(await bytesOf(await own.client.history.getAudio(ids[0]!)));
    const sound = await probeAudio(wav);
    expect(sound).toMatchObject({ codec: "pcm_s16le", sampleRateHz: 44_100 });
    expect(Math.abs(sound.durationSeconds - mp3.durationSeconds)).toBeLessThan(0.1);
    expect(new DataView(wav.buffer).getUint32(4, true)).toBe(wav.byteLength - 8);
    const opus = await bytesOf(
      await own.client.history.download({ historyItemIds: [ids[0]!], outputFormat: "opus_48000_64" }),
    );
    expect((await probeAudio(opus)).codec).toBe("opus");
  });

  it("answers several as a zip whose files are whole and named apart", async () => {
    const { data, rawResponse } = await own.client.history
      .download({ historyItemIds: [...ids, ids[0]!] })
      .withRawResponse();
    expect(rawResponse.headers.get("content-type")).toBe("application/zip");
    expect(rawResponse.headers.get("content-disposition")).toMatch(/Parlando_.*_history\.zip/);
    const files = Object.entries(unzipSync(await bytesOf(data)));
    expect(files).toHaveLength(4);
    const first = await bytesOf(await own.client.history.getAudio(ids[0]!));
    expect(files.some(([, content]) => Buffer.compare(content, first) === 0)).toBe(true);
    for (const [name, content] of files) {
      expect(name).toMatch(/^Parlando_.*\.mp3$/);
      expect((await probeAudio(content)).codec).toBe("mp3");
    }
  });

  it("says which items are not there, and refuses none and unknown formats", async () => {
    const missing = await own.call("/v1/history/download", { body: { history_item_ids: [ids[0], "hist_nope"] } });
    expect(missing.status).toBe(404);
    expect(await missing.json()).toMatchObject({
      detail: { status: "history_item_not_found", message: expect.stringContaining("hist_nope") },
    });
    expect((await own.call("/v1/history/download", { body: { history_item_ids: [] } })).status).toBe(400);
    const format = await own.call("/v1/history/download", { body: { history_item_ids: ids, output_format: "mp5" } });
    expect(format.status).toBe(400);
  });
});

describe("history.delete", () => {
  it("takes an item out of sight at once, and it can be brought back", async () => {
    const id = ids[3]!;
    expect(await own.client.history.delete(id)).toMatchObject({ status: "ok" });
    expect(await statusOf(own.client.history.get(id))).toBe(404);
    expect(await statusOf(own.client.history.getAudio(id))).toBe(404);
    expect(await statusOf(own.client.history.delete(id))).toBe(404);
    expect(textsOf((await own.client.history.list({ search: "dates" })).history)).toEqual([]);

    const restored = await own.call(`/v1/history/${id}/restore`, { method: "POST" });
    expect(await restored.json()).toMatchObject({ history_item_id: id, text: TEXTS[3] });
    expect((await bytesOf(await own.client.history.getAudio(id))).byteLength).toBeGreaterThan(1000);
    expect(textsOf((await own.client.history.list({ search: "dates" })).history)).toEqual([TEXTS[3]]);
    expect((await own.call(`/v1/history/${id}/restore`, { method: "POST" })).status).toBe(404);
  });

  it("lets a page go on after an item that is gone", async () => {
    const id = ids[2]!;
    await own.client.history.delete(id);
    const { history } = await own.client.history.list({ startAfterHistoryItemId: id });
    expect(textsOf(history)).toEqual([TEXTS[1], TEXTS[0]]);
  });
});
