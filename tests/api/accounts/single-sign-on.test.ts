import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type DomainRecordsServer, startDomainRecordsServer } from "../../support/domain-records-server";
import { type OpenIdServer, startOpenIdServer } from "../../support/open-id-server";
import { type Product, startProduct } from "../../support/product";
import { type SamlOdds, type SamlPerson, type SamlServer, startSamlServer } from "../../support/saml-server";
import { csrfTokenIn, newestLinkFor, type PageAnswer, textOf, Visitor } from "../../support/visitor";

const PASSWORD = "Correct horse 7!";
const DOMAIN = "acme.example";
let openId: OpenIdServer;
let saml: SamlServer;
let dns: DomainRecordsServer;
let product: Product;
let people = 0;
const newName = () => `person-${Date.now()}-${++people}`;

beforeAll(async () => {
  [openId, saml, dns] = await Promise.all([startOpenIdServer(), startSamlServer(), startDomainRecordsServer()]);
  product = await startProduct({
    DNS_URL: dns.url,
    SSO_PRIVATE_PROVIDERS: "allow",
    OIDC_PROVIDERS: JSON.stringify([
      {
        name: "house",
        label: "House",
        issuer: openId.issuer,
        clientId: openId.clientId,
        clientSecret: openId.clientSecret,
      },
    ]),
  });
  openId.allowRedirectTo(`${product.url}/app/sso/openid/house/callback`);
});
afterAll(async () => {
  await product?.stop();
  await Promise.all([openId?.close(), saml?.close(), dns?.close()]);
});
beforeEach(() => openId.instead.clear());

/** Where a page of ours goes on to by itself. */
function nextOf({ html }: PageAnswer): string {
  const [, url] = /http-equiv="refresh" content="0;url=([^"]*)"/.exec(html) ?? [];
  return url?.replaceAll("&amp;", "&").replaceAll("&#39;", "'") ?? "";
}
const ownNext = (answer: PageAnswer) => nextOf(answer).replace(product.url, "");
const problem = (code: string) => `/app/sso?problem=${code}`;

/** Sets out as a browser does that clicks a link on our page; answers the provider's address. */
async function setOut(visitor: Visitor, providerKey: string, query = ""): Promise<string> {
  await visitor.get("/app/sign-in");
  return nextOf(await visitor.get(`/app/sso/start/${providerKey}${query}`, { "sec-fetch-site": "same-origin" }));
}

/** Signs in at the provider and answers where it sends the browser back to. */
async function atOpenId(authorizeUrl: string, email: string, answer = "yes"): Promise<string> {
  const browser = new Visitor(openId.issuer);
  const path = (url: string | null) => (url ?? "").replace(openId.issuer, "");
  const asked = await browser.get(path(authorizeUrl));
  const agreed = await browser.post(path(asked.location), { email, answer });
  return (await browser.get(path(agreed.location))).location ?? "";
}

/** What a browser sends along that comes from another site: no strict cookies. */
async function comeBack(callbackUrl: string): Promise<PageAnswer> {
  return new Visitor(product.url).get(callbackUrl.replace(product.url, ""), { "sec-fetch-site": "cross-site" });
}

async function signInAtHouse(visitor: Visitor, email: string): Promise<PageAnswer> {
  const back = await comeBack(await atOpenId(await setOut(visitor, "house"), email));
  return back.location ? back : visitor.get(ownNext(back));
}

async function signedUp(email: string): Promise<Visitor> {
  const visitor = new Visitor(product.url);
  await visitor.submit("/app/sign-up", { email, password: PASSWORD });
  await visitor.submit((await newestLinkFor(visitor, email, "verifyEmail")) ?? "", {});
  await visitor.submit("/app/sign-in", { email, password: PASSWORD });
  return visitor;
}

