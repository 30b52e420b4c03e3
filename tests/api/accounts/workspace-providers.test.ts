import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import type { SamlOdds } from "../../support/saml-server";
import { newName, PASSWORD, problem, SignOnProduct } from "../../support/sign-on-product";
import { csrfTokenIn, newestLinkFor, textOf, type Visitor } from "../../support/visitor";

const DOMAIN = "acme.example";
let site: SignOnProduct;
beforeAll(async () => {
  site = await SignOnProduct.start();
});
afterAll(() => site?.stop());

describe("a workspace's own provider", () => {
  let admin: Visitor;
  let providerId: string;
  const screen = "/app/workspace/security";
  const send = async (fields: Record<string, string>) => admin.submit(screen, fields);
  const call = async (path: string, headers: Record<string, string> = {}) =>
    (await fetch(site.product.url + path, { headers: { "cf-connecting-ip": "203.0.113.77", ...headers } })).json();

  beforeAll(async () => {
    admin = await site.signedUp(`owner@${DOMAIN}`);
    await send({ intent: "add", kind: "saml", name: "Acme login" });
    providerId = /saml\/(idp_\w+)\/acs/.exec((await admin.get(screen)).html)?.[1] ?? "";
    await send({ intent: "connect_saml", provider_id: providerId, metadata: site.saml.metadata });
    await send({ intent: "add_domain", provider_id: providerId, domain: DOMAIN });
  });

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
    site.dns.texts.set(`_parlando.${DOMAIN}`, ["v=spf1 -all", token ?? ""]);
    expect(textOf((await send({ intent: "verify_domain", domain_of_row: DOMAIN })).html)).toContain(
      `${DOMAIN} Verified`,
    );
    const provider = {
      provider_id: providerId,
      name: "Acme login",
      type: "saml",
      is_required: false,
      sign_in_url: `${site.product.url}/app/sso/start/${providerId}`,
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
    const visitor = site.newVisitor();
    const found = await visitor.submit("/app/sso?redirect=/app/usage", { email: `someone@${DOMAIN}` });
    expect(found.location).toBe(`/app/sso/start/${providerId}?redirect=%2Fapp%2Fusage`);
    const none = await visitor.submit("/app/sso", { email: "someone@nowhere.example" });
    expect([none.status, textOf(none.html)]).toEqual([
      404,
      expect.stringContaining("No single sign-on is set up for this address."),
    ]);
  });

  it("makes members of the workspace", async () => {
    const visitor = site.newVisitor();
    const person = grace();
    expect((await site.signInAtSaml(visitor, providerId, person)).location).toBe("/app/home");
    const settings = textOf((await visitor.get("/app/settings")).html);
    expect(settings).toContain(person.email);
    // A member, but no admin.
    expect((await visitor.get(screen)).status).toBe(404);
  });

  it("describes us in metadata at our entity id", async () => {
    const answer = await site.newVisitor().get(`/app/sso/saml/${providerId}/metadata`);
    expect(answer.headers.get("content-type")).toContain("application/samlmetadata+xml");
    expect(answer.html).toContain(`entityID="${site.product.url}/app/sso/saml/${providerId}/metadata"`);
    expect((await site.newVisitor().get("/app/sso/saml/idp_none/metadata")).status).toBe(404);
  });

  it.each<[string, SamlOdds]>([
    ["without a signature", { signAssertion: false }],
    ["for another audience", { audience: "https://elsewhere.example" }],
    ["for another address", { recipient: "https://elsewhere.example" }],
    ["that answers another request", { inResponseTo: "_other" }],
    ["that has expired", { lifetimeInSeconds: -120 }],
  ])("is refused with an assertion %s", async (_, odds) => {
    const answer = await site.signInAtSaml(site.newVisitor(), providerId, grace(), odds);
    expect(answer.location).toBe(problem("invalid"));
  });

  it("is refused with an assertion that was altered", async () => {
    const answer = await site.saml.answer(await site.setOut(site.newVisitor(), providerId), grace());
    const altered = { ...answer, xml: answer.xml.replace(/person-[\d-]+@/g, "owner@") };
    expect((await site.postSaml(altered)).location).toBe(problem("invalid"));
  });

  it("is refused with an assertion that was taken before, and with one that nobody asked for", async () => {
    const visitor = site.newVisitor();
    const answer = await site.saml.answer(await site.setOut(visitor, providerId), grace());
    const back = await site.postSaml(answer);
    expect((await visitor.get(site.ownNext(back))).location).toBe("/app/home");
    expect((await site.postSaml(answer)).location).toBe(problem("expired"));
    const other = new URL(await site.setOut(site.newVisitor(), providerId));
    expect((await site.postSaml({ ...answer, relayState: other.searchParams.get("RelayState") ?? "" })).location).toBe(
      problem("invalid"),
    );
    expect((await site.postSaml({ ...answer, relayState: "" })).location).toBe(problem("expired"));
  });

  it("is refused with bombs and with answers that are too long", async () => {
    const answer = async () => site.saml.answer(await site.setOut(site.newVisitor(), providerId), grace());
    const bomb = await answer();
    expect((await site.postSaml({ ...bomb, xml: `<!DOCTYPE x [<!ENTITY a "a">]>${bomb.xml}` })).location).toBe(
      problem("invalid"),
    );
    expect((await site.postSaml({ ...(await answer()), xml: "x".repeat(180_000) })).location).toBe(problem("invalid"));
    expect((await site.postSaml({ ...(await answer()), xml: "x".repeat(400_000) })).location).toBe(problem("invalid"));
  });

  it("signs in nobody with an address of other domains, and nobody in another browser", async () => {
    const person = { ...grace(), email: `${newName()}@example.com` };
    expect((await site.signInAtSaml(site.newVisitor(), providerId, person)).location).toBe(problem("wrong_domain"));
    const back = await site.postSaml(await site.saml.answer(await site.setOut(site.newVisitor(), providerId), grace()));
    const other = site.newVisitor();
    await other.get("/app/sign-in");
    expect((await other.get(site.ownNext(back))).location).toBe(problem("expired"));
  });

  it("can be required of members, whose passwords then do not count", async () => {
    const email = `${newName()}@${DOMAIN}`;
    const person = { nameId: newName(), email };
    expect((await site.signInAtSaml(site.newVisitor(), providerId, person)).location).toBe("/app/home");
    await send({ intent: "require", provider_id: providerId, required: "yes" });
    const tried = await site.newVisitor().submit("/app/sign-in", { email, password: PASSWORD });
    const unknown = await site.newVisitor().submit("/app/sign-in", { email: `x@${DOMAIN}`, password: PASSWORD });
    const words = expect.stringMatching(
      /The e-mail address or the password is not right, or .* Your organisation asks its members to sign in by single sign-on\./,
    );
    const mistyped = await site
      .newVisitor()
      .submit("/app/sign-in", { email: `owner@${DOMAIN}`, password: "Mistyped 1!" });
    expect([mistyped.status, textOf(mistyped.html)]).toEqual([401, words]);
    expect([tried.status, textOf(tried.html)]).toEqual([401, words]);
    expect([unknown.status, textOf(unknown.html)]).toEqual([401, words]);
    const owner = await site.newVisitor().submit("/app/sign-in", {
      email: `owner@${DOMAIN}`,
      password: PASSWORD,
    });
    expect(owner.location).toBe("/app/home");
    expect((await site.signInAtHouse(site.newVisitor(), email)).location).toBe(problem("provider_required"));
    expect((await site.signInAtSaml(site.newVisitor(), providerId, person)).location).toBe("/app/home");
    await send({ intent: "require", provider_id: providerId, required: "no" });
  });

  it("once required, signs out members who came another way, at once, and says why where they sign in", async () => {
    const email = `${newName()}@${DOMAIN}`;
    const person = { nameId: newName(), email };
    const bySaml = site.newVisitor();
    await site.signInAtSaml(bySaml, providerId, person);
    const byPassword = site.newVisitor();
    await byPassword.submit("/app/sign-in/forgot-password", { email });
    await expect.poll(() => newestLinkFor(byPassword, email, "resetPassword")).not.toBeNull();
    await byPassword.submit((await newestLinkFor(byPassword, email, "resetPassword"))!, {
      password: PASSWORD,
      repeated: PASSWORD,
    });
    expect((await byPassword.submit("/app/sign-in", { email, password: PASSWORD })).location).toBe("/app/home");
    // A new password ends the sessions there were.
    await site.signInAtSaml(bySaml, providerId, person);
    const asked = { "x-parlando-request": "identity-token" };
    const { token } = JSON.parse((await byPassword.get("/app/identity-token", asked)).html) as { token: string };
    const protocols = ["realtime", `token.${token}`];
    const socket = new WebSocket(`${site.product.url.replace("http", "ws")}/v1/realtime`, protocols);
    await new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject));

    await send({ intent: "require", provider_id: providerId, required: "yes" });
    await expect.poll(() => socket.readyState).not.toBe(WebSocket.OPEN);
    socket.terminate();
    expect((await byPassword.get("/app/identity-token", asked)).status).toBe(401);
    expect(await call("/v1/user", { authorization: `Bearer ${token}` })).toMatchObject({
      detail: { status: "invalid_api_key" },
    });
    expect((await byPassword.get("/app/usage")).location).toBe("/app/sign-in?redirect=%2Fapp%2Fusage");
    const { html } = await byPassword.get("/app/sign-in?redirect=%2Fapp%2Fusage");
    expect(textOf(html)).toContain("Your organisation now asks its members to sign in by single sign-on");
    expect(textOf(html)).toContain("Sign in with Acme login");
    expect(html).toContain(`href="/app/sso/start/${providerId}?redirect=%2Fapp%2Fusage"`);
    expect(textOf((await site.newVisitor().get("/app/sign-in")).html)).not.toMatch(/organisation|Acme/);
    expect([(await bySaml.get("/app/usage")).status, (await admin.get(screen)).status]).toEqual([200, 200]);
    await send({ intent: "require", provider_id: providerId, required: "no" });
    expect(textOf((await byPassword.get("/app/sign-in")).html)).not.toMatch(/organisation|Acme/);
  });

  it("once required, holds members whose address would leave its domain, by the page and by the API", async () => {
    const email = `${newName()}@${DOMAIN}`;
    const elsewhere = `${newName()}@home.example`;
    const visitor = site.newVisitor();
    await site.signInAtSaml(visitor, providerId, { nameId: newName(), email });
    await send({ intent: "require", provider_id: providerId, required: "yes" });
    const asked = { "x-parlando-request": "identity-token" };
    const { token } = JSON.parse((await visitor.get("/app/identity-token", asked)).html) as { token: string };
    const byApi = await fetch(`${site.product.url}/v1/user/send-email-change-verification`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ email: elsewhere }),
    });
    const words = "so your address has to stay at one of its domains";
    expect([byApi.status, JSON.stringify(await byApi.json())]).toEqual([400, expect.stringContaining(words)]);
    const byPage = await visitor.submit("/app/settings", { intent: "change_email", email: elsewhere });
    expect([byPage.status, byPage.html]).toEqual([400, expect.stringContaining(words)]);
    expect((await site.newVisitor().get("/dev/mailbox")).html).not.toContain(elsewhere);
    await send({ intent: "require", provider_id: providerId, required: "no" });
  });

  it("is managed by admins alone, on their own workspace, from our pages", async () => {
    const stranger = await site.signedUp(`${newName()}@example.com`);
    const csrf = csrfTokenIn((await stranger.get(screen)).html);
    const attempts: Record<string, string>[] = [
      { intent: "connect_saml", provider_id: providerId, metadata: site.saml.metadata },
      { intent: "require", provider_id: providerId, required: "yes" },
      { intent: "verify_domain", domain_of_row: DOMAIN },
      { intent: "remove_domain", domain_of_row: DOMAIN },
      { intent: "remove", provider_id: providerId },
    ];
    for (const fields of attempts)
      expect([fields.intent, (await stranger.post(screen, { csrf, ...fields })).status]).toEqual([fields.intent, 404]);
    expect((await site.newVisitor().get(screen)).location).toContain("/app/sign-in");
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
      client_id: site.openId.clientId,
      client_secret: site.openId.clientSecret,
    };
    const wrong = await send({ ...values, issuer: `${site.openId.issuer}/nothing-here` });
    expect([wrong.status, textOf(wrong.html)]).toEqual([400, expect.stringContaining("description could not be read")]);
    const right = await send({ ...values, issuer: site.openId.issuer });
    expect([right.status, textOf(right.html)]).toEqual([200, expect.stringContaining("needs a verified domain")]);
    expect(right.html).not.toContain(site.openId.clientSecret);
    expect(await site.setOut(site.newVisitor(), id)).toContain(
      `redirect_uri=${encodeURIComponent(`${site.product.url}/app/sso/openid/${id}/callback`)}`,
    );
    await send({ intent: "remove", provider_id: id });
    expect((await site.newVisitor().get(`/app/sso/start/${id}`)).location).toBe(problem("unknown_provider"));
  });
});
