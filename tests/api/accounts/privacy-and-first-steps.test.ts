import { describe, expect, it } from "vitest";
import { newNetwork } from "../../support/new-network";
import { ownWorkspace } from "../../support/own-workspace";
import { sharedProduct } from "../../support/product";
import { csrfTokenIn, newestLinkFor, Visitor } from "../../support/visitor";

const { url, apiKey: demoKey } = sharedProduct();

const json = async (response: Response) => ({ status: response.status, body: await response.json() });

describe("the list of first steps", () => {
  const path = "/v1/user/onboarding-checklist";
  const item = (id: string, done: boolean) => ({ onboarding_checklist_item_id: id, is_completed: done });

  it("begins with the answers to the questions, fills up, hides and ends", async () => {
    const { call } = await ownWorkspace();
    expect(await json(await call(path))).toEqual({ status: 200, body: { onboarding_checklist: null } });
    expect((await call(`${path}/update`, { body: { item_id: "api_key" } })).status).toBe(404);
    const answers = {
      first_name: "Grace",
      role: "developer",
      subrole: "agent",
      timezone: "Europe/Berlin",
      source: null,
    };
    expect((await call("/v1/user/onboarding-survey-complete", { body: answers })).status).toBe(200);
    expect(await (await call("/v1/user")).json()).toMatchObject({
      first_name: "Grace",
      is_onboarding_completed: true,
      is_onboarding_checklist_completed: false,
      referral_link_code: null,
    });

    const updated = await json(await call(`${path}/update`, { body: { item_id: "api_key" } }));
    expect(updated.body).toEqual({
      checklist_id: expect.any(String),
      items: [item("text_to_speech", false), item("api_key", true), item("affiliate_link", false)],
      hidden: false,
      completed: false,
    });
    expect((await call(`${path}/update`, { body: { item_id: "dubbing" } })).status).toBe(400);
    expect((await call(`${path}/update`, { body: {} })).status).toBe(422);
    expect((await json(await call(`${path}/hide`, { method: "POST" }))).body).toMatchObject({ hidden: true });
    // A step is still noted.
    const noted = await json(await call(`${path}/update`, { body: { item_id: "affiliate_link" } }));
    expect(noted.body).toMatchObject({ hidden: true, items: expect.arrayContaining([item("affiliate_link", true)]) });
    expect((await json(await call(`${path}/mark-complete`, { method: "POST" }))).body).toMatchObject({
      completed: true,
    });
  });

  it("can be begun without the questions", async () => {
    const { call } = await ownWorkspace();
    const begun = await json(await call(`${path}/initiate`, { method: "POST" }));
    expect(begun.body).toMatchObject({ hidden: false, completed: false });
    expect((await json(await call(path))).body).toEqual({ onboarding_checklist: begun.body });
  });
});

describe("privacy", () => {
  it("choices of a person are kept, and are nobody else's", async () => {
    const { call } = await ownWorkspace();
    expect((await json(await call("/v1/user/settings"))).body).toMatchObject({ ccpa_opt_out: false });
    expect((await json(await call("/v1/user/settings", { body: { optOutCCPA: true } }))).status).toBe(200);
    expect((await json(await call("/v1/user/settings"))).body).toMatchObject({ ccpa_opt_out: true });
    expect((await call("/v1/user/settings", { body: { optOutCCPA: "perhaps" } })).status).toBe(422);
    const demo = await fetch(`${url}/v1/user/settings`, { headers: { "xi-api-key": demoKey } });
    expect(await demo.json()).toMatchObject({ ccpa_opt_out: false });
  });

  it("is a visitor's to choose where the law says so, without scripts, and can be taken back", async () => {
    const optOut = "Do not sell or share my personal information";
    const from = (state: string) => ({ "cf-ipcountry": "US", "cf-region-code": state });
    const visitor = new Visitor(url);
    expect((await visitor.get("/privacy", from("NY"))).html).not.toContain("Your privacy choices");
    const offered = (await visitor.get("/privacy", from("TX"))).html;
    expect(offered).toMatch(/<input type="hidden" name="choice" value="opt_out"\/>/);
    expect(offered).toMatch(new RegExp(`<button type="submit"[^>]*>${optOut}</button>`));
    const chosen = await visitor.post("/privacy", { csrf: csrfTokenIn(offered), choice: "opt_out" }, from("TX"));
    expect([chosen.status, chosen.location]).toEqual([302, "/privacy#choices"]);
    expect(visitor.cookies.get("xi_website_privacy")).toBe("declined");
    const declined = (await visitor.get("/privacy", from("TX"))).html;
    expect(declined).toMatch(/<p role="status">You have opted out in this browser/);
    expect(declined).toMatch(/<input type="hidden" name="choice" value="opt_in"\/>/);
    expect(declined).toMatch(/<button type="submit"[^>]*>Take it back<\/button>/);
    await visitor.post("/privacy", { csrf: csrfTokenIn(declined), choice: "opt_in" }, from("TX"));
    expect(visitor.cookies.has("xi_website_privacy")).toBe(false);
    expect((await visitor.get("/privacy", from("TX"))).html).toContain(optOut);
  });

  it("terms are agreed to as often as one likes", async () => {
    const { call } = await ownWorkspace();
    for (const path of ["/v1/user/accept-bipa-terms", "/v1/user/accept-terms", "/v1/user/accept-bipa-terms"])
      expect((await call(path, { method: "POST" })).status).toBe(200);
  });

  it("of a workspace is its admins' to set", async () => {
    const { call } = await ownWorkspace();
    expect((await json(await call("/v1/workspace/training-opt-out"))).body).toEqual({
      training_opt_out: { enabled: false, timestamp: null },
      can_be_changed: true,
    });
    const put = (query: string) => call(`/v1/workspace/update-workspace${query}`, { method: "PUT" });
    expect((await json(await put("?training_opt_out=true"))).body).toMatchObject({
      training_opt_out: { enabled: true },
    });
    expect((await json(await put(""))).body).toMatchObject({ training_opt_out: { enabled: true } });
    expect((await put("?training_opt_out=perhaps")).status).toBe(422);
    const now = Math.floor(Date.now() / 1000);
    const { body } = await json(await call("/v1/workspace/training-opt-out"));
    expect(
      Math.abs((body as { training_opt_out: { timestamp: number } }).training_opt_out.timestamp - now),
    ).toBeLessThan(60);
  });
});