describe("a provider of the installation", () => {
  it("is offered where people sign in and up", async () => {
    for (const page of ["/app/sign-in", "/app/sign-up"]) {
      const { html } = await new Visitor(product.url).get(`${page}?redirect=/app/usage`);
      expect(textOf(html)).toContain("Sign in with House");
      expect(html).toContain('href="/app/sso/start/house?redirect=%2Fapp%2Fusage"');
    }
  });

  it("signs a new person in, who gets to where they wanted, and finds them again", async () => {
    const email = `${newName()}@example.com`;
    const visitor = new Visitor(product.url);
    const authorizeUrl = await setOut(visitor, "house", "?redirect=/app/usage");
    const back = await comeBack(await atOpenId(authorizeUrl, email));
    expect([back.status, back.headers.get("referrer-policy"), back.headers.get("cache-control")]).toEqual([
      200,
      "no-referrer",
      "no-store",
    ]);
    expect(back.headers.getSetCookie()).toEqual([]);
    const signedIn = await visitor.get(ownNext(back));
    expect(signedIn.location).toBe("/app/usage");
    expect(signedIn.headers.getSetCookie().join()).toMatch(/xi_website_session=[^;]+;.*HttpOnly; SameSite=Strict/);
    expect(textOf((await visitor.get("/app/settings")).html)).toContain(email);
    const again = new Visitor(product.url);
    expect((await signInAtHouse(again, email)).location).toBe("/app/home");
    expect(textOf((await again.get("/app/settings")).html)).toContain(email);
  });

  it("signs in whoever has an account with the verified address, and refuses the others", async () => {
    const verified = `${newName()}@example.com`;
    await signedUp(verified);
    expect((await signInAtHouse(new Visitor(product.url), verified)).location).toBe("/app/home");
    const open = `${newName()}@example.com`;
    await new Visitor(product.url).submit("/app/sign-up", { email: open, password: PASSWORD });
    expect((await signInAtHouse(new Visitor(product.url), open)).location).toBe(problem("account_unverified"));
    const unverified = `unverified-${newName()}@example.com`;
    expect((await signInAtHouse(new Visitor(product.url), unverified)).location).toBe(problem("email_unverified"));
  });

  it("says on our page what went wrong, and nothing that somebody put into the address", async () => {
    const visitor = new Visitor(product.url);
    const back = await comeBack(await atOpenId(await setOut(visitor, "house"), "x@example.com", "no"));
    expect(back.location).toBe(problem("cancelled"));
    expect(textOf((await visitor.get(problem("cancelled"))).html)).toContain(
      "You stopped the sign-in at the provider.",
    );
    for (const code of ["<b>x</b>", "constructor", "toString"])
      expect((await visitor.get(`/app/sso?problem=${encodeURIComponent(code)}`)).html).not.toContain('role="alert"');
  });

  it("leads nowhere but to pages of ours", async () => {
    const visitor = new Visitor(product.url);
    const authorizeUrl = await setOut(visitor, "house", "?redirect=https://evil.example/");
    const back = await comeBack(await atOpenId(authorizeUrl, `${newName()}@example.com`));
    expect((await visitor.get(ownNext(back))).location).toBe("/app/home");
  });

  it("is refused where there is none", async () => {
    const answer = await new Visitor(product.url).get("/app/sso/start/nobody");
    expect(answer.location).toBe(problem("unknown_provider"));
  });

  it("goes on by a step of ours for a link from elsewhere, so that the browser's own cookie comes along", async () => {
    const visitor = new Visitor(product.url);
    const first = await visitor.get("/app/sso/start/house", { "sec-fetch-site": "cross-site" });
    expect([ownNext(first), first.headers.getSetCookie()]).toEqual(["/app/sso/start/house?again=1", []]);
    const second = await visitor.get(ownNext(first), { "sec-fetch-site": "same-origin" });
    expect(nextOf(second)).toContain(openId.issuer);
    expect(visitor.cookies.has("xi_website_browser")).toBe(true);
  });
});

