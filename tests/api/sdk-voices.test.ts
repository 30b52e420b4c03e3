import { describe, expect, it } from "vitest";
import { sdkClient } from "../support/sdk-client";

const client = sdkClient();

describe("the official client", () => {
  it("gets all voices", async () => {
    const { voices } = await client.voices.getAll({ showLegacy: true });
    expect(voices.length).toBeGreaterThanOrEqual(75);
    for (const voice of voices) expect(voice.labels).toMatchObject({ gender: expect.any(String) });
  });

  it("searches voices page by page, with every parameter it has", async () => {
    const first = await client.voices.search({
      pageSize: 2,
      sort: "name",
      sortDirection: "asc",
      voiceType: "default",
      category: "premade",
      gender: "female",
      language: ["en", "de"],
      includeCustomRates: true,
      includeLiveModerated: true,
      highQuality: false,
      includeTotalCount: true,
    });
    expect(first).toMatchObject({ hasMore: true, voices: { length: 2 } });
    expect(first.totalCount).toBeGreaterThan(2);
    const second = await client.voices.search({
      pageSize: 2,
      sort: "name",
      voiceType: "default",
      category: "premade",
      gender: "female",
      language: ["en", "de"],
      nextPageToken: first.nextPageToken ?? undefined,
    });
    const ids = [...first.voices, ...second.voices].map(({ voiceId }) => voiceId);
    expect(new Set(ids).size).toBe(4);
    const byId = await client.voices.search({ voiceIds: ids, pageSize: 100 });
    expect(byId.voices.map(({ voiceId }) => voiceId).sort()).toEqual([...ids].sort());
    const named = await client.voices.search({ search: first.voices[0]?.name ?? "" });
    expect(named.voices.map(({ voiceId }) => voiceId)).toContain(ids[0]);
  });

  it("gets a voice, with its settings or without, and its preview plays", async () => {
    const { voices } = await client.voices.search({ pageSize: 1 });
    const voiceId = voices[0]!.voiceId;
    expect((await client.voices.get(voiceId)).settings?.stability).toBeTypeOf("number");
    const voice = await client.voices.get(voiceId, { withSettings: false });
    expect(voice.settings ?? null).toBeNull();
    const preview = await fetch(voice.previewUrl!);
    expect(preview.headers.get("content-type")).toBe("audio/mpeg");
    expect((await preview.arrayBuffer()).byteLength).toBeGreaterThan(10_000);
  });

  it("edits a voice's settings and reads them back", async () => {
    const { voices } = await client.voices.search({ pageSize: 1, sort: "name", sortDirection: "desc" });
    const voiceId = voices[0]!.voiceId;
    expect(await client.voices.settings.getDefault()).toMatchObject({ similarityBoost: 0.75 });
    const edited = await client.voices.settings.update(voiceId, { stability: 0.25, useSpeakerBoost: false });
    expect(edited.status).toBe("ok");
    expect(await client.voices.settings.get(voiceId)).toMatchObject({
      stability: 0.25,
      useSpeakerBoost: false,
      similarityBoost: 0.75,
    });
    await client.voices.settings.update(voiceId, { stability: 0.5, useSpeakerBoost: true });
  });
});
