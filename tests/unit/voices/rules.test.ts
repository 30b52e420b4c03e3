import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CATALOGUE } from "../../../app/domains/voices/catalogue";
import { previewScript } from "../../../app/domains/voices/preview";
import { pageOfVoices, selectVoices } from "../../../app/domains/voices/rules";
import { VOICE_TYPES, type VoiceQuery } from "../../../app/domains/voices/schema";
import { voiceToWire } from "../../../app/domains/voices/wire";

const idsOf = (voices: readonly { speaker: { voiceId: string } }[]) => voices.map(({ speaker }) => speaker.voiceId);
const [first] = CATALOGUE;

describe("selecting voices", () => {
  it("keeps all, in the catalogue's order, when nothing is asked", () => {
    expect(idsOf(selectVoices(CATALOGUE, {}))).toEqual(idsOf(CATALOGUE));
  });

  it("finds by words that may stand in name, description and labels, whatever their case and accents", () => {
    const name = first!.name.toUpperCase();
    const found = selectVoices(CATALOGUE, { search: ` ${name}  ${first!.gender} ` });
    expect(idsOf(found)).toContain(first!.speaker.voiceId);
    expect(selectVoices(CATALOGUE, { search: `${name} nosuchword` })).toEqual([]);
    const accented = { ...first!, name: "Renée" };
    expect(selectVoices([accented], { search: "renee" })).toEqual([accented]);
  });

  it("treats spaces, hyphens and underscores in labels alike", () => {
    const middleAged = CATALOGUE.filter(({ age }) => age === "middle_aged");
    for (const age of ["middle_aged", "Middle Aged", "middle-aged"]) {
      expect(idsOf(selectVoices(CATALOGUE, { age }))).toEqual(idsOf(middleAged));
    }
  });

  it("takes any of several languages and ignores their regions", () => {
    const found = selectVoices(CATALOGUE, { languages: ["pt-BR", "de"] });
    expect(new Set(found.map(({ language }) => language))).toEqual(new Set(["pt", "de"]));
  });

  it("has nothing for kinds of voices that are not premade", () => {
    for (const voiceType of VOICE_TYPES.filter((type) => type !== "default")) {
      expect(selectVoices(CATALOGUE, { voiceType })).toEqual([]);
    }
    expect(selectVoices(CATALOGUE, { voiceType: "default", category: "premade" })).toHaveLength(CATALOGUE.length);
    expect(selectVoices(CATALOGUE, { category: "cloned" })).toEqual([]);
    expect(selectVoices(CATALOGUE, { fineTuningState: "fine_tuned" })).toEqual([]);
  });

  it("sorts by name in both directions", () => {
    const up = selectVoices(CATALOGUE, { sort: "name" }).map(({ name }) => name);
    const down = selectVoices(CATALOGUE, { sort: "name", sortDirection: "desc" }).map(({ name }) => name);
    expect(up).toEqual([...up].sort((a, b) => a.localeCompare(b, "en")));
    expect(down[0]).toBe(up.at(-1));
  });

  it("pages through any query without a gap or a repeat", () => {
    const queries = fc.record<VoiceQuery>(
      {
        gender: fc.constantFrom("female", "male"),
        sort: fc.constantFrom("name", "created_at_unix"),
        sortDirection: fc.constantFrom("asc", "desc"),
        languages: fc.subarray(["en", "de", "fr"], { minLength: 1 }),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(queries, fc.integer({ min: 1, max: 100 }), (query, pageSize) => {
        const selected = selectVoices(CATALOGUE, query);
        const seen: string[] = [];
        let token: string | undefined;
        do {
          const page = pageOfVoices(selected, pageSize, token);
          expect(page.hasMore).toBe(page.nextPageToken !== null);
          seen.push(...idsOf(page.items));
          token = page.nextPageToken ?? undefined;
        } while (token !== undefined);
        expect(seen).toEqual(idsOf(selected));
      }),
      { numRuns: 50 },
    );
  });
});

describe("previews", () => {
  it("are there for each language that a voice names, and for no other", () => {
    for (const voice of CATALOGUE) {
      for (const { language } of voice.verifiedLanguages) {
        const script = previewScript(voice, language);
        expect(script?.languageCode).toBe(language);
        expect(script?.text.length).toBeGreaterThan(10);
      }
      expect(previewScript(voice, "tlh")).toBeNull();
    }
  });

  it("are addressed on the site, one for each verified language", () => {
    const wire = voiceToWire(first!, null, "https://example.com");
    expect(wire.preview_url).toBe(`https://example.com/v1/voices/${first!.speaker.voiceId}/preview`);
    expect(wire.verified_languages[0]?.preview_url).toBe(`${wire.preview_url}?language=${first!.language}`);
  });
});