describe("an answer of a provider is refused", () => {
  const expired = problem("expired");

  it("with a state that is wrong, missing, or of another provider", async () => {
    const callback = new URL(await atOpenId(await setOut(new Visitor(product.url), "house"), "x@example.com"));
    const state = callback.searchParams.get("state") ?? "";
    for (const [path, wrong] of [
      ["house", "0".repeat(64)],
      ["house", ""],
      ["idp_other", state],
    ] as const) {
      callback.searchParams.set("state", wrong);
      const answer = await comeBack(`/app/sso/openid/${path}/callback${callback.search}`);
      expect([wrong, answer.location]).toEqual([wrong, expired]);
    }
  });

  it("the second time, also with another code", async () => {
    const visitor = new Visitor(product.url);
    const callbackUrl = await atOpenId(await setOut(visitor, "house"), `${newName()}@example.com`);
    const back = await comeBack(callbackUrl);
    expect((await comeBack(callbackUrl)).location).toBe(expired);
    expect((await visitor.get(ownNext(back))).location).toBe("/app/home");
    expect((await visitor.get(ownNext(back))).location).toBe(expired);
  });

  it("in another browser, which gets no session", async () => {
    const thief = new Visitor(product.url);
    const callbackUrl = await atOpenId(await setOut(thief, "house"), `${newName()}@example.com`);
    const ticketPath = ownNext(await comeBack(callbackUrl));
    const victim = new Visitor(product.url);
    expect((await victim.get(ticketPath)).location).toBe(expired);
    await victim.get("/app/sign-in");
    expect((await victim.get(ticketPath)).location).toBe(expired);
    expect(victim.cookies.has("xi_website_session")).toBe(false);
  });

  it("with another nonce, and for another code challenge", async () => {
    for (const [name, code] of [
      ["nonce", "invalid"],
      ["code_challenge", "refused"],
    ] as const) {
      const authorizeUrl = new URL(await setOut(new Visitor(product.url), "house"));
      const value = authorizeUrl.searchParams.get(name) ?? "";
      authorizeUrl.searchParams.set(
        name,
        value.replace(/^./, (first) => (first === "a" ? "b" : "a")),
      );
      const back = await comeBack(await atOpenId(authorizeUrl.href, "x@example.com"));
      expect([name, back.location]).toEqual([name, problem(code)]);
    }
  });

  it("with a code that was used elsewhere, or made up", async () => {
    const callback = new URL(await atOpenId(await setOut(new Visitor(product.url), "house"), "x@example.com"));
    const other = new URL(await atOpenId(await setOut(new Visitor(product.url), "house"), "y@example.com"));
    callback.searchParams.set("code", other.searchParams.get("code") ?? "");
    expect((await comeBack(callback.href)).location).toBe(problem("refused"));
  });

  it("from a provider that redirects our request, or does not answer it", async () => {
    openId.instead.set("/token", (response) => response.writeHead(307, { location: "/token2" }).end());
    const first = await atOpenId(await setOut(new Visitor(product.url), "house"), "x@example.com");
    expect((await comeBack(first)).location).toBe(problem("unavailable"));
    openId.instead.set("/token", () => {});
    const second = await atOpenId(await setOut(new Visitor(product.url), "house"), "x@example.com");
    expect((await comeBack(second)).location).toBe(problem("unavailable"));
  }, 30_000);
});

