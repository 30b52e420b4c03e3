import { env, SELF } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { CATALOGUE } from "../../../../app/domains/voices/catalogue";
import type { CatalogueVoice } from "../../../../app/domains/voices/schema";
import { voiceSearchEndpoints } from "../../../../workers/app/api/v2/voices";
import { signUpForTest, type TestCaller } from "../../../support/test-caller";

let caller: TestCaller;
beforeAll(async () => {
  caller = await signUpForTest(env);
});

interface Page {
  voices: { voice_id: string }[];
  total_count: number;
  has_more: boolean;
  next_page_token: string | null;
}

const call = (query: string) =>
  SELF.fetch(`http://localhost/v2/voices?${query}`, { headers: { "xi-api-key": caller.apiKey } });

async function page(query: string): Promise<Page> {
  const response = await call(query);
  expect(response.status, query).toBe(200);
  return response.json<Page>();
}

const idsOf = (voices: readonly CatalogueVoice[]) => voices.map(({ speaker }) => speaker.voiceId);
const shownBy = ({ voices }: Page) => voices.map(({ voice_id }) => voice_id);
const [first, second, third] = CATALOGUE;
const speaks = (voice: CatalogueVoice, language: string) =>
  voice.language === language || voice.verifiedLanguages.some((verified) => verified.language === language);
const all = () => true;
const none = () => false;

/** A parameter on its own, and which voices it keeps. Every voice is a premade one that nobody shares. */
const FILTERS: [query: string, keeps: (voice: CatalogueVoice) => boolean][] = [
  ["search=SCOTTISH", ({ accent }) => accent === "scottish"],
  ["voice_type=default", all],
  ["voice_type=personal", none],
  ["category=premade", all],
  ["category=professional", none],
  ["fine_tuning_state=fine_tuned", none],
  ["collection_id=c1", none],
  ["gender=male", ({ gender }) => gender === "male"],
  ["age=middle-aged", ({ age }) => age === "middle_aged"],
  ["accent=Scottish", ({ accent }) => accent === "scottish"],
  ["accent=latin_american", ({ accent }) => accent === "latin american"],
  ["language=de", (voice) => speaks(voice, "de")],
  ["language=de-AT&language=fr", (voice) => speaks(voice, "de") || speaks(voice, "fr")],
  [`use_cases=${first!.useCase}`, ({ useCase }) => useCase === first!.useCase],
  ["use_cases=narration&use_cases=news", ({ useCase }) => useCase === "narration" || useCase === "news"],
  ["min_notice_period_days=30", none],
  ["include_custom_rates=false", all],
  ["include_live_moderated=false", all],
  ["high_quality=true", none],
  ["high_quality=false", all],
  [`voice_ids=${second!.speaker.voiceId}`, (voice) => voice === second],
  [
    `voice_ids=${first!.speaker.voiceId}&voice_ids=${third!.speaker.voiceId}&voice_ids=nobody`,
    (voice) => voice === first || voice === third,
  ],
];

describe("a parameter of the voice search, on its own,", () => {
  it.each(FILTERS)("%s keeps what fits it", async (query, keeps) => {
    const expected = idsOf(CATALOGUE.filter(keeps));
    // One that is to tell voices apart has to keep some and drop some.
    if (keeps !== all && keeps !== none) {
      expect(expected.length).toBeGreaterThan(0);
      expect(expected.length).toBeLessThan(CATALOGUE.length);
    }
    const found = await page(`${query}&page_size=100`);
    expect(shownBy(found)).toEqual(expected);
    expect(found).toMatchObject({ total_count: expected.length, has_more: false, next_page_token: null });
  });

  it("says how long a page is, and where it begins", async () => {
    const beginning = await page("page_size=3");
    expect(shownBy(beginning)).toEqual(idsOf(CATALOGUE.slice(0, 3)));
    const next = await page(`next_page_token=${beginning.next_page_token}`);
    expect(shownBy(next)).toEqual(idsOf(CATALOGUE.slice(3, 13)));
  });

  it("puts voices in another order, and the order the other way round", async () => {
    const byName = [...CATALOGUE].sort((a, b) => a.name.localeCompare(b.name, "en"));
    expect(idsOf(byName)).not.toEqual(idsOf(CATALOGUE));
    expect(shownBy(await page("sort=name&page_size=100"))).toEqual(idsOf(byName));
    expect(shownBy(await page("sort=name&sort_direction=desc&page_size=100"))).toEqual(idsOf(byName.toReversed()));
    expect(shownBy(await page("sort=created_at_unix&page_size=100"))).toEqual(idsOf(CATALOGUE));
  });

  it("leaves the count out", async () => {
    expect((await page("include_total_count=true")).total_count).toBe(CATALOGUE.length);
    expect(await page("include_total_count=false")).toMatchObject({ total_count: 0, has_more: true });
  });

  it.each<[what: string, name: string, value: string, type: string]>([
    ["0", "page_size", "0", "greater_than_equal"],
    ["101", "page_size", "101", "less_than_equal"],
    ["no number", "page_size", "many", "int_parsing"],
    ["below 0", "min_notice_period_days", "-1", "greater_than_equal"],
    ["a fraction", "min_notice_period_days", "1.5", "int_parsing"],
    ["neither true nor false", "include_custom_rates", "maybe", "bool_parsing"],
    ["neither true nor false", "include_live_moderated", "maybe", "bool_parsing"],
    ["neither true nor false", "high_quality", "maybe", "bool_parsing"],
    ["neither true nor false", "include_total_count", "maybe", "bool_parsing"],
    ["too long", "search", "a".repeat(201), "string_too_long"],
    ["too long", "collection_id", "a".repeat(201), "string_too_long"],
    ["more than 100", "voice_ids", Array(101).fill("a").join("&voice_ids="), "too_long"],
  ])("is refused where it is %s (%s)", async (_what, name, value, type) => {
    const response = await call(`${name}=${value}`);
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ detail: [{ loc: ["query", name], type }] });
  });

  it("is one of those that the contract has", () => {
    const query = voiceSearchEndpoints[0]!.io().query as unknown as { shape: Record<string, unknown> };
    const filtering = FILTERS.map(([parameter]) => parameter.split("=")[0]!);
    const paging = ["page_size", "next_page_token", "sort", "sort_direction", "include_total_count"];
    expect([...new Set([...filtering, ...paging])].sort()).toEqual(Object.keys(query.shape).sort());
  });
});
