import { env, SELF } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { CATALOGUE } from "../../../../app/domains/voices/catalogue";
import { networkOfFile } from "../../../support/network-of-file";
import { signUpForTest, type TestCaller } from "../../../support/test-caller";

let caller: TestCaller;
let other: TestCaller;
beforeAll(async () => {
  [caller, other] = await Promise.all([signUpForTest(env), signUpForTest(env)]);
});

interface Wire {
  [key: string]: unknown;
}

async function get<T = Wire>(path: string, as = caller): Promise<T> {
  const response = await SELF.fetch(`http://localhost${path}`, { headers: { "xi-api-key": as.apiKey } });
  expect(response.status, `${path}: ${response.status}`).toBe(200);
  return response.json<T>();
}

function post(path: string, body: unknown, as = caller): Promise<Response> {
  const headers = { "xi-api-key": as.apiKey, "content-type": "application/json" };
  return SELF.fetch(`http://localhost${path}`, { method: "POST", headers, body: JSON.stringify(body) });
}

describe("voices", () => {
  const [voice] = CATALOGUE;
  const id = voice!.speaker.voiceId;

  it("are listed all at once by the first list", async () => {
    const { voices } = await get<{ voices: Wire[] }>("/v1/voices?show_legacy=true");
    expect(voices.map((each) => each.voice_id)).toEqual(CATALOGUE.map(({ speaker }) => speaker.voiceId));
  });

  it("are paged through without a gap or a repeat by the second", async () => {
    const seen: unknown[] = [];
    let token: string | null = "";
    while (token !== null) {
      const page: { voices: Wire[]; has_more: boolean; next_page_token: string | null; total_count: number } =
        await get(`/v2/voices?page_size=30${token ? `&next_page_token=${encodeURIComponent(token)}` : ""}`);
      expect(page.total_count).toBe(CATALOGUE.length);
      expect(page.has_more).toBe(page.next_page_token !== null);
      seen.push(...page.voices.map((each) => each.voice_id));
      token = page.next_page_token;
    }
    expect(seen).toEqual(CATALOGUE.map(({ speaker }) => speaker.voiceId));
  });

  it("are ten a page unless asked otherwise, and a foreign page token is refused", async () => {
    expect((await get<{ voices: Wire[] }>("/v2/voices")).voices).toHaveLength(10);
    const response = await SELF.fetch("http://localhost/v2/voices?next_page_token=nonsense", {
      headers: { "xi-api-key": caller.apiKey },
    });
    expect(response.status).toBe(400);
  });

  it("can be filtered and sorted", async () => {
    const women = await get<{ voices: { labels: Wire; name: string }[] }>(
      "/v2/voices?gender=female&language=de&sort=name&sort_direction=desc&page_size=100",
    );
    expect(women.voices.length).toBeGreaterThan(0);
    expect(women.voices.every(({ labels }) => labels.gender === "female")).toBe(true);
    const names = women.voices.map(({ name }) => name);
    expect(names).toEqual([...names].sort((a, b) => b.localeCompare(a, "en")));
    expect((await get<{ total_count: number }>("/v2/voices?voice_type=personal")).total_count).toBe(0);
    expect((await get<{ total_count: number }>(`/v2/voices?voice_ids=${id}&voice_ids=nope`)).total_count).toBe(1);
  });

  it.each(["sort", "sort_direction", "voice_type", "category", "fine_tuning_state"])(
    "are refused, not missed, by a word that %s does not know",
    async (name) => {
      const response = await SELF.fetch(`http://localhost/v2/voices?${name}=nonsense`, {
        headers: { "xi-api-key": caller.apiKey },
      });
      expect(response.status).toBe(422);
      expect(await response.json()).toMatchObject({
        detail: [{ loc: ["query", name], msg: expect.stringMatching(/^Input should be '.+' or '.+'$/), type: "enum" }],
      });
    },
  );

  it("take every word that the contract has, in any case, and an empty one for any", async () => {
    const count = async (query: string) => (await get<{ total_count: number }>(`/v2/voices?${query}`)).total_count;
    const categories = ["Premade", "cloned", "generated", "professional", "famous", "high_quality"];
    expect(await Promise.all(categories.map((category) => count(`category=${category}`)))).toEqual([
      CATALOGUE.length,
      ...[0, 0, 0, 0, 0],
    ]);
    const states = ["draft", "not_verified", "not_started", "queued", "fine_tuning", "fine_tuned", "failed", "delayed"];
    expect(await Promise.all(states.map((state) => count(`fine_tuning_state=${state}`)))).toEqual(states.map(() => 0));
    expect(await count("category=&fine_tuning_state=&voice_type=&sort=")).toBe(CATALOGUE.length);
    expect(await count("gender=unheard_of&use_cases=none")).toBe(0);
  });

  it("are not found by an unknown id", async () => {
    const response = await SELF.fetch("http://localhost/v1/voices/nope", { headers: { "xi-api-key": caller.apiKey } });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ detail: { status: "voice_not_found" } });
  });

  it("come with settings unless those are not wanted", async () => {
    expect((await get(`/v1/voices/${id}`)).settings).toMatchObject({ stability: 0.5 });
    expect((await get(`/v1/voices/${id}?with_settings=false`)).settings).toBeNull();
  });

  it("keep a workspace's settings: what is not sent stays, null goes back to the default, others see nothing of it", async () => {
    expect((await post(`/v1/voices/${id}/settings/edit`, { stability: 0.3, speed: 1.1 })).status).toBe(200);
    expect((await post(`/v1/voices/${id}/settings/edit`, { style: 0.2, speed: null })).status).toBe(200);
    expect(await get(`/v1/voices/${id}/settings`)).toEqual({
      stability: 0.3,
      similarity_boost: 0.75,
      style: 0.2,
      use_speaker_boost: true,
      speed: 1,
    });
    expect(await get(`/v1/voices/${id}/settings`, other)).toMatchObject({ stability: 0.5, style: 0 });
  });

  it("take the workspace's defaults where they have no settings of their own", async () => {
    expect((await post("/v1/voices/settings/default/edit", { stability: 0.9 }, other)).status).toBe(200);
    expect(await get("/v1/voices/settings/default", other)).toMatchObject({ stability: 0.9, speed: 1 });
    expect(await get(`/v1/voices/${id}/settings`, other)).toMatchObject({ stability: 0.9 });
    expect(await get("/v1/voices/settings/default")).toMatchObject({ stability: 0.5 });
  });

  it("refuse settings out of bounds", async () => {
    const response = await post(`/v1/voices/${id}/settings/edit`, { speed: 2, stability: -1 });
    expect(response.status).toBe(422);
    expect((await response.json<{ detail: { loc: string[] }[] }>()).detail.map(({ loc }) => loc)).toEqual([
      ["body", "stability"],
      ["body", "speed"],
    ]);
  });

  it("have a spoken preview that anyone may hear, made once, cached, and seekable", async () => {
    const { preview_url: url } = await get<{ preview_url: string }>(`/v1/voices/${id}`);
    const first = await SELF.fetch(url);
    expect(first.status).toBe(200);
    expect(first.headers.get("content-type")).toBe("audio/mpeg");
    expect(first.headers.get("cache-control")).toContain("public");
    const bytes = new Uint8Array(await first.arrayBuffer());
    expect(bytes.length).toBeGreaterThan(10_000);
    const again = await SELF.fetch(url, { headers: { "if-none-match": first.headers.get("etag")! } });
    expect(again.status).toBe(304);
    const part = await SELF.fetch(url, { headers: { range: "bytes=100-199" } });
    expect(part.status).toBe(206);
    expect(part.headers.get("content-range")).toBe(`bytes 100-199/${bytes.length}`);
    expect(new Uint8Array(await part.arrayBuffer())).toEqual(bytes.slice(100, 200));
    const beyond = await SELF.fetch(url, { headers: { range: `bytes=${bytes.length + 10}-` } });
    expect(beyond.status).toBe(416);
    await beyond.arrayBuffer();
    const unknown = await SELF.fetch(`${url}?language=xx`);
    expect(unknown.status).toBe(404);
    await unknown.text();
  });
});