describe("a workspace's own provider", () => {
  let admin: Visitor;
  let providerId: string;
  const screen = "/app/workspace/security";
  const send = async (fields: Record<string, string>) => admin.submit(screen, fields);
  const call = async (path: string, headers: Record<string, string> = {}) =>
    (await fetch(product.url + path, { headers: { "cf-connecting-ip": "203.0.113.77", ...headers } })).json();

  beforeAll(async () => {
    admin = await signedUp(`owner@${DOMAIN}`);
    await send({ intent: "add", kind: "saml", name: "Acme login" });
    providerId = /saml\/(idp_\w+)\/acs/.exec((await admin.get(screen)).html)?.[1] ?? "";
    await send({ intent: "connect_saml", provider_id: providerId, metadata: saml.metadata });
    await send({ intent: "add_domain", provider_id: providerId, domain: DOMAIN });
  });

  /** Posts what the provider had the browser post, from another site. */
  async function post(answer: { acsUrl: string; xml: string; relayState: string }): Promise<PageAnswer> {
    const fields = { SAMLResponse: Buffer.from(answer.xml).toString("base64"), RelayState: answer.relayState };
    const foreign = { origin: "https://login.elsewhere.example", "sec-fetch-site": "cross-site" };
    return new Visitor(product.url).post(answer.acsUrl.replace(product.url, ""), fields, foreign);
  }
  async function signInAtSaml(visitor: Visitor, person: SamlPerson, odds: SamlOdds = {}): Promise<PageAnswer> {
    const back = await post(await saml.answer(await setOut(visitor, providerId), person, odds));
    return back.location ? back : visitor.get(ownNext(back));
  }
  const grace = () => ({ nameId: newName(), email: `${newName()}@${DOMAIN}`, firstName: "Grace" });

  it("is found by an address once its domain is verified by a record, and not before", async () => {
    const find = `/v1/workspace/find-sso-provider?email=anybody@${DOMAIN}`;
    expect(await call(find)).toEqual({ sso_provider: null });
    const missing = await send({ intent: "verify_domain", domain_of_row: DOMAIN });
    expect([missing.status, textOf(missing.html)]).toEqual([
      409,
      expect.stringContaining("The TXT record is not there yet."),
    ]);
    const [, token] = /value="(parlando-verification=[0-9a-f]+)"/.exec(missing.html) ?? [];
    dns.texts.set(`_parlando.${DOMAIN}`, ["v=spf1 -all", token ?? ""]);
    expect(textOf((await send({ intent: "verify_domain", domain_of_row: DOMAIN })).html)).toContain(
      `${DOMAIN} Verified`,
    );
    const provider = {
      provider_id: providerId,
      name: "Acme login",
      type: "saml",
      is_required: false,
      sign_in_url: `${product.url}/app/sso/start/${providerId}`,
    };
    expect(await call(find)).toEqual({ sso_provider: provider });
    // Whether somebody has an account makes no difference.
    expect(await call(`/v1/workspace/find-sso-provider?email=owner@${DOMAIN}`)).toEqual({ sso_provider: provider });
    const house = expect.objectContaining({ provider_id: "house", name: "House", type: "oidc" });
    expect(await call("/v1/workspace/identity-providers")).toEqual({ identity_providers: [house] });
    expect(await call("/v1/workspace/identity-providers", { email: `a@${DOMAIN}` })).toEqual({
      identity_providers: [provider, house],
    });
  });

  it("is where a work address leads to", async () => {
    const visitor = new Visitor(product.url);
    const found = await visitor.submit("/app/sso?redirect=/app/usage", { email: `someone@${DOMAIN}` });
    expect(found.location).toBe(`/app/sso/start/${providerId}?redirect=%2Fapp%2Fusage`);
    const none = await visitor.submit("/app/sso", { email: "someone@nowhere.example" });
    expect([none.status, textOf(none.html)]).toEqual([
      404,
      expect.stringContaining("No single sign-on is set up for this address."),
    ]);
  });

  it("makes members of the workspace", async () => {
    const visitor = new Visitor(product.url);
    const person = grace();
    expect((await signInAtSaml(visitor, person)).location).toBe("/app/home");
    const settings = textOf((await visitor.get("/app/settings")).html);
    expect(settings).toContain(person.email);
    // A member, but no admin.
    expect((await visitor.get(screen)).status).toBe(404);
  });

  it("describes us in metadata at our entity id", async () => {
    const answer = await new Visitor(product.url).get(`/app/sso/saml/${providerId}/metadata`);
    expect(answer.headers.get("content-type")).toContain("application/samlmetadata+xml");
    expect(answer.html).toContain(`entityID="${product.url}/app/sso/saml/${providerId}/metadata"`);
    expect((await new Visitor(product.url).get("/app/sso/saml/idp_none/metadata")).status).toBe(404);
  });

  it.each<[string, SamlOdds]>([
    ["without a signature", { signAssertion: false }],
    ["for another audience", { audience: "https://elsewhere.example" }],
    ["for another address", { recipient: "https://elsewhere.example" }],
    ["that answers another request", { inResponseTo: "_other" }],
    ["that has expired", { lifetimeInSeconds: -120 }],
  ])("is refused with an assertion %s", async (_, odds) => {
    const answer = await signInAtSaml(new Visitor(product.url), grace(), odds);
    expect(answer.location).toBe(problem("invalid"));
  });

  it("is refused with an assertion that was altered", async () => {
    const answer = await saml.answer(await setOut(new Visitor(product.url), providerId), grace());
    const altered = { ...answer, xml: answer.xml.replace(/person-[\d-]+@/g, "owner@") };
    expect((await post(altered)).location).toBe(problem("invalid"));
  });

  it("is refused with an assertion that was taken before, and with one that nobody asked for", async () => {
    const visitor = new Visitor(product.url);
    const answer = await saml.answer(await setOut(visitor, providerId), grace());
    const back = await post(answer);
    expect((await visitor.get(ownNext(back))).location).toBe("/app/home");
    expect((await post(answer)).location).toBe(problem("expired"));
    const other = new URL(await setOut(new Visitor(product.url), providerId));
    expect((await post({ ...answer, relayState: other.searchParams.get("RelayState") ?? "" })).location).toBe(
      problem("invalid"),
    );
    expect((await post({ ...answer, relayState: "" })).location).toBe(problem("expired"));
  });

  it("is refused with bombs and with answers that are too long", async () => {
    const answer = async () => saml.answer(await setOut(new Visitor(product.url), providerId), grace());
    const bomb = await answer();
    expect((await post({ ...bomb, xml: `<!DOCTYPE x [<!ENTITY a "a">]>${bomb.xml}` })).location).toBe(
      problem("invalid"),
    );
    expect((await post({ ...(await answer()), xml: "x".repeat(180_000) })).location).toBe(problem("invalid"));
    expect((await post({ ...(await answer()), xml: "x".repeat(400_000) })).location).toBe(problem("invalid"));
  });

  it("signs in nobody with an address of other domains, and nobody in another browser", async () => {
    const person = { ...grace(), email: `${newName()}@example.com` };
    expect((await signInAtSaml(new Visitor(product.url), person)).location).toBe(problem("wrong_domain"));
    const back = await post(await saml.answer(await setOut(new Visitor(product.url), providerId), grace()));
    const other = new Visitor(product.url);
    await other.get("/app/sign-in");
    expect((await other.get(ownNext(back))).location).toBe(problem("expired"));
  });

  it("can be required of members, whose passwords then do not count", async () => {
    const email = `${newName()}@${DOMAIN}`;
    const person = { nameId: newName(), email };
    expect((await signInAtSaml(new Visitor(product.url), person)).location).toBe("/app/home");
    await send({ intent: "require", provider_id: providerId, required: "yes" });
    const tried = await new Visitor(product.url).submit("/app/sign-in", { email, password: PASSWORD });
    const unknown = await new Visitor(product.url).submit("/app/sign-in", { email: `x@${DOMAIN}`, password: PASSWORD });
    const words = expect.stringContaining("Your organisation asks its members to sign in by single sign-on.");
    expect([tried.status, textOf(tried.html)]).toEqual([401, words]);
    expect([unknown.status, textOf(unknown.html)]).toEqual([401, words]);
    const owner = await new Visitor(product.url).submit("/app/sign-in", {
      email: `owner@${DOMAIN}`,
      password: PASSWORD,
    });
    expect(owner.location).toBe("/app/home");
    expect((await signInAtHouse(new Visitor(product.url), email)).location).toBe(problem("provider_required"));
    expect((await signInAtSaml(new Visitor(product.url), person)).location).toBe("/app/home");
    await send({ intent: "require", provider_id: providerId, required: "no" });
  });

  it("is managed by admins alone, on their own workspace, from our pages", async () => {
    const stranger = await signedUp(`${newName()}@example.com`);
    const csrf = csrfTokenIn((await stranger.get(screen)).html);
    const attempts: Record<string, string>[] = [
      { intent: "connect_saml", provider_id: providerId, metadata: saml.metadata },
      { intent: "require", provider_id: providerId, required: "yes" },
      { intent: "verify_domain", domain_of_row: DOMAIN },
      { intent: "remove_domain", domain_of_row: DOMAIN },
      { intent: "remove", provider_id: providerId },
    ];
    for (const fields of attempts)
      expect([fields.intent, (await stranger.post(screen, { csrf, ...fields })).status]).toEqual([fields.intent, 404]);
    expect((await new Visitor(product.url).get(screen)).location).toContain("/app/sign-in");
    expect((await admin.post(screen, { intent: "remove", provider_id: providerId })).status).toBe(403);
    expect(await call(`/v1/workspace/find-sso-provider?email=a@${DOMAIN}`)).toMatchObject({
      sso_provider: { provider_id: providerId },
    });
  });

  it("may speak OpenID Connect, is read before it is saved, and ends when it is removed", async () => {
    await send({ intent: "add", kind: "oidc", name: "Second" });
    const id = /openid\/(idp_\w+)\/callback/.exec((await admin.get(screen)).html)?.[1] ?? "";
    const values = {
      intent: "connect_oidc",
      provider_id: id,
      client_id: openId.clientId,
      client_secret: openId.clientSecret,
    };
    const wrong = await send({ ...values, issuer: `${openId.issuer}/nothing-here` });
    expect([wrong.status, textOf(wrong.html)]).toEqual([400, expect.stringContaining("description could not be read")]);
    const right = await send({ ...values, issuer: openId.issuer });
    expect([right.status, textOf(right.html)]).toEqual([200, expect.stringContaining("needs a verified domain")]);
    expect(right.html).not.toContain(openId.clientSecret);
    expect(await setOut(new Visitor(product.url), id)).toContain(
      `redirect_uri=${encodeURIComponent(`${product.url}/app/sso/openid/${id}/callback`)}`,
    );
    await send({ intent: "remove", provider_id: id });
    expect((await new Visitor(product.url).get(`/app/sso/start/${id}`)).location).toBe(problem("unknown_provider"));
  });
});