describe("a person's link for friends", () => {
  it("is made once, however many ask at the same time", async () => {
    const { call } = await ownWorkspace();
    const answers = await Promise.all(
      Array.from({ length: 8 }, async () => (await call("/v1/user/referral-link")).json()),
    );
    const links = new Set(answers.map((answer) => (answer as { referral_link: string }).referral_link));
    expect([...links]).toEqual([expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/\?from=[0-9a-z]{12}$/)]);
  });
});

describe("a visit that came by an advertisement", () => {
  const visit = (body: unknown, headers: Record<string, string> = {}) =>
    fetch(`${url}/v1/google-ads-visit`, {
      method: "POST",
      headers: { "content-type": "application/json", "cf-connecting-ip": newNetwork(), ...headers },
      body: JSON.stringify(body),
    });

  it("is noted without a credential, with an address or without", async () => {
    const parameters = { gclid: "g1", utm_source: "search", utm_medium: "", utm_term: null };
    for (const email of ["ada@example.com", { email: "ada@example.com" }, { email: null }, undefined])
      expect((await visit({ email, event_type: "sign_up", ...parameters })).status).toBe(200);
    expect((await visit({ event_type: "visit" }, { "sec-gpc": "1" })).status).toBe(200);
  });

  it.each([
    ["no kind of event", {}],
    ["a kind of event that is none", { event_type: "<script>" }],
    ["a parameter that is too long", { event_type: "visit", gclid: "x".repeat(501) }],
  ])("is refused with %s", async (_, body) => {
    expect((await visit(body)).status).toBe(422);
  });

  it("is noted thirty times an hour for each client, and not more", async () => {
    const address = { "cf-connecting-ip": newNetwork() };
    const statuses = await Promise.all(
      Array.from({ length: 35 }, async () => (await visit({ event_type: "visit", gclid: "g" }, address)).status),
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(30);
    expect(statuses.filter((status) => status === 429)).toHaveLength(5);
  });
});

describe("events of visitors", () => {
  const send = (body: unknown, headers: Record<string, string> = {}) =>
    fetch(`${url}/ingest`, {
      method: "POST",
      headers: { "content-type": "text/plain", "cf-connecting-ip": newNetwork(), ...headers },
      body: JSON.stringify(body),
    });
  const events = [{ name: "ready_for_pixels" }];

  it("are taken with every answer about cookies, and refused with one that is none", async () => {
    for (const consent of ["granted", "not_applicable", "undecided", "denied", undefined])
      expect((await send({ consent, events })).status).toBe(204);
    expect((await send({ consent: "perhaps", events })).status).toBe(400);
  });

  it("are limited for each client", async () => {
    const address = { "cf-connecting-ip": newNetwork() };
    const answers = await Promise.all(Array.from({ length: 130 }, () => send({ events: [] }, address)));
    const refused = answers.filter(({ status }) => status === 429);
    // Two uses a second come back meanwhile.
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.length).toBeLessThanOrEqual(10);
    expect(Number(refused[0]?.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await send({ events: [] })).status).toBe(204);
  });

  it("of somebody signed in are counted until they opt out for their account", async () => {
    const visitor = new Visitor(url);
    const person = { email: `counted-${process.pid}-${Date.now()}@example.com`, password: "Correct horse 7!" };
    await visitor.submit("/app/sign-up", person);
    await visitor.submit((await newestLinkFor(visitor, person.email, "verifyEmail"))!, {});
    await visitor.submit("/app/sign-in", person);
    const created = await visitor.submit("/app/settings/api-keys", { intent: "create", name: "test" });
    const apiKey = /value="(sk_[0-9a-f]{48})"/.exec(created.html)![1]!;
    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const count = async () => {
      const answer = await fetch(`${url}/v1/workspace/analytics?days=1`, { headers: { "xi-api-key": apiKey } });
      return ((await answer.json()) as { days: { events: Record<string, number> }[] }).days[0]!.events.ready_for_pixels;
    };
    const sendAs = (headers: Record<string, string>) => send({ consent: "not_applicable", events }, headers);
    expect((await sendAs({ cookie })).status).toBe(204);
    expect((await sendAs({ cookie: `${cookie}; xi_website_cookie_consent=denied` })).status).toBe(204);
    expect(await count()).toBe(1);
    await fetch(`${url}/v1/user/settings`, {
      method: "POST",
      headers: { "xi-api-key": apiKey, "content-type": "application/json" },
      body: JSON.stringify({ optOutCCPA: true }),
    });
    expect((await sendAs({ cookie })).status).toBe(204);
    expect(await count()).toBe(1);
  });
});