describe("the caller", () => {
  it("sees themselves and their plan", async () => {
    const user = await get("/v1/user");
    expect(user).toMatchObject({
      user_id: caller.userId,
      workspace_id: caller.workspaceId,
      first_name: "Test",
      is_api_key_hashed: true,
      seat_type: "workspace_admin",
      subscription: { tier: "free", character_count: 0, character_limit: 10_000, voice_limit: 3 },
    });
    expect(caller.apiKey.endsWith(String(user.xi_api_key_preview).slice(-4))).toBe(true);
    expect(await get("/v1/user/subscription")).toMatchObject({
      tier: "free",
      status: "free",
      max_voice_add_edits: 55,
      open_invoices: [],
      has_open_invoices: false,
    });
  });

  it("makes, lists, renames and deletes keys; a deleted one stops working at once", async () => {
    const made = await (await post("/v1/user/create-api-key", { name: "second" })).json<{
      key_id: string;
      xi_api_key: string;
    }>();
    const second = { ...caller, apiKey: made.xi_api_key };
    expect(await get("/v1/user", second)).toMatchObject({ user_id: caller.userId });
    await post("/v1/user/edit-api-key", { key_id: made.key_id, name: "renamed" });
    const { api_keys } = await get<{ api_keys: Wire[] }>("/v1/user/api-keys");
    expect(api_keys.map(({ name }) => name)).toEqual(["renamed", "test"]);
    expect(JSON.stringify(api_keys)).not.toContain(made.xi_api_key);
    const foreign = await SELF.fetch("http://localhost/v1/user/delete-api-key", {
      method: "DELETE",
      headers: { "xi-api-key": other.apiKey },
      body: JSON.stringify({ key_id: made.key_id }),
    });
    expect(foreign.status).toBe(404);
    const gone = await SELF.fetch("http://localhost/v1/user/delete-api-key", {
      method: "DELETE",
      headers: { "xi-api-key": caller.apiKey },
      body: JSON.stringify({ key_id: made.key_id }),
    });
    expect(gone.status).toBe(200);
    const refused = await SELF.fetch("http://localhost/v1/user", {
      headers: { ...networkOfFile(), "xi-api-key": made.xi_api_key },
    });
    expect(refused.status).toBe(401);
  });

  it("gets single-use tokens of the known types", async () => {
    const response = await post("/v1/single-use-token/tts_websocket", {});
    expect(await response.json()).toMatchObject({ token: expect.stringMatching(/^sutkn_/) });
    expect((await post("/v1/single-use-token/other", {})).status).toBe(422);
  });
});

describe("models", () => {
  it("are listed with limits, costs and languages", async () => {
    const models =
      await get<{ model_id: string; maximum_text_length_per_request: number; languages: unknown[] }[]>("/v1/models");
    const limits = Object.fromEntries(models.map((model) => [model.model_id, model.maximum_text_length_per_request]));
    expect(limits).toMatchObject({
      eleven_v3: 5000,
      eleven_multilingual_v2: 10_000,
      eleven_flash_v2: 30_000,
      eleven_turbo_v2_5: 40_000,
    });
    expect(models.find(({ model_id }) => model_id === "eleven_multilingual_v2")?.languages).toHaveLength(29);
  });
});
