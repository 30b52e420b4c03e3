import type { ElevenLabs } from "@elevenlabs/elevenlabs-js";
import { describe, expect, it } from "vitest";
import { sdkClient } from "../support/sdk-client";

const client = sdkClient();

type Voice = ElevenLabs.Voice;
type Search = Required<ElevenLabs.VoicesSearchRequest>;
type Paging = "pageSize" | "nextPageToken" | "sort" | "sortDirection" | "includeTotalCount";

const idsOf = (voices: Voice[]) => voices.map(({ voiceId }) => voiceId);
const label = (name: string, wanted: string) => (voice: Voice) => voice.labels?.[name] === wanted;
const all = () => true;
const none = () => false;

/** What is asked of each filter there is, and which voices it keeps; the catalogue's are all premade and unshared. */
const FILTERS: {
  [Name in Exclude<keyof Search, Paging>]: [
    value: (all: Voice[]) => Search[Name],
    keeps: (voice: Voice, all: Voice[]) => boolean,
  ];
} = {
  search: [([first]) => first!.name!, (voice, [first]) => voice === first],
  voiceType: [() => "personal", none],
  category: [() => "cloned", none],
  fineTuningState: [() => "fine_tuned", none],
  collectionId: [() => "collection", none],
  gender: [() => "male", label("gender", "male")],
  age: [() => "young", label("age", "young")],
  language: [
    () => ["de", "fr"],
    ({ verifiedLanguages }) => !!verifiedLanguages?.some(({ language }) => language === "de" || language === "fr"),
  ],
  accent: [() => "scottish", label("accent", "scottish")],
  useCases: [
    () => ["narration", "news"],
    (voice) => label("use_case", "narration")(voice) || label("use_case", "news")(voice),
  ],
  minNoticePeriodDays: [() => 30, none],
  includeCustomRates: [() => false, all],
  includeLiveModerated: [() => false, all],
  highQuality: [() => true, none],
  voiceIds: [(all) => [all[5]!.voiceId, all[2]!.voiceId], (voice, all) => voice === all[2] || voice === all[5]],
};

describe("the official client", () => {
  it("gets all voices", async () => {
    const { voices } = await client.voices.getAll({ showLegacy: true });
    expect(voices.length).toBeGreaterThanOrEqual(75);
    for (const voice of voices) expect(voice.labels).toMatchObject({ gender: expect.any(String) });
  });

  it("searches voices page by page, in either order, with their count or without", async () => {
    const asked = { pageSize: 2, sort: "name", gender: "female", language: ["en", "de"] };
    const first = await client.voices.search({ ...asked, sortDirection: "asc", includeTotalCount: true });
    expect(first).toMatchObject({ hasMore: true, voices: { length: 2 } });
    expect(first.totalCount).toBeGreaterThan(2);
    const second = await client.voices.search({ ...asked, nextPageToken: first.nextPageToken ?? undefined });
    const ids = idsOf([...first.voices, ...second.voices]);
    expect(new Set(ids).size).toBe(4);
    const uncounted = { ...asked, pageSize: 100, includeTotalCount: false };
    const backwards = await client.voices.search({ ...uncounted, sortDirection: "desc" });
    expect(backwards.totalCount).toBe(0);
    expect(backwards.voices).toHaveLength(first.totalCount);
    expect(idsOf(backwards.voices).toReversed().slice(0, 4)).toEqual(ids);
  });

  it.each(Object.entries(FILTERS))("searches voices by %s", async (parameter, [value, keeps]) => {
    const { voices: all } = await client.voices.getAll();
    const found = await client.voices.search({ [parameter]: value(all), pageSize: 100 });
    expect(idsOf(found.voices)).toEqual(idsOf(all.filter((voice) => keeps(voice, all))));
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
